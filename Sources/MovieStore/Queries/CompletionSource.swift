internal import MovieSQLite

/// A catalog as it is looked at while somebody types: nothing of it is written, copied or waited for
/// long, and few rows are read.
package struct CompletionSource: ~Copyable {
  package struct Title: Sendable {
    package let movie: MovieWithCast
    /// Whether no other movie has exactly the title.
    package let isUnique: Bool
    /// Whether no other movie has the title with case, accents and article folded.
    package let isUniqueFolded: Bool
  }

  /// The letters that must be typed before words are looked for inside titles and names.
  private static let fewestLetters = 3
  /// Titles that begin so are enough where there are so many.
  private static let enoughTitles = 20

  private var database: ReadOnlyDatabase

  /// - Parameter milliseconds: how long to wait for locks.
  /// - Throws: as `ReadOnlyDatabase.init`; `busy` also where the file could be read by writing or
  ///   copying alone.
  package init(path: String, waiting milliseconds: Int32 = 200) throws(StoreError) {
    database = try ReadOnlyDatabase(
      path: path, timeout: LockTimeout(milliseconds: milliseconds), mayCopy: false)
  }

  /// Movies whose title begins so, and where these are few, those that have the words.
  ///
  /// - Parameter most: how many are answered at most; then the last is the last of all.
  package mutating func titles(beginning typed: String, most: Int) throws -> [Title] {
    let path = database.path
    return try database.read { transaction throws in
      var schema = SchemaVerifier.unknown
      try schema.verify(in: transaction, path: path)
      let completions = TitleCompletions(most: most)
      var movies = try completions.movies(beginning: typed, in: transaction)
      if movies.count < Self.enoughTitles, schema.hasSearchIndex, let text = Self.words(typed) {
        let found = try completions.movies(with: text, in: transaction)
        movies += found.filter { !movies.contains($0) }.prefix(most - movies.count)
      }
      return try Self.titles(movies, in: transaction)
    }
  }

  /// Actors whose name begins so, and those that have the word: people are known by their last names. Of
  /// several words, where none begins so, those that have all of them.
  package mutating func actors(beginning typed: String, most: Int) throws -> [ActorWithMovieCount] {
    let path = database.path
    return try database.read { transaction throws in
      var schema = SchemaVerifier.unknown
      try schema.verify(in: transaction, path: path)
      let completions = NameCompletions(most: most)
      var actors = try completions.actors(beginning: typed, in: transaction)
      let isFirstWord = !typed.unicodeScalars.contains(where: \.properties.isWhitespace)
      if actors.isEmpty || isFirstWord && actors.count < most, let text = Self.words(typed) {
        let found = try completions.actors(with: text, in: transaction)
        actors += found.filter { !actors.contains($0) }.prefix(most - actors.count)
      }
      return try Self.credited(actors, in: transaction)
    }
  }

  /// The cast of the one movie that the reference names, in billing order: names that begin so, and
  /// those that have the words.
  package mutating func cast(
    of reference: MovieReference, beginning typed: String
  ) throws -> [ActorWithMovieCount] {
    let path = database.path
    return try database.read { transaction throws in
      var schema = SchemaVerifier.unknown
      try schema.verify(in: transaction, path: path)
      let movies = try MovieLookup.movies(
        reference, hasIndex: schema.hasSearchIndex, in: transaction)
      guard movies.count == 1 else { return [] }
      var casts = try CastReader(in: transaction)
      let folded = Folding.fold(typed)
      let text = Self.words(typed)
      let actors = try casts.credited(movies[0]).cast.filter {
        Folding.fold($0.name).utf8.starts(with: folded.utf8) || text?.matches($0.name) == true
      }
      return try Self.credited(actors, in: transaction)
    }
  }

  private static func words(_ typed: String) -> SearchPattern? {
    let letters = typed.unicodeScalars.filter { !$0.properties.isWhitespace }
    guard letters.count >= fewestLetters else { return nil }
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
      _ = try others.step()
      titles.append(
        Title(
          movie: try casts.credited(movie), isUnique: !others.boolean(at: 1),
          isUniqueFolded: !others.boolean(at: 0)))
      try others.reset()
    }
    return titles
  }

  private static func credited(
    _ actors: [Actor], in transaction: borrowing Transaction
  ) throws(SQLiteError) -> [ActorWithMovieCount] {
    var statement = try transaction.prepare("SELECT count(*) FROM MovieActor WHERE actorID = ?")
    var credited: [ActorWithMovieCount] = []
    for actor in actors {
      try statement.bind(actor.id.rawValue, at: 1)
      let count = try statement.step() ? Int(statement.integer(at: 0)) : 0
      credited.append(ActorWithMovieCount(actor: actor, movieCount: count))
      try statement.reset()
    }
    return credited
  }
}
