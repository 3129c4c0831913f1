package import MovieSQLite

/// A small catalog with edge cases, for the check of the built-in migrations. It is a v1 catalog with the
/// favorites that it gets in v2.
package struct SampleCatalog: Sendable {
  package struct Row: Sendable {
    package let title: String
    package let cast: String
    package var isFavorite = false
  }

  package let name: String
  package let rows: [Row]
  /// The attributes of the first movie, in all versions.
  package var attributes: [(key: String, value: AttributeValue)] = []

  package static let all = [empty, edgeCases, largeCast]

  package static let empty = SampleCatalog(name: "no movies", rows: [])

  package static let edgeCases = SampleCatalog(
    name: "edge cases",
    rows: [
      Row(title: "The", cast: #"["Ann Article"]"#, isFavorite: true),
      Row(title: "  The  Double  Spaces ", cast: #"["Bo  Space", " Bo  Space ", "Bo Space"]"#),
      Row(title: "İstanbul", cast: #"["İpek Işık", "ipek ışık"]"#),
      Row(
        title: "Ame\u{301}lie", cast: #"["Zoe\#u{301} Noël", "Zoé Noe\#u{308}l"]"#,
        isFavorite: true),
      Row(title: "Amélie", cast: #"["Zoé Noël", "Zoe\u0301 No\u00ebl"]"#),
      Row(title: "Nobody", cast: "[]"),
      Row(title: "Twice", cast: #"["C", "A", "C", "B", "A"]"#, isFavorite: true),
      Row(title: "Twice", cast: #"["B", "A"]"#),
      Row(title: "", cast: #"["", " ", "\t"]"#),
      Row(
        title: "Quotes ' \" and \\",
        cast: #"["O'Neil \"Q\"", "back\\slash", "\\u0041", "a;b,c"]"#),
      Row(title: "Line\nBreak\tTab", cast: #"["new\nline", "[]", "{}", "null", "1"]"#),
      Row(title: "名探偵 👩‍👩‍👧 שלום", cast: #"["三船 敏郎", "\ud83d\ude00", "👨‍👩‍👧"]"#),
      Row(title: "\u{1B}]0;owned\u{7}\u{202E}gnp.exe", cast: #"["\u001b[31mRed", "\u202e"]"#),
      Row(title: "ß Straße ǿ Æther", cast: ##"[ "spaced" , "out" ]"##),
      Row(title: "A Cast of 300", cast: cast(of: 300, names: 300)),
    ],
    attributes: [
      ("year", .integer(1997)), ("rating", .real(8.5)), ("tag", .text("heist")),
      ("tag", .text("a, \"b\"\n; 'c'")), ("note", .text("Ame\u{301}lie 👩‍👩‍👧")),
      ("third", .real(1 / 3)), ("largest", .integer(.max)),
    ])

  /// A cast of 10,000, a tenth of them repeated.
  package static let largeCast = SampleCatalog(
    name: "a cast of 10,000",
    rows: [
      Row(title: "Crowd", cast: cast(of: 10_000, names: 9_000)),
      Row(title: "After the Crowd", cast: #"["Extra 9", "Extra 1"]"#, isFavorite: true),
    ])

  /// Returns the JSON of a cast of numbered names, which repeat after `names` entries.
  private static func cast(of count: Int, names: Int) -> String {
    "[" + (0..<count).map { "\"Extra \($0 % names)\"" }.joined(separator: ",") + "]"
  }

  package func create(
    _ version: SchemaVersion, in connection: borrowing Connection
  ) throws {
    try ConnectionSetup.prepareForMigration(connection)
    try connection.write { transaction throws in
      let start = min(version, .v2)
      try MigrationExecutor.migrate(from: nil, to: start, in: transaction)
      try insert(in: transaction)
      if start == .v2 {
        for (index, row) in rows.enumerated() where row.isFavorite {
          try transaction.execute("UPDATE Movie SET favorite = 1 WHERE pk = \(index + 1)")
        }
      }
      try MigrationExecutor.migrate(from: start, to: version, in: transaction)
      try insertAttributes(version, in: transaction)
    }
  }

  private func insertAttributes(
    _ version: SchemaVersion, in transaction: borrowing Transaction
  ) throws(SQLiteError) {
    if attributes.isEmpty { return }
    for object in AttributeTable.objects(of: version) {
      try transaction.execute(SQL(raw: object.sql))
    }
    for (ordinal, (key, value)) in attributes.enumerated() {
      try transaction.execute(
        "INSERT INTO MovieAttribute VALUES (1, \(key), \(ordinal), \(value))")
    }
  }

  private func insert(in transaction: borrowing Transaction) throws(SQLiteError) {
    // The last movie is deleted: its id must never be reused.
    for (index, row) in (rows + [Row(title: "Gone", cast: "[]")]).enumerated() {
      try transaction.execute(
        """
        INSERT INTO Movie(id, title, "cast") VALUES (\(Self.uuid(index)), \(row.title), \(row.cast))
        """)
    }
    try transaction.execute("DELETE FROM Movie WHERE title = 'Gone'")
  }

  /// Returns a UUID with the form of a random one (version 4), as apps generate them.
  private static func uuid(_ number: Int) -> String {
    let digits = String(number, radix: 16, uppercase: true)
    return "8C6B3D52-0F1A-4E7B-9D24-" + String(repeating: "0", count: 12 - digits.count) + digits
  }
}
