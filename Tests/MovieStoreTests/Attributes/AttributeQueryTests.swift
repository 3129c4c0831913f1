import MovieStore
import TestSupport
import Testing

/// Conditions on attributes and orders by them, compared with a filter and a sort in Swift.
@Suite(.limited, .temporaryDirectory) struct AttributeQueryTests {
  private static let texts = [
    "a", "ab", "b", "É", "e\u{301}", "1995", "8", "heist", "Heist", "~", "10",
  ]

  private static func catalog(seed: UInt64) throws -> Catalog {
    var random = RandomSource(seed: seed)
    func number(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }
    var store = try Catalog()
    try store.write { store in
      for index in 0..<150 {
        var values: [String: [AttributeValue]] = [:]
        if number(3) > 0 { values["year"] = [.integer(Int64(1990 + number(12)))] }
        if number(2) > 0 { values["rating"] = [.real(Double(number(21)) / 2)] }
        if number(2) > 0 {
          values["watched"] = [.text("202\(number(3))-1\(number(3))-0\(1 + number(4))")]
        }
        if number(2) > 0 { values["tag"] = (0...number(3)).map { _ in .text(texts[number(11)]) } }
        if number(3) > 0 {
          values["own"] = (0...number(3)).map { _ in
            switch number(3) {
            case 0: .integer(Int64(number(12)))
            case 1: .real(Double(number(24)) / 2)
            default: .text(texts[number(11)])
            }
          }
        }
        try store.add(
          MovieDraft(
            title: "\(["Heat", "The Heat", "Wheat", "Él"][number(4)]) \(number(20))",
            cast: ["A\(index % 2)", "C\(index % 5)"], isFavorite: number(3) == 0,
            attributes: attributes(values)))
      }
    }
    return store
  }

  private static func conditions(_ random: inout RandomSource) throws -> [AttributeCondition] {
    try (0..<Int.random(in: 1...3, using: &random)).map { _ in
      let key = ["year", "rating", "watched", "tag", "own"].randomElement(using: &random) ?? ""
      if Int.random(in: 0..<5, using: &random) == 0 {
        return try AttributeCondition((Bool.random(using: &random) ? "!" : "") + key)
      }
      let comparison = ["=", "!=", "<", "<=", ">", ">=", "~"].randomElement(using: &random) ?? ""
      let value =
        switch key {
        case "year": "\(Int.random(in: 1989...2002, using: &random))"
        case "rating": "\(Double(Int.random(in: 0...20, using: &random)) / 2)"
        case "watched":
          ["2020", "2021", "2022", "2021-11", "2021-11-03", "2022-12"].randomElement(using: &random)
        default: (texts + ["5", "5.5", "7.0"]).randomElement(using: &random)
        }
      return try AttributeCondition("\(key)\(comparison)\(value.map { " \($0)" } ?? "")")
    }
  }

  // MARK: The same in Swift

  private static func meets(_ movie: Movie, _ condition: AttributeCondition) -> Bool {
    let values = movie.attributes[condition.key]
    switch condition.test {
    case .exists: return !values.isEmpty
    case .missing: return values.isEmpty
    case .compare(.notEqual, let other):
      return !values.contains { compares($0, .equal, other, isDate: condition.key == .watched) }
    case .compare(let comparison, let other):
      return values.contains { compares($0, comparison, other, isDate: condition.key == .watched) }
    }
  }

  private static func compares(
    _ value: AttributeValue, _ comparison: AttributeCondition.Comparison, _ other: AttributeValue,
    isDate: Bool
  ) -> Bool {
    func compared<Value: Comparable>(_ left: Value, _ right: Value) -> Bool {
      switch comparison {
      case .equal, .notEqual: left == right
      case .less: left < right
      case .lessOrEqual: left <= right
      case .greater: left > right
      case .greaterOrEqual: left >= right
      case .contains: false
      }
    }
    if comparison == .contains {
      return Folding.fold(value.description).bytes.contains(Folding.fold(other.description).bytes)
    }
    switch (number(value), number(other)) {
    case (let left?, let right?): return compared(left, right)
    case (nil, nil):
      let text =
        isDate ? String(value.description.prefix(other.description.count)) : value.description
      return compared(Bytes(text), Bytes(other.description))
    case (nil, .some):
      return comparison == .equal && value.description.bytes == other.description.bytes
    case (.some, nil): return false
    }
  }

  private static func number(_ value: AttributeValue) -> Double? {
    switch value {
    case .integer(let number): Double(number)
    case .real(let number): number
    case .text: nil
    }
  }

