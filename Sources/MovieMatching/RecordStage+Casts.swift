internal import MovieSQLite

/// The casts of a dataset whose credits and names are in files of their own.
///
/// They are in tables of the stage: names are looked up when a record needs its cast.
extension RecordStage {
  static let castTables: [SQL] = [
    "CREATE TABLE castTitle(record INTEGER PRIMARY KEY, title INTEGER)",
    """
    CREATE TABLE castCredit(
      title INTEGER, ordering INTEGER, person INTEGER, PRIMARY KEY (title, ordering, person))
    WITHOUT ROWID
    """,
    "CREATE TABLE castPerson(id INTEGER PRIMARY KEY, name TEXT)",
  ]

  /// The names of the actors of a record, in their order.
  func cast(of record: Int64) throws(SQLiteError) -> [String] {
    var find = try database.prepare(
      """
      SELECT name FROM castTitle
        JOIN castCredit USING (title) JOIN castPerson ON castPerson.id = castCredit.person
      WHERE record = ? ORDER BY ordering, person
      """)
    try find.bind(record, at: 1)
    var seen: Set<String> = []
    return try find.fetchAll { row throws(SQLiteError) in try row.text(at: 0) }
      .filter { seen.insert($0).inserted }
  }
}
