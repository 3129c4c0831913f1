internal import MovieSQLite

/// Titles and names for completion while a user types. Nothing is written or copied, waits for locks are
/// short, and few rows are read.
package struct CompletionSource: ~Copyable {
  package struct Title: Sendable {
    package let movie: MovieWithCast
    /// Whether no other movie has exactly this title.
    package let isUnique: Bool
    /// Whether no other movie has this title when case, accents and article are ignored.
    package let isUniqueFolded: Bool
  }

  /// The number of letters from which words inside titles and names are found.
  private static let minimumLetters = 3
  /// If at least this many titles begin with the text, words inside titles are not searched for.
  private static let sufficientTitles = 20

  private var database: ReadOnlyDatabase

  /// - Parameter milliseconds: The timeout for locks.
  /// - Throws: As `ReadOnlyDatabase.init`; `busy` also if reading the file requires writing or copying it.
  package init(path: String, waiting milliseconds: Int32 = 200) throws(StoreError) {
    database = try ReadOnlyDatabase(
      path: path, timeout: LockTimeout(milliseconds: milliseconds), mayCopy: false)
  }

  /// Returns movies whose title begins with the text, and if these are few, movies whose title has its
  /// words.
  ///
  /// - Parameter limit: The maximum number of movies. If more match, the last one returned is the last one
  ///   of all.
  package mutating func titles(beginning typed: String, limit: Int) throws -> [Title] {
    try read { transaction, schema in
      let completions = TitleCompletions(limit: limit)
      var movies = try completions.movies(beginning: typed, in: transaction)
      if movies.count < Self.sufficientTitles, schema.hasSearchIndex, let text = Self.words(typed) {
        let found = try completions.movies(with: text, in: transaction)
        movies += found.filter { !movies.contains($0) }.prefix(limit - movies.count)
      }
      return try Self.titles(movies, in: transaction)
    }
  }

  /// Returns actors whose name begins with the text. If it is one word, which can be a last name, or if
  /// no name begins with it, actors whose name has its words are returned too.
  package mutating func actors(
    beginning typed: String, limit: Int
  ) throws -> [ActorWithMovieCount] {
    try read { transaction, _ in
      let completions = NameCompletions(limit: limit)
      var actors = try completions.actors(beginning: typed, in: transaction)
      let isFirstWord = !typed.unicodeScalars.contains(where: \.properties.isWhitespace)
      if actors.isEmpty || isFirstWord && actors.count < limit, let text = Self.words(typed) {
        let found = try completions.actors(with: text, in: transaction)
        actors += found.filter { !actors.contains($0) }.prefix(limit - actors.count)
      }
      return try Self.withMovieCounts(actors, in: transaction)
    }
  }

  /// Returns the actors in the cast of the one movie that the reference names whose name begins with the
  /// text or has its words, in billing order.
  package mutating func cast(
    of reference: MovieReference, beginning typed: String
  ) throws -> [ActorWithMovieCount] {
    try read { transaction, schema in
      let movies = try MovieLookup.movies(
        reference, hasIndex: schema.hasSearchIndex, in: transaction)
      guard movies.count == 1 else { return [] }
      var casts = try CastReader(in: transaction)
      let folded = Folding.fold(typed)
      let text = Self.words(typed)
      let actors = try casts.withCast(movies[0]).cast.filter {
        Folding.fold($0.name).utf8.starts(with: folded.utf8) || text?.matches($0.name) == true
      }
      return try Self.withMovieCounts(actors, in: transaction)
    }
  }

  private mutating func read<Result>(
    _ body: (borrowing Transaction, SchemaVerifier) throws -> Result
  ) throws -> Result {
    let path = database.path
    return try database.read { transaction throws in
      var schema = SchemaVerifier()
      try schema.verify(in: transaction, path: path)
      return try body(transaction, schema)
    }
  }

  private static func words(_ typed: String) -> SearchPattern? {
    let letters = typed.unicodeScalars.filter { !$0.properties.isWhitespace }
    guard letters.count >= minimumLetters else { return nil }
    do { return try SearchPattern(typed) } catch { return nil }
  }

  private static func titles(
    _ movies: [Movie], in transaction: borrowing Transaction
  ) throws(SQLiteError) -> [Title] {
    var casts = try CastReader(in: transaction)
    var others = try transaction.prepare(
      """
      SELECT EXISTS (SELECT 1 FROM MovieModel WHERE sortableTitle = ?1 AND id <> ?3),
        EXISTS (SELECT 1 FROM MovieModel WHERE sortableTitle = ?1 AND title = ?2 AND id <> ?3)
      """)
    var titles: [Title] = []
    for movie in movies {
      try others.bind([
        .text(movie.sortableTitle), .text(movie.title), .integer(movie.id.rawValue),
      ])
      let withCast = try casts.withCast(movie)
      titles += try others.fetchAll { row throws(SQLiteError) in
        Title(
          movie: withCast, isUnique: try !row.bool(at: 1), isUniqueFolded: try !row.bool(at: 0))
      }
    }
    return titles
  }

  private static func withMovieCounts(
    _ actors: [Actor], in transaction: borrowing Transaction
  ) throws(SQLiteError) -> [ActorWithMovieCount] {
    var statement = try transaction.prepare("SELECT count(*) FROM MovieActor WHERE actorID = ?")
    var counted: [ActorWithMovieCount] = []
    for actor in actors {
      try statement.bind(actor.id.rawValue, at: 1)
      counted += try statement.fetchAll { row throws(SQLiteError) in
        ActorWithMovieCount(actor: actor, movieCount: Int(try row.int(at: 0)))
      }
    }
    return counted
  }
}
