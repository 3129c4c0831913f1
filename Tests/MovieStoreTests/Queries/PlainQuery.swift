import MovieStore
import Synchronization
import TestSupport

/// A term as a text, and as a plain filter of movies that shares no code with the library's.
struct PlainTerm: Sendable {
  let text: String
  /// Whether it is text without a letter or digit, which is ignored beside other text.
  var isIdle: Bool?
  let matches: @Sendable (Movie) -> Bool

  init(text: String, isIdle: Bool? = nil, matches: @escaping @Sendable (Movie) -> Bool) {
    (self.text, self.isIdle, self.matches) = (text, isIdle, matches)
  }
}

/// Text as a search compares it: letters and digits, and where words start.
struct PlainText {
  private(set) var folded: [Unicode.Scalar]
  private(set) var letters: [Unicode.Scalar] = []
  private(set) var starts: [Int] = []

  init(_ text: String) {
    folded = Array(Folding.fold(text).unicodeScalars)
    let isLetter = folded.map { scalar in
      let isMark = [.nonspacingMark, .spacingMark].contains(scalar.properties.generalCategory)
      return isMark || scalar.properties.isAlphabetic || scalar.properties.numericType != nil
    }
    for (index, scalar) in folded.enumerated() {
      let isFirst = index == 0 || !isLetter[index - 1]
      let isLast = index + 1 == folded.count || !isLetter[index + 1]
      if isLetter[index] {
        if isFirst { starts.append(letters.count) }
        letters.append(scalar)
      } else if scalar == "&", isFirst, isLast {
        starts.append(letters.count)
        letters += "and".unicodeScalars
      }
    }
  }

  private static let known = Mutex<[String: PlainText]>([:])

  /// The same as the initializer, once for each text: catalogs have few different ones.
  static func of(_ text: String) -> PlainText {
    known.withLock { known in
      if let plain = known[text] { return plain }
      let plain = PlainText(text)
      known[text] = plain
      return plain
    }
  }

  /// Whether the text has another one anywhere, or from the start of a word without what is in
  /// between.
  func has(_ other: PlainText) -> Bool {
    let isPlain = other.folded.first != "&" && other.folded.last != "&"
    return startsWord(with: other)
      || (other.letters.isEmpty || isPlain) && Self.has(folded, other.folded)
  }

  func startsWord(with other: PlainText) -> Bool {
    !other.letters.isEmpty && starts.contains { letters[$0...].starts(with: other.letters) }
  }

  /// 0 for the whole text, 1 for its start, 2 for the start of a word, 3 for anywhere else.
  func rank(of other: PlainText) -> Int? {
    if !has(other) { return nil }
    if other.letters.isEmpty {
      return folded == other.folded ? 0 : folded.starts(with: other.folded) ? 1 : 3
    }
    let articles: Set = ["a", "an", "el", "la", "las", "le", "les", "los", "the", "un", "una"]
    var firsts = [0]
    if starts.count > 1, starts[0] == 0,
      articles.contains(String(String.UnicodeScalarView(letters[..<starts[1]])))
    {
      firsts.append(starts[1])
    }
    let found = firsts.filter { starts.contains($0) && letters[$0...].starts(with: other.letters) }
    if found.contains(where: { letters.count - $0 == other.letters.count }) { return 0 }
    return !found.isEmpty ? 1 : startsWord(with: other) ? 2 : 3
  }

  static func has(_ text: [Unicode.Scalar], _ part: [Unicode.Scalar]) -> Bool {
    text.count >= part.count
      && (0...text.count - part.count).contains { text[$0...].starts(with: part) }
  }
}

extension PlainTerm {
  /// A random term about movies of ``RandomCatalog``.
  static func random(_ random: inout RandomSource) -> PlainTerm {
    let term = positive(&random)
    guard Int.random(in: 0..<4, using: &random) == 0 else { return term }
    return PlainTerm(text: "!" + term.text, isIdle: term.isIdle) { !term.matches($0) }
  }

  private static func positive(_ random: inout RandomSource) -> PlainTerm {
    switch Int.random(in: 0..<13, using: &random) {
    case 0, 1, 2: return bare(RandomCatalog.piece(&random))
    case 3: return title(RandomCatalog.piece(&random))
    case 4: return actor(RandomCatalog.piece(&random))
    case 5: return year(&random)
    case 6: return rating(&random)
    case 7: return watched(&random)
    case 8, 9: return tag(&random)
    case 10: return own(&random)
    case 11: return id(&random)
    default: return state(&random)
    }
  }

