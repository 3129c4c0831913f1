internal import MovieSQLite
internal import MovieStore
internal import MovieSystem

/// Makes a catalog of the first schema version, as large as one likes.
enum OldCatalogLoad {
  /// - Parameters:
  ///   - source: the path of movies as NDJSON.
  ///   - target: the absolute path of the file, which must not exist.
  static func run(from source: String, to target: String) throws {
    try Directory.createFile(target)
    let connection = try ConnectionSetup.connection(to: .file(target))
    var reader = InterchangeReader(
      source: try ByteSource(path: source), fileName: source, format: .ndjson)
    try connection.write { transaction throws in
      try MigrationExecutor.migrate(from: nil, to: .v1, in: transaction)
      try insert(from: &reader, in: transaction)
    }
  }

  private static func insert(
    from reader: inout InterchangeReader, in transaction: borrowing Transaction
  ) throws {
    var insert = try transaction.prepare(
      "INSERT INTO Movie(id, title, \"cast\") VALUES (?, ?, ?)")
    var number = 0
    while let item = try reader.next() {
      guard case .success(let draft) = item else {
        print("skipped: \(item)")
        continue
      }
      number += 1
      try insert.bind(uuid(number), at: 1)
      try insert.bind(draft.title, at: 2)
      try insert.bind(json(draft.cast), at: 3)
      try insert.run()
    }
    print("\(number) movies")
  }

  /// One that looks random (version 4), as apps give them.
  private static func uuid(_ number: Int) -> String {
    let digits = String(number, radix: 16, uppercase: true)
    return "5F0C7A1E-3B6D-4C82-A9E4-" + String(repeating: "0", count: 12 - digits.count) + digits
  }

  private static func json(_ names: [String]) -> String {
    var bytes = Array("[".utf8)
    for (index, name) in names.enumerated() {
      if index > 0 { bytes += ",".utf8 }
      bytes.appendJSONString(name.utf8.span)
    }
    return String(decoding: bytes + "]".utf8, as: UTF8.self)
  }
}
