internal import MovieSQLite
internal import MovieStore
internal import MovieSystem

extension ImportChecksum {
  /// The checksum of a movie with its cast and attributes. That of the names does not depend on the
  /// ids of actors.
  init(_ movie: Movie) {
    self.init()
    addMovie(movie.id.rawValue, title: movie.title.utf8.span, isFavorite: movie.isFavorite)
    for (position, actor) in movie.cast.enumerated() {
      addName(movie.id.rawValue, actor.name.utf8.span.fnv1a, Int64(position))
    }
    for entry in movie.attributes.entries {
      for (ordinal, value) in entry.values.enumerated() {
        addAttribute(movie.id.rawValue, entry.key.name.utf8.span, Int64(ordinal), value)
      }
    }
  }

  private mutating func addName(_ movie: Int64, _ name: UInt64, _ position: Int64) {
    addCredit(movie, Int64(bitPattern: name), position)
  }

  /// The checksums of all movies, in scans of the tables.
  static func all(in catalog: borrowing CatalogTransaction) throws -> [Int64: Int64] {
    var sums: [Int64: ImportChecksum] = [:]
    try catalog.database.forEachRow("SELECT id, title, favorite FROM MovieModel") {
      row throws(SQLiteError) in
      let (id, isFavorite) = (try row.int(at: 0), try row.bool(at: 2))
      var sum = ImportChecksum()
      try row.withBytes(at: 1) { sum.addMovie(id, title: $0, isFavorite: isFavorite) }
      sums[id] = sum
    }
    var names: [Int64: UInt64] = [:]
    try catalog.database.forEachRow("SELECT id, name FROM ActorModel") { row throws(SQLiteError) in
      let id = try row.int(at: 0)
      try row.withBytes(at: 1) { names[id] = $0.fnv1a }
    }
    // The position counts among those of the movie: another program can have left gaps.
    var last: (movie: Int64, position: Int64) = (0, -1)
    try catalog.database.forEachRow(
      "SELECT movieID, actorID FROM MovieActor ORDER BY movieID, position, actorID"
    ) { row throws(SQLiteError) in
      let movie = try row.int(at: 0)
      last = (movie, movie == last.movie ? last.position + 1 : 0)
      sums[movie]?.addName(movie, names[try row.int(at: 1)] ?? 0, last.position)
    }
    if catalog.hasAttributes {
      var last: (movie: Int64, key: [UInt8], ordinal: Int64) = (0, [], -1)
      try catalog.database.forEachRow(
        "SELECT movieID, key, value FROM MovieAttribute ORDER BY movieID, key, ordinal"
      ) { row throws(SQLiteError) in
        let movie = try row.int(at: 0)
        let (key, value) = (try row.bytes(at: 1), try AttributeValue(row: row, at: 2))
        let isNext = movie == last.movie && key == last.key
        last = (movie, key, isNext ? last.ordinal + 1 : 0)
        sums[movie]?.addAttribute(movie, key.span, last.ordinal, value)
      }
    }
    return sums.mapValues(\.value)
  }
}
