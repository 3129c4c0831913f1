internal import MovieSQLite

/// Finds movies by the beginning of their title. Case, accents and a leading article are ignored.
struct TitleCompletions {
  /// The maximum number of movies.
  let limit: Int
  /// The maximum number of rows to read if the index alone cannot decide which titles match.
  private static let maximumRead = 2_000

  /// Returns the movies by title. If more match, the last one returned is the last one of all: the common
  /// beginning of the returned titles is then that of all matches.
  func movies(
    beginning typed: String, in transaction: borrowing Transaction
  ) throws(SQLiteError) -> [Movie] {
    let folded = Folding.fold(typed)
    let sortable = SortableTitle.beginsArticle(folded) ? "" : Self.withoutArticle(typed)
    let bySortable = try movies(sortedFrom: folded, in: transaction) { _ in true }
    if sortable == folded { return bySortable }
    let byTitle = try movies(sortedFrom: sortable, in: transaction) {
      Folding.fold($0.title).utf8.starts(with: folded.utf8)
    }
    let seen = Set(bySortable.map(\.id))
    return firstAndLast(
      of: (bySortable + byTitle.filter { !seen.contains($0.id) }).sorted(by: Self.isOrdered))
  }

  /// Returns movies whose title has the words anywhere, if the search index can find them.
  func movies(
    with text: SearchPattern, in transaction: borrowing Transaction
  ) throws(SQLiteError) -> [Movie] {
    if text.isTooShortForIndex { return [] }
    return try transaction.fetchAll(
      """
      SELECT \(Movie.columns) FROM MovieModel AS m WHERE m.id IN (\(text.movieIDs) LIMIT \(limit))
      ORDER BY m.sortableTitle, m.id
      """, Movie.init(row:))
  }

  private func movies(
    sortedFrom start: String, in transaction: borrowing Transaction,
    where isMatch: (Movie) -> Bool
  ) throws(SQLiteError) -> [Movie] {
    let first = try movies(
      limit + 1, sortedFrom: start, descending: false, in: transaction, where: isMatch)
    if first.count <= limit { return first }
    let last = try movies(
      1, sortedFrom: start, descending: true, in: transaction, where: isMatch)
    return firstAndLast(of: first + last)
  }

  private func movies(
    _ count: Int, sortedFrom start: String, descending: Bool,
    in transaction: borrowing Transaction, where isMatch: (Movie) -> Bool
  ) throws(SQLiteError) -> [Movie] {
    var statement = try transaction.prepare(
      """
      SELECT \(Movie.columns) FROM MovieModel AS m
      WHERE m.sortableTitle >= \(start) AND m.sortableTitle < \(start + "\u{10FFFF}")
      \(orderSQL(["m.sortableTitle", "m.id"], descending: descending)) LIMIT \(Self.maximumRead)
      """)
    var movies: [Movie] = []
    while movies.count < count, try statement.step() {
      let movie = try Movie(row: statement.row)
      if isMatch(movie) { movies.append(movie) }
    }
    return movies
  }

  private func firstAndLast(of movies: [Movie]) -> [Movie] {
    movies.count <= limit ? movies : movies.prefix(limit - 1) + movies.suffix(1)
  }

  private static func isOrdered(_ one: Movie, _ other: Movie) -> Bool {
    one.sortableTitle.isExactly(other.sortableTitle)
      ? one.id < other.id : one.sortableTitle.precedes(other.sortableTitle)
  }

  /// Returns the beginning of the sortable titles of all titles that begin with the text. A letter is
  /// appended so that white space at the end is not removed.
  private static func withoutArticle(_ typed: String) -> String {
    String(String.UnicodeScalarView(SortableTitle.of(typed + "x").unicodeScalars.dropLast()))
  }
}

/// Finds actors by the beginning of their name. Case and accents are ignored.
///
/// The index has names as they are written. Therefore every spelling of the beginning that occurs is
/// searched for in it, letter by letter.
struct NameCompletions {
  /// The maximum number of actors.
  let limit: Int
  /// The maximum number of spellings of a beginning.
  private static let maximumSpellings = 64
  /// The maximum number of names in which words are searched for. In a larger catalog, some names are not
  /// found by their words.
  private static let maximumRead = 200_000

