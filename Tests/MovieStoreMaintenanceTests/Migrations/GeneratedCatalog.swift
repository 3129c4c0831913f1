import MovieSQLite
import MovieStore
import StoreTestSupport
import TestSupport

/// A catalog of unusual texts, repeated names, empty casts and unusual keys.
struct GeneratedCatalog {
  private let rows: [OldCatalog.Row]
  /// The positions of movies, keys, and values.
  private let attributes: [(movie: Int, key: String, value: AttributeValue)]

  init(_ random: inout RandomSource) throws {
    let names = (0..<9).map { _ in random.text(upTo: 6) }
    var keys: [Int64] = [.min, -7, 0, 1, 2, 3, 5, 1_000, 1 << 31, 1 << 53, .max - 9]
    keys.shuffle(using: &random)
    let areUnusual = Bool.random(using: &random)
    var rows: [OldCatalog.Row] = []
    for index in 0..<Int.random(in: 0...keys.count, using: &random) {
      let cast = (0..<Int.random(in: 0...6, using: &random)).map { _ in
        names.randomElement(using: &random) ?? ""
      }
      var row = try OldCatalog.Row(random.text(upTo: 12), cast)
      if areUnusual { row.key = keys[index] }
      rows.append(row)
    }
    self.rows = rows
    attributes = (0..<Int.random(in: 0...rows.count, using: &random)).map { _ in
      let value: AttributeValue =
        switch Int.random(in: 0...2, using: &random) {
        case 0: .text(random.text(upTo: 6))
        case 1: .integer(Int64.random(in: .min ... .max, using: &random))
        default: .real(Double.random(in: -1e300...1e300, using: &random))
        }
      return (Int.random(in: 0..<rows.count, using: &random), random.text(upTo: 4), value)
    }
  }

  /// Creates the catalog in memory. From v2 on, every third movie is a favorite.
  func create(_ version: SchemaVersion) throws -> Connection {
    let connection = try ConnectionSetup.connection(to: .memory)
    try connection.write { transaction throws in
      try MigrationExecutor.create(min(version, .v2), in: transaction)
      try OldCatalog.insert(rows, in: transaction)
      if version > .v1 {
        try transaction.execute("UPDATE Movie SET favorite = 1 WHERE pk % 3 = 0")
      }
      if version > .v2 {
        try MigrationExecutor.migrate(from: .v2, to: version, in: transaction)
      }
      try insertAttributes(version, in: transaction)
    }
    return connection
  }

  private func insertAttributes(
    _ version: SchemaVersion, in transaction: borrowing Transaction
  ) throws {
    if attributes.isEmpty { return }
    let schema = Schema(version)
    // Only a catalog of the newest version has the table already.
    for object in AttributeTable.objects(of: version) where version < .newest {
      try transaction.execute(SQL(raw: object.sql))
    }
    for (ordinal, (movie, key, value)) in attributes.enumerated() {
      try transaction.execute(
        """
        INSERT INTO MovieAttribute
        SELECT \(raw: schema.key), \(key), \(ordinal), \(value) FROM \(raw: schema.movies)
        ORDER BY 1 LIMIT 1 OFFSET \(movie)
        """)
    }
  }

  /// Creates the catalog in a file.
  func create(_ version: SchemaVersion, at path: String) throws {
    let source = try create(version)
    try Files.touch(path)
    let file = try Connection(.file(path))
    try file.execute("PRAGMA synchronous = OFF")
    try source.copy(to: file)
  }
}
