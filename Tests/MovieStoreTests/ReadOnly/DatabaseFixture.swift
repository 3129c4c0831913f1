import MovieSQLite
import MovieStore
import TestSupport

/// A folder for a database, and another one for private copies of it.
struct Place {
  let folder: String
  let path: String
  let temporary: String

  init(_ folder: String = "folder", name: String = "films.db") throws {
    self.folder = TemporaryDirectory.path(folder)
    path = self.folder + "/" + name
    temporary = TemporaryDirectory.path("temporary")
    for folder in [self.folder, temporary] {
      try Files.makeFolder(folder)
      Files.setMode(0o755, of: folder)
    }
    // Anybody may copy into it.
    Files.setMode(0o777, of: temporary)
  }

  func look(waiting milliseconds: Int32 = 2_000) throws(StoreError) -> ReadOnlyDatabase {
    try ReadOnlyDatabase(
      path: path, timeout: LockTimeout(milliseconds: milliseconds), copyingInto: temporary)
  }

  func temporaryNames() throws -> [String] { try Files.names(in: temporary) }
}

extension ReadOnlyDatabase {
  /// The rows of a database that `DatabaseCase` made.
  mutating func committed() throws -> [String] {
    try read { transaction in
      try transaction.rows("SELECT a FROM t ORDER BY rowid").map { $0[0] }
    }
  }
}
