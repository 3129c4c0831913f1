package import MovieSQLite
package import MovieSystem

/// The files of a database at one moment. While they stay equal, the content is the same.
///
/// With a rollback journal, each commit increments the change counter in the header. With a
/// write-ahead log it does not, but the log or the file changes.
package struct FileState: Hashable, Sendable {
  /// The path of the database without symbolic links. The side files are next to it.
  package let path: String
  /// `nil` if no file exists.
  package let database: FileMetadata?
  /// `nil` if no file exists, or one without bytes.
  package let header: DatabaseHeader?
  /// A journal with a change to roll back. After a change, SQLite deletes the journal, truncates
  /// it, or overwrites its start with zeros.
  package let journal: SideFile?
  /// The write-ahead log, unless it is empty: opening a database can create it.
  package let log: SideFile?

  /// A regular file next to the database.
  package struct SideFile: Hashable, Sendable {
    let file: FileMetadata
    /// The first bytes. They contain a random number that differs for each change or log.
    private let start: [UInt8]

    /// - Returns: `nil` if the file does not exist or is empty.
    /// - Throws: `unreadable` if it is not a regular file.
    init?(_ path: String) throws(StoreError) {
      do throws(SystemError) {
        guard let file = try FileMetadata.ifExists(path), file.size > 0 || !file.isRegular else {
          return nil
        }
        if !file.isRegular {
          throw SystemError(
            code: 0, operation: "open", path: path, explanation: "it is not a regular file")
        }
        var bytes = [UInt8](repeating: 0, count: 32)
        let count = try ByteSource(path: path).read(into: &bytes, from: 0)
        self.file = file
        start = Array(bytes.prefix(count))
      } catch {
        // SQLite removed it meanwhile.
        if error.isMissingFile { return nil }
        throw StoreError(error, path: path)
      }
    }

    /// Whether the journal has a change to roll back.
    var isHot: Bool { start.first.map { $0 != 0 } ?? false }
  }

  package var isWAL: Bool { header?.isWAL == true }

  /// The size of all files in bytes.
  var size: Int64 {
    [database, journal?.file, log?.file].reduce(0) { $0 + ($1?.size ?? 0) }
  }

  /// How SQLite can read the database without writing a side file, or `nil` if it cannot.
  func readOnlyMode() throws(StoreError) -> Connection.ReadOnlyMode? {
    // A killed process can leave a log with only its header of 32 bytes. Readers then fail until a
    // connection opens the database for writing.
    let hasNoPages = (log?.file.size ?? 0) <= 32
    // SQLite reads an existing log, whatever the header says.
    if log != nil, !(isWAL && hasNoPages), try CatalogFile(path).metadata(of: path + "-shm") != nil
    {
      return .locking
    }
    if isWAL { return hasNoPages && journal == nil ? .immutable : nil }
    // SQLite checks in the first read whether a journal must be rolled back.
    return log == nil ? .locking : nil
  }
}

extension CatalogFile {
  /// Reads the current state of the files.
  ///
  /// - Throws: As `content`.
  package func state() throws(StoreError) -> FileState {
    let content = try content()
    let path = FilePath.resolved(path)
    let database = try metadata(of: path)
    let journal = try FileState.SideFile(path + "-journal")
    let log = try FileState.SideFile(path + "-wal")
    var header: DatabaseHeader?
    if content == .nonEmpty {
      do throws(SQLiteError) {
        header = try Connection(.readOnly(path, .immutable)).header()
      } catch {
        throw StoreError(error, path: self.path)
      }
    }
    return FileState(
      path: path, database: database, header: header,
      journal: journal?.isHot == true ? journal : nil, log: log)
  }
}
