internal import MovieSQLite
package import MovieStore
internal import MovieSystem

/// Large catalogs, generated row by row.
extension SampleCatalog {
  /// A catalog with the given number of movies: every eighth is one of the hostile and edge cases,
  /// the others are generated. It is the same on every machine.
  package static func scaled(to movies: Int) -> SampleCatalog {
    SampleCatalog(
      name: "scale", rows: ScaledRows(count: movies), attributes: edgeCases.attributes)
  }

  /// Creates the catalog at a version, in an empty file.
  package func create(_ version: SchemaVersion, at path: String) throws {
    do {
      let connection = try ConnectionSetup.connection(to: .file(path))
      connection.reportsCommits = false
      try create(version, in: connection)
    } catch let error as SQLiteError {
      throw StoreError(error, path: path)
    }
  }
}

private struct ScaledRows: Sequence, IteratorProtocol, Sendable {
  private static let interval = 8
  /// Rows of a usual length: the longest ones would decide the size of the file.
  private static let special = [SampleCatalog.edgeCases, .hostile].flatMap { catalog in
    catalog.rows.filter { $0.isMigratable && $0.title.utf8.count + $0.cast.utf8.count < 1_000 }
  }

  let count: Int
  private var index = 0
  private var movies = RandomMovies(seed: 1)

  init(count: Int) { self.count = count }

  mutating func next() -> SampleCatalog.Row? {
    if index == count { return nil }
    defer { index += 1 }
    if index.isMultiple(of: Self.interval) {
      return Self.special[index / Self.interval % Self.special.count]
    }
    let movie = movies.next()
    let cast = JSONValue.array(movie.cast.map(JSONValue.text)).bytes
    return SampleCatalog.Row(
      title: movie.title, cast: String(decoding: cast, as: UTF8.self),
      isFavorite: index.isMultiple(of: 10))
  }
}
