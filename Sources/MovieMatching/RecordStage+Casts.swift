internal import MovieSQLite

/// The casts and directors of a dataset whose credits and names are in files of their own.
///
/// They are in tables of the stage: names are looked up when a record needs them.
extension RecordStage {
  static let castTables: [SQL] = [
    "CREATE TABLE castTitle(record INTEGER PRIMARY KEY, title INTEGER)",
    credits("castCredit"), credits("directorCredit"),
    "CREATE TABLE castPerson(id INTEGER PRIMARY KEY, name TEXT)",
  ]

  private static func credits(_ table: String) -> SQL {
    """
    CREATE TABLE \(raw: table)(
      title INTEGER, ordering INTEGER, person INTEGER, PRIMARY KEY (title, ordering, person))
    WITHOUT ROWID
    """
  }

  /// The names of the actors of a record, in their order.
  func cast(of record: Int64) throws(SQLiteError) -> [String] {
    try names(in: "castCredit", of: record)
  }

  /// The names of the directors of a record, in their order.
  func directors(of record: Int64) throws(SQLiteError) -> [String] {
    try names(in: "directorCredit", of: record)
  }

  private func names(in table: String, of record: Int64) throws(SQLiteError) -> [String] {
    var find = try database.prepare(
      """
      SELECT name FROM castTitle
        JOIN \(raw: table) AS credit USING (title) JOIN castPerson ON castPerson.id = credit.person
      WHERE record = ? ORDER BY ordering, person
      """)
    try find.bind(record, at: 1)
    var seen: Set<String> = []
    return try find.fetchAll { row throws(SQLiteError) in try row.text(at: 0) }
      .filter { seen.insert($0).inserted }
  }
}
