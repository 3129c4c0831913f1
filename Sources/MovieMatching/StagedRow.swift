internal import MovieSQLite

/// A record of the stage with the outcome of matching.
package struct StagedRow {
  package let id: Int64
  package let source: Int
  package let line: Int
  /// `nil` for a new movie.
  package let kind: RecordStage.Kind?
  package let movie: Int64?
  /// Whether the movie has exactly the values of the record.
  package let isEqual: Bool
  package let candidates: [Int64]
  package let hasTitle: Bool
  /// The fields that only fill, of a record that was joined.
  package let fills: Set<String>?
  /// Why the record is invalid, the kind of one that is not a movie, or why the decision of the
  /// user cannot be carried out.
  package let problem: String?

  static let select: SQL = """
    SELECT id, source, line, kind, movie, isEqual, candidates, reason, title <> '', fills
    FROM record LEFT JOIN outcome ON outcome.record = record.id ORDER BY id
    """

  init(row: borrowing Row) throws(SQLiteError) {
    id = try row.int(at: 0)
    source = Int(try row.int(at: 1))
    line = Int(try row.int(at: 2))
    kind = try row.optionalInt(at: 3).flatMap(RecordStage.Kind.init)
    movie = kind == .movie || kind == .byTitle ? try row.int(at: 4) : nil
    isEqual = try row.optionalInt(at: 5) == 1
    candidates = try row.ids(at: 6)
    problem = try row.optionalText(at: 7)
    hasTitle = kind == .invalid || kind == .otherKind ? true : try row.bool(at: 8)
    fills = try row.optionalText(at: 9).map { Set($0.split(separator: ",").map(String.init)) }
  }

  /// Whether the record is a valid movie.
  package var hasMovie: Bool { kind != .invalid && kind != .otherKind && kind != .joined }

  /// Whether the movie can get values of the record.
  package var isMerged: Bool { movie != nil && !isEqual }
}

extension RecordStage {
  private static var chunkLength: Int { 256 }

  /// Calls the closure with some records at a time, in the order of the sources.
  package func forEachChunk(_ body: ([StagedRow]) throws -> Void) throws {
    var rows: [StagedRow] = []
    try database.forEachRow(StagedRow.select) { row throws in
      rows.append(try StagedRow(row: row))
      if rows.count < Self.chunkLength { return }
      try body(rows)
      rows.removeAll(keepingCapacity: true)
    }
    if !rows.isEmpty { try body(rows) }
  }
}