  private struct Bytes: Comparable {
    let bytes: [UInt8]
    init(_ text: String) { bytes = text.bytes }
    static func < (left: Self, right: Self) -> Bool {
      left.bytes.lexicographicallyPrecedes(right.bytes)
    }
  }

  /// The movies in the order of the first value of the key.
  private static func sorted(
    _ movies: [Movie], by key: AttributeKey, descending: Bool
  ) -> [Movie] {
    func precedes(_ left: Movie, _ right: Movie) -> Bool {
      guard
        let (one, other) = left.attributes[key].first.flatMap({ one in
          right.attributes[key].first.map { (one, $0) }
        })
      else { return left.id < right.id }
      let isLess = compares(one, .less, other, isDate: false)
      let isGreater = compares(one, .greater, other, isDate: false)
      if isLess || isGreater { return isLess }
      let areNumbers = (number(one) != nil, number(other) != nil)
      return areNumbers.0 == areNumbers.1 ? left.id < right.id : areNumbers.0
    }
    let having = movies.filter { !$0.attributes[key].isEmpty }.sorted(by: precedes)
    let others = movies.filter { $0.attributes[key].isEmpty }.sorted { $0.id < $1.id }
    return descending ? having.reversed() + others.reversed() : having + others
  }

  // MARK: Tests

  @Test(
    "Generated conditions, with searches, favorites and actors, equal a filter",
    arguments: 1...2 as ClosedRange<UInt64>)
  func conditions(seed: UInt64) throws {
    let store = try Self.catalog(seed: seed)
    var random = RandomSource(seed: seed)
    var counts: [Int] = []
    for _ in 0..<120 {
      var query = MovieQuery(
        search: ["", "", "heat", "e", "wheat 1"].randomElement(using: &random) ?? "",
        favoritesOnly: Int.random(in: 0..<4, using: &random) == 0,
        actors: Int.random(in: 0..<4, using: &random) == 0 ? [1] : [],
        order: [.title, .added, .relevance, .random(seed: 3)].randomElement(using: &random)
          ?? .title,
        descending: Bool.random(using: &random))
      let candidates = try store.movies(query)
      query.conditions = try Self.conditions(&random)
      let expected = candidates.filter { movie in
        query.conditions.allSatisfy { Self.meets(movie, $0) }
      }
      counts.append(expected.count)
      #expect(try store.movies(query) == expected, "\(query)")
      #expect(try store.movieCount(query) == expected.count)
      #expect(try store.movieIDs(query) == expected.map(\.id))
      var each: [Movie] = []
      try store.forEachMovie(query) { each.append($0) }
      #expect(each == expected)
      (query.limit, query.offset) = (7, Int.random(in: 0..<9, using: &random))
      let slice = Array(expected.dropFirst(query.offset).prefix(7))
      #expect(try store.movies(query) == slice, "\(query)")
      #expect(try store.movieIDs(query) == slice.map(\.id))
    }
    #expect(counts.count { $0 > 0 } > 50)
  }

  @Test(
    "The order by a key equals a sort; pages put together equal the whole",
    arguments: ["year", "rating", "watched", "tag", "own", "none"], [false, true])
  func orders(name: String, descending: Bool) throws {
    let store = try Self.catalog(seed: 20)
    let key = try AttributeKey(name)
    var random = RandomSource(seed: 21)
    for index in 0..<6 {
      var query = MovieQuery(
        search: index % 4 == 3 ? "heat" : "", favoritesOnly: index % 5 == 4,
        conditions: index < 3 ? [] : try Self.conditions(&random), order: .added)
      if index == 2 { query.conditions = [AttributeCondition(key, .missing)] }
      let expected = Self.sorted(try store.movies(query), by: key, descending: descending)
      (query.order, query.descending) = (.attribute(key), descending)
      #expect(try store.movies(query) == expected, "\(query)")
      #expect(try store.movieIDs(query) == expected.map(\.id))
      query.limit = [1, 7, 40][index % 3]
      var pages: [Movie] = []
      repeat {
        query.offset = pages.count
        let page = try store.movies(query)
        if page.isEmpty { break }
        pages += page
      } while pages.count < 1_000
      #expect(pages == expected, "\(query)")
      (query.limit, query.offset) = (nil, 30)
      #expect(try store.movieIDs(query) == expected.dropFirst(30).map(\.id))
      (query.limit, query.offset) = (0, 0)
      #expect(try store.movies(query) == [])
      (query.limit, query.offset) = (3, .max)
      #expect(try store.movies(query) == [])
    }
  }

