internal import MovieSQLite
internal import MovieSystem

extension ImportedMovies {
  /// Computes the checksum of the rows, in a scan.
  init(
    movies: ClosedRange<Int64>, actors: ClosedRange<Int64>?, in transaction: borrowing Transaction
  ) throws {
    var checksum = ImportChecksum()
    try transaction.forEachRow(
      """
      SELECT id, title, favorite FROM MovieModel
      WHERE id BETWEEN \(movies.lowerBound) AND \(movies.upperBound)
      """
    ) { row throws(SQLiteError) in
      let (id, isFavorite) = (try row.int(at: 0), try row.bool(at: 2))
      try row.withBytes(at: 1) { checksum.addMovie(id, title: $0, isFavorite: isFavorite) }
    }
    try transaction.forEachRow(
      """
      SELECT movieID, actorID, position FROM MovieActor
      WHERE movieID BETWEEN \(movies.lowerBound) AND \(movies.upperBound)
      """
    ) { row throws(SQLiteError) in
      checksum.addCredit(try row.int(at: 0), try row.int(at: 1), try row.int(at: 2))
    }
    try transaction.forEachRow(
      """
      SELECT movieID, key, ordinal, value FROM MovieAttribute
      WHERE movieID BETWEEN \(movies.lowerBound) AND \(movies.upperBound)
      """
    ) { row throws(SQLiteError) in
      let (id, ordinal) = (try row.int(at: 0), try row.int(at: 2))
      let value = try AttributeValue(row: row, at: 3)
      try row.withBytes(at: 1) { checksum.addAttribute(id, $0, ordinal, value) }
    }
    if let actors {
      try transaction.forEachRow(
        """
        SELECT id, name FROM ActorModel
        WHERE id BETWEEN \(actors.lowerBound) AND \(actors.upperBound)
        """
      ) { row throws(SQLiteError) in
        let id = try row.int(at: 0)
        try row.withBytes(at: 1) { checksum.addActor(id, name: $0) }
      }
    }
    self.init(movies: movies, actors: actors, checksum: checksum.value)
  }

  /// Whether the rows are still the ones that the import added.
  func areUnchanged(in transaction: borrowing Transaction) throws -> Bool {
    try self == ImportedMovies(movies: movies, actors: actors, in: transaction)
  }
}

/// A checksum of rows that does not depend on their order. It finds changes, but does not resist forgery.
package struct ImportChecksum {
  private var sum: UInt64 = 0

  package init() {}

  package var value: Int64 { Int64(bitPattern: sum) }

  package mutating func addMovie(_ id: Int64, title: Span<UInt8>, isFavorite: Bool) {
    add(id, title.fnv1a, isFavorite ? 1 : 2)
  }

  package mutating func addCredit(_ movie: Int64, _ actor: Int64, _ position: Int64) {
    add(movie, UInt64(bitPattern: actor), UInt64(bitPattern: position) &+ 3)
  }

  mutating func addActor(_ id: Int64, name: Span<UInt8>) { add(id, name.fnv1a, 0) }

  /// A text and a number differ, and so do an integer and a real number.
  package mutating func addAttribute(
    _ movie: Int64, _ key: Span<UInt8>, _ ordinal: Int64, _ value: AttributeValue
  ) {
    let hash = key.fnv1a &* SplitMix64.step
    let second =
      switch value {
      case .text(let text): hash ^ text.utf8.span.fnv1a
      case .integer(let number): ~hash ^ UInt64(bitPattern: number)
      case .real(let number): ~hash ^ number.bitPattern &* SplitMix64.step
      }
    // No credit has such a position.
    add(movie, second, UInt64(bitPattern: ordinal) | 1 << 40)
  }

  private mutating func add(_ first: Int64, _ second: UInt64, _ third: UInt64) {
    // The finalizer of SplitMix64, https://prng.di.unimi.it/splitmix64.c
    var hash = UInt64(bitPattern: first) &* SplitMix64.step ^ second &+ third << 56 ^ third
    hash = (hash ^ hash >> 30) &* 0xBF58_476D_1CE4_E5B9
    hash = (hash ^ hash >> 27) &* 0x94D0_49BB_1331_11EB
    sum &+= hash ^ hash >> 31
  }
}
