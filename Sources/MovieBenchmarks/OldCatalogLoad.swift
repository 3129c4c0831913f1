internal import Glibc
internal import MovieSQLite
internal import MovieStore

/// Makes a catalog of the first schema version, as large as one likes.
enum OldCatalogLoad {
  /// - Parameters:
  ///   - source: the path of movies as NDJSON.
  ///   - target: the absolute path of the file, which must not exist.
  static func run(from source: String, to target: String) throws {
    close(unsafe open(target, O_CREAT | O_EXCL, 0o600))
    var connection = try Opening.connection(to: .file(target))
    var reader = InterchangeReader(
      source: try ByteSource(path: source), fileName: source, format: .ndjson)
    try connection.write { transaction throws in
      try Migrator.apply(Migration.v1, in: transaction)
      try insert(from: &reader, in: transaction)
      try transaction.execute("PRAGMA application_id = \(Migrator.applicationID)")
      try transaction.execute("PRAGMA user_version = \(SchemaVersion.v1.rawValue)")
    }
  }

  private static func insert(
    from reader: inout InterchangeReader, in transaction: borrowing Transaction
  ) throws {
    var insert = try transaction.prepare(
      "INSERT INTO Movie(id, title, \"cast\") VALUES (?, ?, ?)")
    var number = 0
    while let item = try reader.next() {
      guard case .movie(let draft, _) = item else {
        print("skipped: \(item)")
        continue
      }
      number += 1
      try insert.bind(NameUUID.of("\(number)"), at: 1)
      try insert.bind(draft.title, at: 2)
      try insert.bind(json(draft.cast), at: 3)
      try insert.run()
    }
    print("\(number) movies")
  }

  private static func json(_ names: [String]) -> String {
    var bytes = Array("[".utf8)
    for (index, name) in names.enumerated() {
      if index > 0 { bytes += ",".utf8 }
      JSONText.append(name, to: &bytes)
    }
    return String(decoding: bytes + "]".utf8, as: UTF8.self)
  }
}
