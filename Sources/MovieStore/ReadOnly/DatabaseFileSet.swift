internal import MovieSQLite
internal import MovieSystem

/// The files that make up a database, as they are at one moment.
struct DatabaseFileSet: Hashable {
  /// What SQLite adds to the path of the database for the files beside it that hold a part of it.
  private static let names = (journal: "-journal", log: "-wal")
  /// The memory that users of the log share: it holds nothing that the log does not.
  private static let index = "-shm"

  private let path: String
  let database: FileMetadata?
  private let journal: FileMetadata?
  private let log: FileMetadata?

  /// - Parameter path: that of the database, with symbolic links followed.
  init(_ path: String) {
    self.path = path
    database = FileMetadata(path)
    journal = FileMetadata(path + Self.names.journal)
    log = FileMetadata(path + Self.names.log)
  }

  /// Whether all of them are still what they were.
  var areCurrent: Bool { DatabaseFileSet(path) == self }

  /// What is added to the path for each file that is there beside the database.
  var sideNames: [String] {
    [(Self.names.journal, journal), (Self.names.log, log)].compactMap { $1 == nil ? nil : $0 }
  }

  private var files: [FileMetadata] { [database, journal, log].compactMap { $0 } }

  /// Those that change with each commit. To open a database may create an empty log.
  var contentFiles: [FileMetadata] {
    [database, log?.size == 0 ? nil : log].compactMap { $0 }
  }

  /// The length of all in bytes.
  var size: Int64 { files.reduce(0) { $0 + $1.size } }

  /// The first that is none of SQLite's making, such as a link or a pipe.
  var oddPath: String? { files.first { !$0.isRegular }?.path }

  /// How the database can be read where it is; `nil` where it cannot.
  ///
  /// - Parameter isLogged: whether the header tells of a write-ahead log.
  func look(isLogged: Bool) -> Connection.ReadOnlyMode? {
    let index = FileMetadata(path + Self.index)
    // SQLite reads a log that is there, whatever the header tells.
    if log != nil, index != nil, !(isLogged && log.hasNoPages) { return .locking }
    if isLogged { return log.hasNoPages && journal.isEmpty ? .immutable : nil }
    // Only SQLite can tell whether a journal must be rolled back; it does at the first read.
    return log == nil ? .locking : nil
  }
}

extension FileMetadata? {
  /// Whether it holds nothing, by not being there or by having no bytes.
  fileprivate var isEmpty: Bool {
    guard let file = self else { return true }
    return file.isRegular && file.size == 0
  }

  /// Whether a log has its header at most. A killed program may leave one that no reader gets past,
  /// until somebody opens it for writing.
  fileprivate var hasNoPages: Bool {
    guard let file = self else { return true }
    return file.isRegular && file.size <= 32
  }
}
