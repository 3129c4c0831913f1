internal import MovieSQLite
internal import MovieSystem

/// What can be told of a database file from outside.
struct FileLook {
  private let mode: UInt32
  private let links: UInt64
  private let isLogged: Bool
  private let hasJournal: Bool

  /// - Throws: `busy`, `unreadable`, `inputOutput`.
  init(path: String, timeout: LockTimeout) throws(StoreError) {
    // An unreadable path was reported when the file was opened.
    guard let file = FileMetadata(path, followingLinks: true) else {
      throw .fileNotFound(path: path)
    }
    let database = try LockedDatabase(path: path, timeout: timeout)
    mode = file.permissions
    links = file.linkCount
    isLogged = database.isWAL
    hasJournal = DatabaseFile.isHotJournal(database.realPath + "-journal")
  }

  var symptoms: [Symptom] {
    [
      mode & 0o044 == 0 ? nil : readableByOthers, links == 1 ? nil : hardLinks,
      hasJournal ? interruptedChange : nil,
      isLogged && WALResetBug.affects(Connection.libraryVersion) ? writeAheadLog : nil,
    ].compactMap { $0 }
  }

  private var readableByOthers: Symptom {
    Symptom(
      .readableByOthers, .file, "other users can read the file", severity: .note,
      hint: "if this is not intended, run 'chmod 600' on the file")
  }

  private var hardLinks: Symptom {
    Symptom(
      .hardLinks, .file, "the file has \(links) hard links", severity: .warning,
      hint: "always use the same name: SQLite cannot roll back an interrupted change if the file "
        + "is opened by another name")
  }

  private var interruptedChange: Symptom {
    Symptom(
      .interruptedChange, .file, "a change is in progress or was interrupted", severity: .note,
      hint: "if it was interrupted, the next command rolls it back")
  }

  private var writeAheadLog: Symptom {
    Symptom(
      .writeAheadLog, .file,
      "the database uses a write-ahead log; SQLite \(Connection.libraryVersion) can damage the "
        + "database when several processes write", severity: .note,
      hint: "use SQLite 3.51.3 or later, or turn the write-ahead log off: "
        + "PRAGMA journal_mode = DELETE;")
  }
}
