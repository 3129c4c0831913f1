internal import Glibc
internal import MovieSQLite

/// What can be told of a database file from outside.
struct FileLook {
  private let mode: mode_t
  private let links: UInt64
  private let isLogged: Bool
  private let hasJournal: Bool

  /// - Throws: `busy`, `unreadable`, `inputOutput`.
  init(path: String, timeout: LockTimeout) throws(StoreError) {
    var status = stat()
    // What is wrong with the path was told when the file was opened.
    guard unsafe stat(path, &status) == 0 else { throw .missing(path: path) }
    let database = try HeldDatabase(path: path, timeout: timeout)
    mode = status.st_mode
    links = UInt64(status.st_nlink)
    isLogged = database.isLogged
    hasJournal = Self.isJournal(database.realPath + "-journal")
  }

  var symptoms: [Symptom] {
    [
      mode & 0o044 == 0 ? nil : readableByOthers, links == 1 ? nil : hardLinks,
      hasJournal ? interruptedChange : nil,
      isLogged && WriteAheadLogFault.affects(Connection.libraryVersion) ? writeAheadLog : nil,
    ].compactMap { $0 }
  }

  /// Whether a journal lies there that has something to take back: one that SQLite is done with is
  /// gone, empty or begins with zeros.
  static func isJournal(_ path: String) -> Bool {
    do throws(SystemError) {
      var start = [UInt8](repeating: 0, count: 1)
      guard FileState(path)?.isRegular == true else { return false }
      return try ByteSource(path: path).read(into: &start, from: 0) == 1 && start[0] != 0
    } catch {
      return true
    }
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
