import MovieSQLite
import MovieStore
import TestSupport

/// A directory for one database, and another one for temporary copies of it.
struct DatabaseFixture {
  let directory: String
  let path: String
  let temporaryDirectory: String

  init(_ directory: String = "database", name: String = "movies.db") throws {
    self.directory = TemporaryDirectory.path(directory)
    path = self.directory + "/" + name
    temporaryDirectory = TemporaryDirectory.path("temporary")
    for directory in [self.directory, temporaryDirectory] {
      try Files.makeDirectory(directory)
      Files.setMode(0o755, of: directory)
    }
    // Tests without root privileges copy into it, too.
    Files.setMode(0o777, of: temporaryDirectory)
  }

  func open(timeout milliseconds: Int32 = 2_000) throws(StoreError) -> UntouchedDatabase {
    try UntouchedDatabase(
      path: path, timeout: LockTimeout(milliseconds: milliseconds),
      copyingInto: temporaryDirectory)
  }

  func temporaryNames() throws -> [String] { try Files.names(in: temporaryDirectory) }
}

extension UntouchedDatabase {
  /// The rows of a database that `DatabaseState` created.
  mutating func committedRows() throws -> [String] {
    try read { transaction in
      try transaction.fetchTexts("SELECT a FROM t ORDER BY rowid")
    }
  }
}
