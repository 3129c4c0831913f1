internal import CMovieSQLite

/// What an SQLite call answered: an extended result code, such as 8 or 776.
///
/// An open struct and not an enum, because SQLite adds codes in new releases.
/// Source of names and meanings: https://sqlite.org/rescode.html
package struct ResultCode: RawRepresentable, Hashable, Sendable {
  package let rawValue: Int32

  package init(rawValue: Int32) { self.rawValue = rawValue }

  /// The code without its extension: its low eight bits.
  package var primary: ResultCode { ResultCode(rawValue: rawValue & 0xFF) }

  /// Success (`SQLITE_OK`).
  package static let ok = ResultCode(rawValue: SQLITE_OK)
  /// Another row is there (`SQLITE_ROW`).
  package static let row = ResultCode(rawValue: SQLITE_ROW)
  /// The statement has run to its end (`SQLITE_DONE`).
  package static let done = ResultCode(rawValue: SQLITE_DONE)

  /// A fault in the SQL, or none of the others (`SQLITE_ERROR`).
  package static let error = ResultCode(rawValue: SQLITE_ERROR)
  /// Another connection holds the lock (`SQLITE_BUSY`).
  package static let busy = ResultCode(rawValue: SQLITE_BUSY)
  /// Readers hold their locks, and a change that has the write lock cannot be written. SQLite itself
  /// does not tell whether readers or writers are in the way; no code of its own has this extension.
  package static let busyWithReaders = ResultCode(rawValue: SQLITE_BUSY | (255 << 8))
  /// A table is locked by a connection that shares the cache (`SQLITE_LOCKED`).
  package static let locked = ResultCode(rawValue: SQLITE_LOCKED)
  /// The heap limit is reached, or there is no memory (`SQLITE_NOMEM`).
  package static let noMemory = ResultCode(rawValue: SQLITE_NOMEM)
  /// The file, or its folder, may not be written (`SQLITE_READONLY`).
  package static let readOnly = ResultCode(rawValue: SQLITE_READONLY)
  /// A journal must be rolled back first, and may not be (`SQLITE_READONLY_ROLLBACK`).
  package static let readOnlyRollback = ResultCode(rawValue: SQLITE_READONLY | (3 << 8))
  /// The file was moved since it was opened (`SQLITE_READONLY_DBMOVED`).
  package static let readOnlyMoved = ResultCode(rawValue: SQLITE_READONLY | (4 << 8))
  /// The statement was interrupted (`SQLITE_INTERRUPT`).
  package static let interrupted = ResultCode(rawValue: SQLITE_INTERRUPT)
  /// The operating system reported a failed read, write or sync (`SQLITE_IOERR`).
  package static let inputOutput = ResultCode(rawValue: SQLITE_IOERR)
  /// The file ended before the read did (`SQLITE_IOERR_SHORT_READ`).
  package static let shortRead = ResultCode(rawValue: SQLITE_IOERR | (2 << 8))
  /// The database is damaged (`SQLITE_CORRUPT`).
  package static let corrupt = ResultCode(rawValue: SQLITE_CORRUPT)
  /// The content of a virtual table is damaged (`SQLITE_CORRUPT_VTAB`).
  package static let corruptVirtualTable = ResultCode(rawValue: SQLITE_CORRUPT | (1 << 8))
  /// The disk is full (`SQLITE_FULL`).
  package static let full = ResultCode(rawValue: SQLITE_FULL)
  /// A race for the locks of a write-ahead log was not decided (`SQLITE_PROTOCOL`).
  package static let lockingProtocol = ResultCode(rawValue: SQLITE_PROTOCOL)
  /// No id is left for another row. SQLite has no code for it and answers with `full`.
  package static let idsExhausted = ResultCode(rawValue: SQLITE_FULL | (255 << 8))
  /// The SQLite library is too old. No code of SQLite's has this extension.
  package static let unsupportedLibrary = ResultCode(rawValue: SQLITE_MISUSE | (255 << 8))
  /// The file cannot be opened (`SQLITE_CANTOPEN`).
  package static let cannotOpen = ResultCode(rawValue: SQLITE_CANTOPEN)
  /// A text, or a row, is longer than the limit (`SQLITE_TOOBIG`).
  package static let tooBig = ResultCode(rawValue: SQLITE_TOOBIG)
  /// A row breaks a constraint of the schema (`SQLITE_CONSTRAINT`).
  package static let constraint = ResultCode(rawValue: SQLITE_CONSTRAINT)
  /// Two rows would have the same value in a unique index (`SQLITE_CONSTRAINT_UNIQUE`).
  package static let uniqueConstraint = ResultCode(rawValue: SQLITE_CONSTRAINT | (8 << 8))
  /// The bytes of the file are not those of a database (`SQLITE_NOTADB`).
  package static let notADatabase = ResultCode(rawValue: SQLITE_NOTADB)
}
