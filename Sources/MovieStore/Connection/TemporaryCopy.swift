package import MovieSQLite
internal import MovieSystem

/// A complete copy of a database in a temporary directory, which can be read, changed and migrated.
/// It is removed at the end of its lifetime.
package struct TemporaryCopy: ~Copyable {
  private static let fileName = "/movies.db"

  private let directory: ScratchDirectory

  /// The absolute path of the copy.
  package var path: String { directory.path + Self.fileName }

  /// The current size of the copy and its side files in bytes.
  package var size: Int64 {
    get throws(StoreError) { try state.size }
  }

  /// The present state of the files. While it stays equal, no byte has changed.
  package var state: FileState {
    get throws(StoreError) { try CatalogFile(path).state() }
  }

  /// Copies everything that is committed. The copy has the journal mode of the database.
  ///
  /// - Parameter parent: The directory in which the temporary directory is created; `nil` for the
  ///   value of `TMPDIR`, `/var/tmp` or `/tmp`.
  /// - Throws: The errors of `UntouchedDatabase.init`; `diskFull` and `cannotCreate` with the path
  ///   of the directory for temporary files.
  package init(of path: String, in parent: String? = nil) throws(StoreError) {
    do {
      self = try UntouchedDatabase.read(path, timeout: LockTimeout(), copyingInto: parent) {
        database throws in try database.temporaryCopy()
      }
    } catch {
      throw StoreError(error, path: path)
    }
  }

  /// Creates an empty file.
  package init(in parent: String?) throws(StoreError) {
    let directory: ScratchDirectory
    do throws(SystemError) {
      directory = try ScratchDirectory(in: parent)
    } catch {
      throw StoreError(error, path: error.path ?? "")
    }
    try CatalogFile(directory.path + Self.fileName).create()
    self.directory = directory
  }

  /// Copies the content of a database that a connection can read.
  package func fill(from connection: borrowing Connection, path source: String) throws(StoreError) {
    do {
      let size = try connection.read { transaction throws(SQLiteError) in
        try transaction.databaseSize
      }
      try requireSpace(for: size)
      try connection.copy(to: CatalogFile.emptyDatabase(at: path))
    } catch {
      throw StoreError(error, path: source)
    }
  }

  /// Copies the files of a database that SQLite must change to read it. SQLite changes the copy
  /// instead.
  ///
  /// - Throws: `busy` if the files change meanwhile.
  static func ofFiles(
    _ file: CatalogFile, _ state: FileState, in parent: String?
  ) throws(StoreError) -> TemporaryCopy {
    let copy = try TemporaryCopy(in: parent)
    try copy.requireSpace(for: state.size)
    do {
      for path in [state.path] + [state.journal, state.log].compactMap(\.?.file.path) {
        let sink = try ByteSink(creating: copy.path + path.dropFirst(state.path.count))
        if path == state.path {
          try file.forEachChunk { bytes in try sink.append(bytes) }
        } else {
          try sink.append(contentsOf: ByteSource(path: path))
        }
        try sink.flush()
      }
    } catch {
      if try file.state() == state {
        throw StoreError(error, path: (error as? SystemError)?.path ?? file.path)
      }
    }
    if try file.state() != state { throw StoreError(.busy(path: file.path)) }
    return copy
  }

  private func requireSpace(for bytes: Int64) throws(StoreError) {
    do throws(SystemError) {
      if try Directory.availableBytes(at: directory.path) >= bytes { return }
    } catch {
      // A full disk is reported while copying.
      return
    }
    throw StoreError(.diskFull(path: directory.parent))
  }
}
