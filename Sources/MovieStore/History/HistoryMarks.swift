package import MovieSQLite
internal import MovieSystem

/// What is needed of a history to find out which of its entries another catalog has, too.
package struct HistoryMarks {
  package struct Mark: Equatable {
    /// The entry.
    package let id: Int64
    /// When it was made, in microseconds since 1970.
    package let moment: Int64
    /// A hash of all that an entry tells, except for whether it was undone.
    package let hash: String
    /// The first movie that the entry added; 0 if its values are not stored.
    package let firstMovie: Int64?

    package init(id: Int64, moment: Int64, hash: String, firstMovie: Int64?) {
      self.id = id
      self.moment = moment
      self.hash = hash
      self.firstMovie = firstMovie
    }
  }

  /// The replica that named the movies of the catalog.
  package let replica: String
  package let marks: [Mark]
  /// The last id that a movie had.
  package let newestMovie: Int64

  package init(replica: String, newestMovie: Int64, marks: [Mark]) {
    self.replica = replica
    self.newestMovie = newestMovie
    self.marks = marks
  }

  /// - Parameter limit: The number of entries; older ones are left out.
  package init?(
    in catalog: borrowing CatalogTransaction, of replica: String = "", limit: Int = .max
  ) throws(SQLiteError) {
    guard catalog.hasHistory else { return nil }
    self.replica = replica
    newestMovie = try catalog.database.fetchInt(
      """
      SELECT max(0, coalesce(CAST(max(seq) AS INTEGER), 0)) FROM sqlite_sequence
      WHERE name = 'MovieModel'
      """)
    var select = try catalog.database.prepare(
      """
      SELECT id, \(Self.moment),
        \(Self.content),
        CASE
          WHEN kind <> 'change' THEN NULL
          WHEN imported IS NOT NULL THEN
            max(0, coalesce(\(StoredHistoryEntry.imported("$.movies[0]")), 0))
          WHEN changes < movies THEN 0
          ELSE (
            SELECT max(0, min(movieID)) FROM movieHistoryChange
            WHERE entryID = entry.id AND before IS NULL)
        END
      FROM (SELECT * FROM movieHistory WHERE id > 0 ORDER BY id DESC LIMIT \(limit)) AS entry
      ORDER BY id
      """)
    var marks: [Mark] = []
    try select.forEachRow { row throws(SQLiteError) in
      var hash: UInt64 = 0
      try row.withBytes(at: 2) { hash = $0.fnv1a }
      marks.append(
        Mark(
          id: try row.int(at: 0), moment: try row.int(at: 1), hash: Self.name(ofHash: hash),
          firstMovie: try row.optionalInt(at: 3)))
    }
    self.marks = marks
  }

  /// The time of an entry in microseconds since 1970. If an older version recorded only the second,
  /// the id stands in for the microseconds, which keeps the order of the entries.
  package static let moment: SQL = """
    max(0, coalesce(unixepoch(substr(time, 1, 19)), 0)) * 1000000
      + CASE WHEN time GLOB '*.[0-9][0-9][0-9][0-9][0-9][0-9]Z'
        THEN CAST(substr(time, -7, 6) AS INTEGER) ELSE abs(id % 1000000) END
    """

  /// All that an entry tells, except for whether it was undone.
  package static let content: SQL = """
    json_array(id, time, kind, target, description, summary, movies, bytes, imported, priorBytes)
    """

  /// A name of an entry that no replica has.
  package static func name(ofHash hash: UInt64) -> String { "@" + String(hash, radix: 36) }

  package struct Common {
    /// The last entry that both histories have before they differ.
    package let entry: HistoryEntry.ID
    /// The last movie that can have been added by then.
    package let newestMovie: Int64
  }

  /// Returns what two histories have in common.
  ///
  /// - Returns: `nil` if they have no entry in common, or if one does not tell which movies were
  ///   added after it.
  package func common(with other: Self) -> Common? {
    var (own, theirs) = (marks[...], other.marks[...])
    var last: Mark?
    while let first = own.first, let second = theirs.first {
      // An old undo is deleted from the history.
      if first.id == second.id {
        if first != second { break }
        last = first
      }
      if first.id <= second.id { own = own.dropFirst() }
      if second.id <= first.id { theirs = theirs.dropFirst() }
    }
    guard let last else { return nil }
    let added = (marks + other.marks).filter { $0.id > last.id }.compactMap(\.firstMovie)
    if added.contains(0) { return nil }
    let limit = min(newestMovie, other.newestMovie, max(added.min() ?? .max, 1) - 1)
    return Common(entry: HistoryEntry.ID(last.id), newestMovie: limit)
  }
}