  /// Returns the actors by name. If more match, the last one of each spelling is returned too.
  func actors(
    beginning typed: String, in transaction: borrowing Transaction
  ) throws(SQLiteError) -> [Actor] {
    let folded = Array(Folding.fold(typed).unicodeScalars)
    var actors: Set<Actor> = []
    for spelling in try spellings(of: folded, in: transaction) {
      for (descending, count) in [(false, limit), (true, 1)] {
        actors.formUnion(
          try transaction.fetchAll(
            """
            SELECT id, name FROM ActorModel
            WHERE name >= \(spelling) AND name < \(spelling + "\u{10FFFF}")
            \(orderSQL(["name"], descending: descending)) LIMIT \(count)
            """, Actor.init(row:)))
      }
    }
    let sorted = Array(actors).sortedByName()
    return sorted.count <= limit ? sorted : sorted.prefix(limit - 1) + sorted.suffix(1)
  }

  /// Returns actors whose name has the words anywhere.
  func actors(
    with text: SearchPattern, in transaction: borrowing Transaction
  ) throws(SQLiteError) -> [Actor] {
    try transaction.fetchAll(
      """
      SELECT a.id, a.name
      FROM (
        SELECT id, name FROM ActorModel INDEXED BY actor_by_name LIMIT \(Self.maximumRead)) AS a
      WHERE \(text.actorCondition) LIMIT \(limit)
      """, Actor.init(row:)
    ).sortedByName()
  }

  /// Returns the beginnings of stored names that fold to the text.
  private func spellings(
    of folded: [Unicode.Scalar], in transaction: borrowing Transaction
  ) throws(SQLiteError) -> [String] {
    var probe = try transaction.prepare(
      "SELECT 1 FROM ActorModel WHERE name >= ?1 AND name < ?1 || char(0x10FFFF) LIMIT 1")
    var open = [(text: "", count: 0)]
    var spellings: [String] = []
    while let (text, count) = open.popLast(), spellings.count < Self.maximumSpellings {
      if count >= folded.count {
        spellings.append(text)
        continue
      }
      for variant in FoldingVariants.of(folded[count...]) {
        let longer = text + variant.text
        try probe.bind(longer, at: 1)
        let exists = try probe.fetchOne { _ throws(SQLiteError) in true } != nil
        if exists { open.append((longer, count + variant.count)) }
      }
    }
    return spellings
  }
}

/// The letters that fold to a letter: `A`, `a`, `Á` and more for `a`.
private enum FoldingVariants {
  /// Returns the letters that fold to the beginning of the text, or to the whole text and more, each with
  /// the number of folded letters.
  static func of(_ folded: ArraySlice<Unicode.Scalar>) -> [(text: String, count: Int)] {
    guard let first = folded.first else { return [] }
    let own = Set([String(first), first.properties.uppercaseMapping])
    let others = accented[first, default: []].compactMap { letter in
      zip(letter.folded, folded).allSatisfy { $0 == $1 } ? (letter.text, letter.folded.count) : nil
    }
    return own.sorted().map { ($0, 1) } + others.filter { !own.contains($0.0) }
  }

  /// Latin, Greek and Cyrillic letters that fold to others, by the first of these.
  private static let accented: [Unicode.Scalar: [(text: String, folded: [Unicode.Scalar])]] = {
    let blocks: [ClosedRange<UInt32>] = [
      0xC0...0x24F, 0x386...0x3CE, 0x400...0x491, 0x1E00...0x1EF9,
    ]
    let letters = blocks.joined().compactMap { Unicode.Scalar($0) }.map { letter in
      (text: String(letter), folded: Array(Folding.fold(String(letter)).unicodeScalars))
    }
    return Dictionary(grouping: letters.filter { !$0.folded.isEmpty }) { $0.folded[0] }
  }()
}
