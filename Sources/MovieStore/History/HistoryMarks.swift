internal import MovieSQLite
internal import MovieSystem

/// What is needed of a history to find out which of its entries another catalog has, too.
struct HistoryMarks {
  private struct Mark: Equatable {
    /// The entry.
    let id: Int64
    /// When it was made, in microseconds since 1970.
    let moment: Int64
    /// A hash of all that an entry tells, except for whether it was undone.
    let hash: String
    /// The first movie that the entry added; 0 if its values are not stored.
    let firstMovie: Int64?
  }

  /// The replica that named the movies of the catalog.
  let replica: String
  /// When the history was read, in microseconds since 1970.
  let time: Int64
  private var marks: [Mark] = []
  /// The last id that a movie had.
  private let newestMovie: Int64

  /// - Parameter limit: The number of entries; older ones are left out.
  init?(
    in catalog: borrowing CatalogTransaction, of replica: String = "", limit: Int = .max
  ) throws(SQLiteError) {
    guard catalog.hasHistory else { return nil }
    self.replica = replica
    time = Clock.microseconds
    newestMovie = try catalog.database.fetchInt(
      """
      SELECT max(0, coalesce(CAST(max(seq) AS INTEGER), 0)) FROM sqlite_sequence
      WHERE name = 'MovieModel'
      """)
    var select = try catalog.database.prepare(
      """
      SELECT id, \(ChangeTimes.moment),
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

  /// All that an entry tells, except for whether it was undone.
  static let content: SQL = """
    json_array(id, time, kind, target, description, summary, movies, bytes, imported, priorBytes)
    """

  /// A name of an entry that no replica has.
  static func name(ofHash hash: UInt64) -> String { "@" + String(hash, radix: 36) }

  struct Common {
    /// The last entry that both histories have before they differ.
    let entry: HistoryEntry.ID
    /// The last movie that can have been added by then.
    let newestMovie: Int64
    /// The hashes of the entries that both have.
    let hashes: Set<String>
  }

  /// Returns what two histories have in common.
  ///
  /// - Returns: `nil` if they have no entry in common, or if one does not tell which movies were
  ///   added after it.
  func common(with other: Self) -> Common? {
    var (own, theirs) = (marks[...], other.marks[...])
    var last: Mark?
    var hashes: Set<String> = []
    while let first = own.first, let second = theirs.first {
      // An old undo is deleted from the history.
      if first.id == second.id {
        if first != second { break }
        last = first
        hashes.insert(first.hash)
      }
      if first.id <= second.id { own = own.dropFirst() }
      if second.id <= first.id { theirs = theirs.dropFirst() }
    }
    guard let last else { return nil }
    let added = (marks + other.marks).filter { $0.id > last.id }.compactMap(\.firstMovie)
    if added.contains(0) { return nil }
    let limit = min(newestMovie, other.newestMovie, max(added.min() ?? .max, 1) - 1)
    return Common(entry: HistoryEntry.ID(last.id), newestMovie: limit, hashes: hashes)
  }
}

extension HistoryMarks {
  /// The marks as a member of a file: for each entry its time, its hash, and the first movie
  /// that it added.
  var json: JSONValue {
    let entries = marks.map { mark in
      JSONValue.Member(
        key: "\(mark.id)",
        value: .array(
          [.integer(mark.moment), .text(mark.hash)]
            + (mark.firstMovie.map { [.integer($0)] } ?? [])))
    }
    return .object([
      .init(key: "replica", value: .text(replica)), .init(key: "time", value: .integer(time)),
      .init(key: "newestMovie", value: .integer(newestMovie)),
      .init(key: "entries", value: .object(entries)),
    ])
  }

  init?(_ json: JSONValue) {
    guard let replica = json["replica"]?.text, SyncSettings.isName(replica),
      let time = json["time"]?.time,
      let newestMovie = json["newestMovie"]?.nonnegativeInteger,
      let entries = json["entries"]?.members
    else { return nil }
    (self.replica, self.time, self.newestMovie) = (replica, time, newestMovie)
    for entry in entries {
      guard let id = Int64(entry.key), id > marks.last?.id ?? 0, let values = entry.value.array,
        2...3 ~= values.count, let moment = values[0].time, let hash = values[1].text,
        values.count == 2 || values[2].nonnegativeInteger != nil
      else { return nil }
      marks.append(
        Mark(
          id: id, moment: moment, hash: hash,
          firstMovie: values.dropFirst(2).first?.nonnegativeInteger))
    }
  }
}
