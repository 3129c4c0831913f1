internal import MovieSQLite
internal import MovieSystem

/// Titles, names and attributes for completion while a user types. Nothing is written or copied, waits for locks are
/// short, and few rows are read.
package struct CompletionSource: ~Copyable {
  package struct Title: Sendable {
    package let movie: Movie
    /// Whether no other movie has exactly this title.
    package let isUnique: Bool
  }

  /// If at least this many titles begin with the text, words inside titles are not searched for.
  private static let sufficientTitles = 20
  /// The maximum number of titles to read if the index alone cannot decide which of them match.
  private static let titleLimit = 2_000

  private var database: UntouchedDatabase

  /// - Parameter milliseconds: The timeout for locks.
  /// - Throws: As `UntouchedDatabase.init`; `busy` also if reading the file requires writing or
  ///   copying it.
  package init(path: String, waiting milliseconds: Int32 = 200) throws(StoreError) {
    database = try UntouchedDatabase(
      path: path, timeout: LockTimeout(milliseconds: milliseconds), mayCopy: false)
  }

  /// Returns movies whose title begins with the text, by title, and if these are few, movies whose title
  /// has its words. Case, accents and a leading article are ignored.
  ///
  /// - Parameter limit: The maximum number of movies. If more match, the last one returned is the last one
  ///   of all: the common beginning of the returned titles is then that of all matches.
  package mutating func titles(beginning typed: String, limit: Int) throws -> [Title] {
    try read { catalog in
      try Self.titles(Self.movies(beginning: typed, limit: limit, in: catalog), in: catalog)
    }
  }

  static func movies(
    beginning typed: String, limit: Int, in catalog: borrowing CatalogTransaction
  ) throws -> [Movie] {
    var movies = try Self.movies(limit + 1, beginning: typed, in: catalog)
    if movies.count > limit {
      let last = try Self.movies(1, beginning: typed, descending: true, in: catalog)
      movies = movies.prefix(limit - 1) + last
    } else if movies.count < Self.sufficientTitles, catalog.hasSearchIndex, Self.hasWords(typed) {
      let words = MovieQuery(try LoosePattern.all(in: typed).map { .title($0.text) })
      var found = try MovieList(words, by: .title, limit: limit).rows(in: catalog)
      // The loose search would add 'Alien' to titles that begin with 'alien:'.
      let folded = Folding.fold(typed)
      if !movies.isEmpty {
        found.removeAll { folded.utf8.starts(with: Folding.fold($0.title).utf8) }
      }
      movies += found.filter { match in !movies.contains { $0.id == match.id } }.prefix(
        limit - movies.count)
    }
    return movies
  }

  /// Returns the movie that the title or title with year names, or `nil` if it names none or
  /// several.
  package mutating func movie(titled title: String) throws -> Movie.ID? {
    try read { catalog in
      try MovieLookup.movie(
        titled: title, in: catalog)
    }
  }

  /// Returns actors whose name begins with the text, by name. If it is one word, which can be a last name,
  /// or if no name begins with it, actors whose name has its words are returned too. If more match than
  /// the limit, the last one returned is the last one of all.
  package mutating func actors(
    beginning typed: String, limit: Int
  ) throws -> [ActorWithMovieCount] {
    try read { catalog in try Self.actors(beginning: typed, limit: limit, in: catalog) }
  }

  static func actors(
    beginning typed: String, limit: Int, in catalog: borrowing CatalogTransaction
  ) throws -> [ActorWithMovieCount] {
    let folded = Folding.fold(typed)
    let isOneWord = !typed.unicodeScalars.contains(where: \.properties.isWhitespace)
    var ids: Set<Int64> = []
    for beginning in try StoredTexts.spellings(
      of: folded, among: "SELECT name AS text FROM ActorModel", in: catalog)
    {
      for (descending, count) in [(false, limit), (true, 1)] {
        ids.formUnion(
          try catalog.database.fetchInts(
            """
            SELECT id FROM ActorModel
            WHERE name >= \(beginning) AND name < \(StoredTexts.end(of: beginning))
              AND instr(fold(name), \(folded)) = 1
            \(orderSQL(["name"], descending: descending)) LIMIT \(count)
            """))
      }
    }
    if isOneWord || ids.isEmpty, ids.count < limit, catalog.hasSearchIndex, Self.hasWords(typed) {
      ids.formUnion(try ActorQuery(search: typed).parsed().ids(upTo: limit, in: catalog))
    }
    let actors = try catalog.database.fetchAll(
      """
      SELECT \(ActorWithMovieCount.columns) FROM ActorModel AS a
      WHERE a.id IN (SELECT value FROM json_each(\(jsonArray(ids))))
      ORDER BY instr(fold(a.name), \(folded)) <> 1, fold(a.name), a.name
      """, ActorWithMovieCount.init(row:))
    return actors.count <= limit ? actors : actors.prefix(limit - 1) + actors.suffix(1)
  }

  /// Returns the actors in the cast of the one movie that the reference names whose name begins with the
  /// text or has its words, in billing order.
  package mutating func cast(
    of reference: MovieReference, beginning typed: String
  ) throws -> [ActorWithMovieCount] {
    try read { catalog in
      let movies = try MovieLookup.movies(
        reference, in: catalog)
      guard movies.count == 1 else { return [] }
      let folded = Folding.fold(typed)
      let words = Self.hasWords(typed) ? try LoosePattern.all(in: typed) : []
      let actors = try ActorQuery(movie: movies[0].id, order: .billing).parsed()
      return try actors.fetchAll(in: catalog).filter {
        let name = $0.name
        return Folding.fold(name).utf8.starts(with: folded.utf8)
          || !words.isEmpty && words.allSatisfy { $0.matches(name) }
      }
    }
  }

  // MARK: Attributes

  /// Returns the valid keys that movies have, in their order.
  ///
  /// - Parameter limit: The maximum number of keys.
  package mutating func attributeKeys(limit: Int) throws -> [AttributeKey] {
    try read { catalog in try AttributeTable.keys(limit: limit, in: catalog) }
  }

  /// Returns the values of the key that begin with the text, each once: numbers, then texts in alphabetical order. Case
  /// and accents are ignored. Of a key with very many different numbers, some are not found.
  ///
  /// - Parameter limit: The maximum number of values. If more match, the last one returned is the last one of all.
  package mutating func attributeValues(
    of key: AttributeKey, beginning typed: String, limit: Int
  ) throws -> [AttributeValue] {
    let folded = Folding.fold(typed)
    return try read { catalog in
      guard catalog.hasAttributes else { return [] }
      // Numbers are before texts.
      var values = try StoredTexts.values(
        of: key, before: "", limit: StoredTexts.stepLimit, in: catalog
      ).filter { $0.description.hasPrefix(folded) }
      var found: [(folded: String, value: AttributeValue)] = []
      for beginning in try StoredTexts.spellings(
        of: folded, among: StoredTexts.values(of: key), in: catalog)
      {
        found += try StoredTexts.values(
          of: key, from: beginning, before: StoredTexts.end(of: beginning), limit: limit,
          in: catalog
        ).map { (Folding.fold($0.description), $0) }.filter { $0.0.utf8.starts(with: folded.utf8) }
      }
      values += found.sorted { $0.folded < $1.folded }.map(\.value)
      return values.count <= limit ? values : values.prefix(limit - 1) + values.suffix(1)
    }
  }

  /// Returns the attributes of the one movie that the reference names.
  ///
  /// - Returns: `nil` for a range with another number of movies.
  package mutating func attributes(of reference: MovieReference) throws -> MovieAttributes? {
    try read { catalog in
      let movies = try MovieLookup.movies(
        reference, in: catalog)
      guard movies.count == 1 else { return nil }
      return try catalog.withDetails(movies[0]).attributes
    }
  }

  private mutating func read<Result>(
    _ body: (borrowing CatalogTransaction) throws -> Result
  ) throws -> Result {
    let path = database.path
    return try database.read { transaction throws in
      var schema = SchemaVerifier()
      try schema.verify(in: transaction, path: path)
      return try body(CatalogTransaction(transaction, schema))
    }
  }

  /// Whether the text has words to search for: at least three characters.
  private static func hasWords(_ typed: String) -> Bool {
    typed.unicodeScalars.count { !$0.properties.isWhitespace } >= 3
  }

  private static func movies(
    _ count: Int, beginning typed: String, descending: Bool = false,
    in catalog: borrowing CatalogTransaction
  ) throws(SQLiteError) -> [Movie] {
    let folded = Folding.fold(typed)
    let start = Folding.foldForSorting(typed)
    // A letter is appended so that white space at the end is not removed.
    let sortable =
      SortableTitle.beginsArticle(start)
      ? ""
      : String(
        String.UnicodeScalarView(SortableTitle.of(typed + "x").unicodeScalars.dropLast()))
    let order = orderSQL(["sortableTitle", "id"], descending: descending)
    return try catalog.database.fetchAll(
      """
      SELECT \(Movie.columns) FROM MovieModel AS m
      WHERE m.id IN (
        SELECT id FROM (
          SELECT id FROM (
            SELECT id, title FROM MovieModel WHERE \(isSorted(from: start)) \(order)
            LIMIT \(titleLimit))
          WHERE instr(folded_title(title), \(folded)) = 1 LIMIT \(count))
        UNION ALL
        SELECT id FROM (
          SELECT id, title FROM MovieModel WHERE \(isSorted(from: sortable)) \(order)
          LIMIT \(titleLimit))
        WHERE instr(fold(title), \(folded)) = 1)
      \(order) LIMIT \(count)
      """, Movie.init(row:))
  }

  private static func isSorted(from start: String) -> SQL {
    "sortableTitle >= \(start) AND sortableTitle < \(StoredTexts.end(of: start))"
  }

  private static func titles(
    _ movies: [Movie], in catalog: borrowing CatalogTransaction
  ) throws(SQLiteError) -> [Title] {
    var others = try catalog.database.prepare(
      """
      SELECT EXISTS (SELECT 1 FROM MovieModel WHERE sortableTitle = ?1 AND title = ?2 AND id <> ?3)
      """)
    var titles: [Title] = []
    for movie in movies {
      try others.bind([
        .text(movie.sortableTitle), .text(movie.title), .integer(movie.id.rawValue),
      ])
      let withDetails = try catalog.withDetails(movie)
      titles += try others.fetchAll { row throws(SQLiteError) in
        Title(movie: withDetails, isUnique: try !row.bool(at: 0))
      }
    }
    return titles
  }
}
