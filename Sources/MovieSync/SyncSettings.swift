package import MovieSQLite
internal import MovieStore
internal import MovieSystem

/// What a catalog remembers about its syncs.
package struct SyncSettings {
  /// The name of this file among the replicas.
  package var replica: String
  /// The names of the replicas that it and those that it synced with know, also former ones of this
  /// file.
  package var known: Set<String> = []
  /// The file that is the replica. A copy is another one.
  package var file: String
  /// The latest time in the states, in microseconds since 1970.
  package var clock: Int64 = 0
  /// The number of changes of states.
  package var sequence: Int64 = 0
  /// The last lines that the replica wrote to its files, the newest at the end.
  package var ends: [SyncLine] = []
  /// The last entry of the history whose changes are in the states.
  var entry: Int64 = 0
  /// The number of migrations to older versions that are in the states.
  var downgrades: Int64 = 0

  /// Those of a catalog that is not synced yet.
  package init(file: String) {
    self.file = file
    replica = Self.newName()
  }

  /// A replica whose changes no other one has yet.
  package mutating func becomeNewReplica(file: String) {
    known.insert(replica)
    replica = Self.newName()
    ends = []
    self.file = file
  }

  private static let nameLength = 8

  static func newName() -> String {
    name(ofNumber: Simulation.current?.number() ?? .random(in: .min ... .max))
  }

  /// The name for a file whose name among replicas is not stored.
  static func name(of file: String) -> String {
    name(ofNumber: Array(file.utf8).span.fnv1a)
  }

  private static func name(ofNumber number: UInt64) -> String {
    let digits = String(number, radix: 36)
    return String(repeating: "0", count: max(0, nameLength - digits.count))
      + digits.suffix(nameLength)
  }

  /// Whether a text can be the name of a replica.
  static func isName(_ text: some StringProtocol) -> Bool {
    text.count == nameLength && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
  }

  /// To files that are synced less often, all states are appended again.
  private static let endLimit = 256

  /// A row of `movieSetting`.
  private enum Setting: String, CaseIterable {
    case replica = "syncReplica"
    case known = "syncKnown"
    case file = "syncFile"
    case clock = "syncClock"
    case sequence = "syncSequence"
    case entry = "syncEntry"
    case downgrades = "syncDowngrades"
    case ends = "syncEnds"
    case history = "syncHistory"

    /// Whether a sync stores such a value: other programs can have stored any text.
    func allows(_ value: String) -> Bool {
      switch self {
      case .replica: SyncSettings.isName(value)
      case .known: value.split(separator: " ").allSatisfy(SyncSettings.isName)
      case .file: true
      case .clock: Int64(value).map(SyncStamp.times.contains) == true
      case .sequence: Int64(value).map(SyncTables.sequences.contains) == true
      case .entry, .downgrades: Int64(value).map { $0 >= 0 } == true
      case .ends: value.split(separator: " ").allSatisfy { SyncLine($0) != nil }
      case .history: JSONValue(Array(value.utf8)).flatMap { HistoryMarks($0) } != nil
      }
    }

    /// The value; empty if there is none.
    func value(in transaction: borrowing Transaction) throws(SQLiteError) -> String {
      let value = try CatalogSettings.value(of: rawValue, in: transaction)
      guard let value else { return "" }
      if !allows(value) {
        throw SQLiteError(
          code: .mismatch, message: "the value of '\(rawValue)' in 'movieSetting' is not valid")
      }
      return value
    }

    func number(in transaction: borrowing Transaction) throws(SQLiteError) -> Int64 {
      Int64(try value(in: transaction)) ?? 0
    }
  }

  /// Whether a row of `movieSetting` is one of another part of the catalog, or has a value that a
  /// sync stores and that is not in the future.
  package static func isValid(_ name: String, _ value: String) -> Bool {
    guard let setting = Setting(rawValue: name) else { return true }
    guard setting.allows(value) else { return false }
    return setting != .clock || !SyncStamp.isAhead(Int64(value) ?? 0)
  }

  /// Returns `nil` for a catalog that is not synced yet.
  ///
  /// - Throws: `SQLITE_MISMATCH` for a value that no sync stores.
  init?(in transaction: borrowing Transaction) throws(SQLiteError) {
    guard SyncTables.exist(in: transaction) else { return nil }
    (replica, file) = (
      try Setting.replica.value(in: transaction), try Setting.file.value(in: transaction)
    )
    if replica.isEmpty { return nil }
    known = Set(try Setting.known.value(in: transaction).split(separator: " ").map(String.init))
    clock = try Setting.clock.number(in: transaction)
    sequence = max(
      try Setting.sequence.number(in: transaction), try SyncTables.lastSequence(in: transaction))
    entry = try Setting.entry.number(in: transaction)
    downgrades = try Setting.downgrades.number(in: transaction)
    ends = try Setting.ends.value(in: transaction).split(separator: " ").compactMap { SyncLine($0) }
  }

  func store(in transaction: borrowing Transaction) throws(SQLiteError) {
    let values: [(Setting, String)] = [
      (.replica, replica), (.known, known.sorted().joined(separator: " ")), (.file, file),
      (.clock, "\(clock)"), (.sequence, "\(sequence)"), (.entry, "\(entry)"),
      (.downgrades, "\(downgrades)"),
      (.ends, ends.suffix(Self.endLimit).map(\.description).joined(separator: " ")),
    ]
    for (setting, value) in values {
      try CatalogSettings.set(setting.rawValue, to: value, in: transaction)
    }
  }

  /// The newest entries of the history are enough to find where two catalogs differ.
  private static let historyLimit = 1_000

  /// Remembers the history up to the first sync.
  func storeHistory(of catalog: borrowing CatalogTransaction) throws(SQLiteError) {
    let marks = try HistoryMarks(in: catalog, of: replica, limit: Self.historyLimit)
    guard let marks else { return }
    try CatalogSettings.set(
      Setting.history.rawValue, to: String(decoding: marks.json.bytes, as: UTF8.self),
      in: catalog.database)
  }

  /// The history up to the first sync of a catalog; `nil` for one without a history.
  static func history(
    of catalog: borrowing CatalogTransaction
  ) throws(SQLiteError) -> HistoryMarks? {
    if !SyncTables.exist(in: catalog.database) {
      return try HistoryMarks(in: catalog, limit: historyLimit)
    }
    return JSONValue(Array(try Setting.history.value(in: catalog.database).utf8))
      .flatMap { HistoryMarks($0) }
  }

  /// All names of replicas that the catalog knows, and its own.
  package var replicas: Set<String> { known.union([replica]) }

  /// Makes the file another replica at the next sync, because its content is that of a backup.
  package static func forgetFile(in transaction: borrowing Transaction) throws(SQLiteError) {
    if SyncTables.exist(in: transaction) {
      try CatalogSettings.set(Setting.file.rawValue, to: "", in: transaction)
    }
  }

  /// The identity of a file: that of the machine, the device and the inode.
  static func identity(of path: String) throws(SystemError) -> String {
    if path == Catalog.memoryPath { return path }
    var machine: [UInt8] = []
    do { machine = try ByteSource(path: "/etc/machine-id").readToEnd() } catch {}
    let file = try FileMetadata(of: path, followingLinks: true)
    return "\(machine.span.fnv1a):\(file.identity)"
  }
}
