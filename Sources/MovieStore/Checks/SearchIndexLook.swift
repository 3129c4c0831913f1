internal import MovieSQLite

/// Whether the search index has the titles, and finds them.
///
/// FTS5 checks an index only where it may write, so that is done with a copy of it: a temporary table
/// of the same kind, with the rows that FTS5 keeps for the index. This has a connection of its own, so
/// that an index which FTS5 cannot open ends no other check.
struct SearchIndexLook {
  private let state: State
  private let strayMovies: [Int64]
  private let strayCount: Int64
  private let isDamaged: Bool

  private enum State {
    case missing, old, whole
    /// That is told as a fault of the schema.
    case changed
  }

  /// - Parameters:
  ///   - location: where the database of the transaction is.
  ///   - hasDamagedPages: whether the index is known to be damaged.
  init(
    _ look: SchemaInspection, at location: Connection.Location, hasDamagedPages: Bool,
    in transaction: borrowing Transaction
  ) throws {
    state = Self.state(look)
    guard state == .whole, !hasDamagedPages else {
      (strayMovies, strayCount, isDamaged) = ([], 0, false)
      return
    }
    strayCount = try transaction.fetchInt("SELECT count(*) FROM (\(raw: Self.strays))")
    strayMovies =
      strayCount == 0
      ? [] : try Migration.Proof("", Self.strays).firstViolations(in: transaction)
    isDamaged = try Self.isDamaged(at: location)
  }

  private static func state(_ look: SchemaInspection) -> State {
    let isComplete = SearchIndex.objects.allSatisfy { object in
      look.objects.contains { $0.hasSameName(as: object) }
    }
    guard isComplete, SearchIndex.shadowTables.allSatisfy(look.hasTable) else { return .missing }
    let isOurs = SearchIndex.objects.allSatisfy { object in
      look.objects.contains { $0.hasSameName(as: object) && $0.hasSameDefinition(as: object) }
    }
    if isOurs { return .whole }
    return look.differences.isEmpty ? .old : .changed
  }

  /// Movies that the index has under another title, or not at all, or though they are gone. Those that
  /// are noted are up to date by their notes.
  private static let strays = """
    SELECT id FROM (
      SELECT MovieModel.id AS id
      FROM MovieModel LEFT JOIN movieSearch_content AS indexed ON indexed.id = MovieModel.id
      WHERE c0 IS NOT fold(title)
      UNION ALL
      SELECT id FROM movieSearch_content WHERE id NOT IN (SELECT id FROM MovieModel))
    WHERE id NOT IN (SELECT movieID FROM movieSearchNote)
    """

  private static func isDamaged(at location: Connection.Location) throws -> Bool {
    var connection = try ConnectionSetup.connection(to: location)
    // For temporary tables of the kind that FTS5 has; the file itself is opened for reading only.
    try connection.set(.defensive, to: false)
    do {
      return try connection.read { transaction throws in try isDamaged(in: transaction) }
    } catch let error as SQLiteError where error.code.primary == .noMemory {
      // Damaged lengths can be larger than any memory; SQLite has ended the transaction.
      return true
    }
  }

  private static func isDamaged(in transaction: borrowing Transaction) throws(SQLiteError) -> Bool {
    do throws(SQLiteError) {
      // It must be possible to open it; then, its copy is to be in order.
      _ = try transaction.fetchInt("SELECT count(*) FROM (SELECT 1 FROM movieSearch LIMIT 1)")
      for sql in copying { try transaction.execute(SQL(raw: sql)) }
      return try transaction.fetchInt(SQL(raw: unfound)) > 0
    } catch  where error.code.isOfDamage || error.code.primary == .error {
      return true
    }
  }

  /// How many of the first and the last titles are not found by their first letters: where the way to
  /// the pages is lost, FTS5's own check finds nothing amiss.
  private static let unfound = """
    SELECT count(*) FROM (
      SELECT * FROM (SELECT id, fold(title) AS text FROM MovieModel ORDER BY id LIMIT 25)
      UNION
      SELECT * FROM (SELECT id, fold(title) FROM MovieModel ORDER BY id DESC LIMIT 25)) AS film
    WHERE text GLOB '[a-z0-9][a-z0-9][a-z0-9]*'
      AND EXISTS (SELECT 1 FROM movieSearch_content AS indexed WHERE indexed.id = film.id AND c0 = text)
      AND id NOT IN (SELECT rowid FROM movieSearch WHERE movieSearch MATCH substr(text, 1, 3))
    """

  private static var copying: [String] {
    let table = SearchIndex.objects[0].sql.split(separator: "movieSearch USING").last ?? ""
    return [
      "CREATE VIRTUAL TABLE temp.searchCopy USING\(table)", "DELETE FROM temp.searchCopy_data",
    ]
      + ["data", "idx", "content"].map {
        "INSERT INTO temp.searchCopy_\($0) SELECT * FROM main.movieSearch_\($0)"
      } + [
        "INSERT INTO temp.searchCopy(searchCopy) VALUES ('integrity-check')",
        "DROP TABLE temp.searchCopy",
      ]
  }

  var symptoms: [Symptom] {
    switch state {
    case .missing:
      [
        Symptom(
          .missingSearchIndex, .data, "the search index is missing or incomplete",
          severity: .note,
          hint: "the next change rebuilds it; until then, searches scan all titles",
          fix: "rebuild it")
      ]
    case .old:
      [
        Symptom(
          .missingSearchIndex, .data, "the search index was created by an older version of movies",
          severity: .note,
          hint: "the next change rebuilds it; until then, searches scan all titles",
          fix: "rebuild it")
      ]
    case .whole: stale + damaged
    case .changed: []
    }
  }

  private var stale: [Symptom] {
    if strayCount == 0 { return [] }
    return [
      Symptom(
        .staleSearchIndex, .data, "titles that do not match the search index: \(strayCount)",
        object: SearchIndex.objects[0].name, rows: strayMovies,
        fix: "rebuild the search index")
    ]
  }

  private var damaged: [Symptom] {
    if !isDamaged { return [] }
    return [
      Symptom(
        .damagedSearchIndex, .data, "the search index is inconsistent",
        object: SearchIndex.objects[0].name, fix: "rebuild the search index")
    ]
  }
}