  static func quoted(_ text: String) -> String {
    "\"" + text.unicodeScalars.map { $0 == "\"" ? "\"\"" : "\($0)" }.joined() + "\""
  }

  static func bare(_ text: String) -> PlainTerm {
    let typed = PlainText(text)
    return PlainTerm(text: quoted(text), isIdle: typed.letters.isEmpty) { movie in
      PlainText.of(movie.title).has(typed)
        || movie.cast.contains { PlainText.of($0.name).rank(of: typed).map { $0 < 3 } ?? false }
    }
  }

  static func title(_ text: String) -> PlainTerm {
    let typed = PlainText(text)
    return PlainTerm(text: "title:" + quoted(text)) { PlainText.of($0.title).has(typed) }
  }

  private static func actor(_ text: String) -> PlainTerm {
    let typed = PlainText(text)
    return PlainTerm(text: "actor:" + quoted(text)) { movie in
      movie.cast.contains { PlainText.of($0.name).has(typed) }
    }
  }

  private static func id(_ random: inout RandomSource) -> PlainTerm {
    let low = Int64.random(in: 1...900, using: &random)
    let high = low + Int64.random(in: 0...400, using: &random)
    let ids: [(String, @Sendable (Int64) -> Bool)] = [
      ("id:\(low)", { $0 == low }), ("id=\(low),\(high)", { $0 == low || $0 == high }),
      ("id:\(low)..\(high)", { low...high ~= $0 }), ("id:\(low)..", { $0 >= low }),
      ("id:..\(high),\(high + 9)", { $0 <= high || $0 == high + 9 }), ("id>\(low)", { $0 > low }),
      ("id<=\(high)", { $0 <= high }), ("id!=\(low)", { $0 != low }),
    ]
    let (text, isFound) = ids[Int.random(in: ids.indices, using: &random)]
    return PlainTerm(text: text) { isFound($0.id.rawValue) }
  }

  private static func year(_ random: inout RandomSource) -> PlainTerm {
    let (low, high) = (
      Int.random(in: 1980...2000, using: &random), Int.random(in: 2000...2010, using: &random)
    )
    let (text, range) =
      [
        ("year:\(low)", low...low), ("year:\(low)..\(high)", low...high),
        ("year:..\(high)", 0...high),
        ("year>=\(low)", low...9_999), ("year<\(high)", 0...high - 1), ("year:1990s", 1990...1999),
        ("year=\(low)", low...low),
      ].randomElement(using: &random) ?? ("year:1990s", 1990...1999)
    return PlainTerm(text: text) { movie in movie.attributes.year.map(range.contains) ?? false }
  }

  private static func rating(_ random: inout RandomSource) -> PlainTerm {
    let least = Double(Int.random(in: 0...20, using: &random)) / 2
    return PlainTerm(text: "rating:\(least)..") { ($0.attributes.rating ?? -1) >= least }
  }

  private static func watched(_ random: inout RandomSource) -> PlainTerm {
    let period =
      ["2024", "2025", "2025-11", "2025-11-03"].randomElement(using: &random) ?? "2024"
    return PlainTerm(text: "watched:\(period)") { movie in
      movie.attributes[.watched].contains { $0.description.hasPrefix(period) }
    }
  }

  private static func tag(_ random: inout RandomSource) -> PlainTerm {
    let tags = RandomCatalog.tags
    let (first, second) = (
      tags.randomElement(using: &random) ?? "x", tags.randomElement(using: &random) ?? "x"
    )
    if Bool.random(using: &random) {
      let folded = [first, second].map(Folding.fold)
      return PlainTerm(text: "tag=\(quoted(first)),\(quoted(second))") { movie in
        movie.attributes[.tag].contains { folded.contains(Folding.fold($0.description)) }
      }
    }
    let typed = PlainText(first)
    return PlainTerm(text: "tag:\(quoted(first))") { movie in
      movie.attributes[.tag].contains { PlainText.of($0.description).has(typed) }
    }
  }

  private static func own(_ random: inout RandomSource) -> PlainTerm {
    let number = Int.random(in: 0..<12, using: &random)
    if Bool.random(using: &random) {
      return PlainTerm(text: "own<\(number)") { movie in
        movie.attributes[RandomCatalog.own].contains {
          $0.plainNumber.map { $0 < Double(number) } ?? false
        }
      }
    }
    let typed = PlainText("\(number)")
    return PlainTerm(text: "own:\(number)") { movie in
      movie.attributes[RandomCatalog.own].contains { value in
        value.plainNumber.map { $0 == Double(number) } ?? PlainText.of(value.description).has(typed)
      }
    }
  }