  @Test("Without any attribute, orders by a key are by id and conditions are not met")
  func noTable() throws {
    let store = try Catalog.holding(["b", "a", "c"])
    #expect(try store.ids(MovieQuery(order: .attribute(.year))) == [1, 2, 3])
    #expect(
      try store.ids(MovieQuery(order: .attribute(.year), descending: true, limit: 2)) == [3, 2])
    for (text, count) in [("year", 0), ("!year", 3), ("year=1", 0), ("year!=1", 3), ("tag~x", 0)] {
      let query = MovieQuery(conditions: [try AttributeCondition(text)])
      #expect(try store.movieCount(query) == count && store.movies(query).count == count)
    }
  }

  @Test(
    "Pages by title and by id with conditions are slices of the result",
    arguments: [MovieQuery.Order.title, .added], [false, true])
  func keysetPages(order: MovieQuery.Order, descending: Bool) throws {
    let store = try Self.catalog(seed: 30)
    var random = RandomSource(seed: 31)
    for index in 0..<15 {
      let query = MovieQuery(
        search: ["", "heat", "e"][index % 3], conditions: try Self.conditions(&random),
        order: order,
        descending: descending)
      let whole = try store.movies(query)
      #expect(try store.page(of: query, at: .first, rows: 6).movies == Array(whole.prefix(6)))
      #expect(try store.page(of: query, at: .last, rows: 6).movies == Array(whole.suffix(6)))
      guard let anchor = whole.randomElement(using: &random),
        let position = whole.firstIndex(of: anchor)
      else { continue }
      let after = try store.page(of: query, at: .after(anchor), rows: 6)
      #expect(after.movies == Array(whole.dropFirst(position + 1).prefix(6)))
      #expect(after.hasMoreAfter == (whole.count > position + 7))
      let before = try store.page(of: query, at: .before(anchor), rows: 6)
      #expect(before.movies == Array(whole.prefix(position).suffix(6)))
    }
  }

  @Test("A page of many matches, which is read in order, is a slice of the result")
  func manyMatches() throws {
    let store = try Catalog(path: try LargeCatalog.fileWithYears(), access: .reading)
    for text in ["year>=1900", "year", "year!=1950", "year=1950"] {
      for order in [MovieQuery.Order.title, .added, .attribute(.year)] {
        for descending in [false, true] {
          var query = MovieQuery(
            conditions: [try AttributeCondition(text)], order: order, descending: descending)
          let whole = try store.movieIDs(query)
          #expect(try whole.count == store.movieCount(query))
          #expect(text == "year=1950" || whole.count > 10_000)
          for (limit, offset) in [(20, 0), (20, 500), (1_000, 0), (1, 15_000)] {
            (query.limit, query.offset) = (limit, offset)
            #expect(
              try store.movieIDs(query) == Array(whole.dropFirst(offset).prefix(limit)), "\(query)")
          }
        }
      }
    }
  }

  @Test("A query has at most 64 conditions")
  func manyConditions() throws {
    var store = try Catalog.holding(["a"])
    try store.edit(id: 1, MovieEdit(attributes: attributes(["year": [.integer(1995)]])))
    var query = MovieQuery()
    for text in ["year=1995", "year~9", "!tag"] {
      query.conditions = Array(repeating: try AttributeCondition(text), count: 64)
      #expect(try store.ids(query) == [1])
      query.order = .attribute(.year)
      #expect(try store.ids(query) == [1])
      query.conditions.append(query.conditions[0])
      let invalid = query
      expectInvalid("the query has more than 64 conditions on attributes", .query) {
        try store.movies(invalid)
      }
    }
  }

  @Test("A condition that more than 20,000 values meet is tested for each movie")
  func veryManyValues() throws {
    var store = try Catalog()
    try store.write("many") { store in
      for number in 0..<22 {
        let values = (0..<1_000).map { AttributeValue.integer(Int64(number * 1_000 + $0)) }
        try store.add(MovieDraft(title: "M\(number)", attributes: attributes(["own": values])))
      }
      try store.add(MovieDraft(title: "None"))
    }
    func numbers(
      _ conditions: String..., order: MovieQuery.Order = .added, limit: Int? = nil
    ) throws -> [Int64] {
      let conditions = try conditions.map { try AttributeCondition($0) }
      return try store.movieIDs(MovieQuery(conditions: conditions, order: order, limit: limit))
        .map { $0.rawValue - 1 }
    }
    #expect(try numbers("own>=500") == Array(0..<22))
    #expect(try numbers("own>=500", limit: 3) == [0, 1, 2])
    #expect(try numbers("own>=500", "own<1000") == [0])
    #expect(try numbers("own>=500", "own=21999") == [21])
    #expect(
      try numbers("own>=500", "own!=7", order: .attribute(AttributeKey("own")), limit: 2) == [1, 2])
    #expect(try numbers("!own") == [22])
  }
}
