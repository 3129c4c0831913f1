package import MovieSQLite
internal import MovieSystem

/// What a catalog remembers about its syncs.
package struct SyncSettings {
  /// The name of this file among the replicas.
  var replica: String
  /// The names of the replicas that it and those that it synced with know, also former ones of this
  /// file.
  var known: Set<String> = []
  /// The file that is the replica. A copy is another one.
  var file: String
  /// The latest time that the replica knows, in microseconds since 1970.
  var clock: Int64 = 0
  /// The number of changes of states.
  var sequence: Int64 = 0
  /// The last lines that the replica wrote to its files, the newest at the end.
  var ends: [SyncLine] = []
  /// The last entry of the history whose changes are in the states.
  var entry: Int64 = 0
  /// The number of migrations to older versions that are in the states.
  var downgrades: Int64 = 0

  /// Those of a catalog that is not synced yet.
  init(file: String) {
    self.file = file
    replica = Self.newName()
  }

  /// A replica whose changes no other one has yet.
  mutating func becomeNewReplica(file: String) {
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
    name(ofNumber: ImportChecksum.hash(Array(file.utf8).span))
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

  private static let names = [
    "Replica", "Known", "File", "Clock", "Sequence", "Entry", "Downgrades", "Ends",
  ]
  .map { "sync" + $0 }

  /// Returns `nil` for a catalog that is not synced yet.
  init?(in transaction: borrowing Transaction) throws(SQLiteError) {
    guard SyncTables.exist(in: transaction) else { return nil }
    let values = try Self.names.map { (name) throws(SQLiteError) in
      try CatalogSettings.value(of: name, in: transaction) ?? ""
    }
    (replica, file) = (values[0], values[2])
    if replica.isEmpty { return nil }
    known = Set(values[1].split(separator: " ").map(String.init))
    clock = Int64(values[3]) ?? 0
    sequence = max(
      Int64(values[4]) ?? 0,
      try transaction.fetchInt("SELECT coalesce(max(sequence), 0) FROM movieSync"))
    entry = Int64(values[5]) ?? 0
    downgrades = Int64(values[6]) ?? 0
    ends = values[7].split(separator: " ").compactMap(SyncLine.init)
  }

  func store(in transaction: borrowing Transaction) throws(SQLiteError) {
    let values = [
      replica, known.sorted().joined(separator: " "), file, "\(clock)", "\(sequence)", "\(entry)",
      "\(downgrades)", ends.suffix(Self.endLimit).map(\.description).joined(separator: " "),
    ]
    for (name, value) in zip(Self.names, values) {
      try CatalogSettings.set(name, to: value, in: transaction)
    }
  }

  private static let history = "syncHistory"
  /// The newest entries of the history are enough to find where two catalogs differ.
  private static let historyLimit = 1_000

  /// Remembers the history up to the first sync.
  func storeHistory(of catalog: borrowing CatalogTransaction) throws(SQLiteError) {
    let marks = try HistoryMarks(in: catalog, of: replica, limit: Self.historyLimit)
    guard let marks else { return }
    try CatalogSettings.set(
      Self.history, to: String(decoding: marks.json.bytes, as: UTF8.self), in: catalog.database)
  }

  /// The history up to the first sync of a catalog; `nil` for one without a history.
  static func history(
    of catalog: borrowing CatalogTransaction
  ) throws(SQLiteError) -> HistoryMarks? {
    if !SyncTables.exist(in: catalog.database) {
      return try HistoryMarks(in: catalog, limit: historyLimit)
    }
    return try CatalogSettings.value(of: history, in: catalog.database)
      .flatMap { JSONValue(Array($0.utf8)) }.flatMap { HistoryMarks($0) }
  }

  /// All names of replicas that the catalog knows, and its own.
  var replicas: Set<String> { known.union([replica]) }

  /// Makes the file another replica at the next sync, because its content is that of a backup.
  package static func forgetFile(in transaction: borrowing Transaction) throws(SQLiteError) {
    if var settings = try SyncSettings(in: transaction) {
      settings.file = ""
      try settings.store(in: transaction)
    }
  }

  /// The identity of a file: that of the machine, the device and the inode.
  static func identity(of path: String) throws(SystemError) -> String {
    if path == Catalog.memoryPath { return path }
    var machine: [UInt8] = []
    do { machine = try ByteSource(path: "/etc/machine-id").readToEnd() } catch {}
    let file = try FileMetadata(of: path, followingLinks: true)
    return "\(ImportChecksum.hash(machine.span)):\(file.identity)"
  }
}