  private static func state(_ random: inout RandomSource) -> PlainTerm {
    switch Int.random(in: 0..<5, using: &random) {
    case 0: PlainTerm(text: "is:favorite", matches: \.isFavorite)
    case 1:
      PlainTerm(text: "is:watched") { movie in
        !movie.attributes[.watched].isEmpty
          || movie.attributes[.tag].contains { Folding.fold($0.description) == "seen" }
      }
    case 2: PlainTerm(text: "has:actor") { !$0.cast.isEmpty }
    case 3:
      PlainTerm(text: "has:rating,tag") {
        $0.attributes.rating != nil || !$0.attributes[.tag].isEmpty
      }
    default: PlainTerm(text: "has:own") { !$0.attributes[RandomCatalog.own].isEmpty }
    }
  }
}

extension AttributeValue {
  fileprivate var plainNumber: Double? {
    switch self {
    case .text: nil
    case .integer(let number): Double(number)
    case .real(let number): number
    }
  }
}

/// A catalog of few words, so that random terms find some movies.
enum RandomCatalog {
  static let words = [
    "The", "Spider-Man", "WALL·E", "Ocean's", "Eleven", "&", "R&B", "Amélie", "Łódź", "8½", "七",
    "東京物語",
    "a", "An", "it", "heat", "He", "Road", "one", "two", "No", "9", "!", "\"", "%", "AND", "x:y",
    "naïve", "กินรี", "कुल", "Мой", "дои\u{306}", "ガメラ", "Kış",
  ]
  static let names = [
    "Robert De Niro", "Al Pacino", "B. D. Wong", "Édith Piaf", "O'Brien", "Heather Lo", "三船敏郎",
    "The Rock",
    "-", "Ann & Bo",
  ]
  static let tags = ["seen", "Seen", "heist", "to-see", "É", "a,b", "10", "two words", "\""]
  static let own = AttributeKey.own

  /// A part of a title or a name, as a user can type it.
  static func piece(_ random: inout RandomSource) -> String {
    let text =
      Bool.random(using: &random)
      ? title(&random) : names.randomElement(using: &random) ?? "x"
    let scalars = Array(text.unicodeScalars)
    let start = Int.random(in: 0..<scalars.count, using: &random)
    let end = min(scalars.count, start + Int.random(in: 1...7, using: &random))
    var piece = String(String.UnicodeScalarView(scalars[start..<end]))
    if Int.random(in: 0..<3, using: &random) == 0 {
      piece.unicodeScalars.removeAll { " -'·.".unicodeScalars.contains($0) }
    }
    return Folding.fold(piece).isEmpty || piece.allSatisfy(\.isWhitespace) ? "e" : piece
  }

  static func title(_ random: inout RandomSource) -> String {
    (0..<Int.random(in: 1...4, using: &random)).map { _ in
      words.randomElement(using: &random) ?? "x"
    }.joined(separator: " ")
  }

  static func draft(_ random: inout RandomSource) throws -> MovieDraft {
    func number(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }
    var values: [AttributeKey: [AttributeValue]] = [:]
    if number(3) > 0 { values[.year] = [.integer(Int64(1980 + number(30)))] }
    if number(2) > 0 { values[.rating] = [.real(Double(number(21)) / 2)] }
    if number(4) == 0 {
      values[.watched] = (0...number(3)).map { _ in
        let date = "202\(4 + number(2))-1\(number(2))-0\(1 + number(4))"
        return .text(String(date.prefix([4, 7, 10, 10][number(4)])))
      }
    }
    if number(2) > 0 { values[.tag] = (0...number(2)).map { _ in .text(tags[number(tags.count)]) } }
    if number(3) > 0 {
      values[own] = (0...number(2)).map { _ in
        number(2) == 0 ? .real(Double(number(24)) / 2) : .text(tags[number(tags.count)])
      }
    }
    let cast = (0..<number(4)).map { _ in names[number(names.count)] }
    return MovieDraft(
      title: title(&random), cast: cast, isFavorite: number(4) == 0,
      attributes: try MovieAttributes(values))
  }
}

extension AttributeKey {
  /// A key of a user.
  static let own = Result { try AttributeKey("own") }.orYear
}

extension Result<AttributeKey, any Error> {
  fileprivate var orYear: AttributeKey {
    do { return try get() } catch { return .year }
  }
}
