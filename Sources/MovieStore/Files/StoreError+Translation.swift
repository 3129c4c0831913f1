internal import MovieSQLite
internal import MovieSystem

extension StoreError {
  /// Translates an error of any layer.
  ///
  /// - Parameter path: The file of an error that does not name one.
  package init(_ error: any Error, path: String) {
    switch error {
    case let error as StoreError: self = error
    case is CancellationError: self.init(.interrupted)
    case let error as SystemError: self.init(error, path: path)
    case let error as SQLiteError: self.init(error, path: path)
    default: self.init(.internalError(code: 0, message: "\(error)", sql: nil))
    }
  }

  private init(_ error: SystemError, path: String) {
    problem =
      switch error.operation {
      case _ where error.isInterruption: .interrupted
      case _ where error.isFullDisk: .diskFull(path: path)
      case _
      where error.isIOError || error.isLimit
        || ["write", "sync"].contains(error.operation):
        .inputOutput(path: error.path ?? path, detail: error.reason)
      case "create":
        error.isExistingFile
          ? .fileExists(path: path) : .cannotCreate(path: path, reason: error.reason)
      default:
        error.isMissingFile
          ? .fileNotFound(path: path) : .unreadable(path: path, reason: error.reason)
      }
  }

  private init(_ error: SQLiteError, path: String) {
    problem =
      switch (error.code, error.code.primary) {
      case (.readOnlyRollback, _): .needsRecovery(path: path)
      case (.readOnlyMoved, _): .replaced(path: path)
      case (.notDurable, _): .notDurable(path: path, detail: error.message)
      // A request to stop ends the wait for a lock.
      case (_, .busy) where Interruption.isRequested: .interrupted
      case (.busyWithReaders, _): .busy(path: path, holder: .reader)
      case (.unsupportedLibrary, _): .unsupportedSQLite(version: error.message)
      case (.idsExhausted, _): .idsExhausted(path: path)
      case (.historyFull, _): .historyFull(path: path)
      case (.missingCollation, _):
        .changedSchema(path: path, findings: [IntegrityCheck.invalidSchema(error)])
      // Ids are new or were checked, so that only rows in the wrong order can repeat one.
      case (.primaryKeyConstraint, _):
        .damaged(path: path, detail: "rows of a table are not in order")
      case (_, .busy), (_, .locked): .busy(path: path)
      case (_, .readOnly): .readOnly(path: path)
      case (_, .full): .diskFull(path: path)
      case (_, .corrupt), (_, .mismatch): .damaged(path: path, detail: error.message)
      case (_, .notADatabase):
        .notAMovieDatabase(path: path, reason: "it is not an SQLite database")
      case (_, .ioError), (_, .cannotOpen): .inputOutput(path: path, detail: error.message)
      case (_, .noMemory): .outOfMemory
      case (_, .interrupted): .interrupted
      case (.parameterTooBig, _): StoreError.textTooLong.problem
      case (_, .tooBig): .damaged(path: path, detail: "it contains a value that is too long")
      // FTS5 reports some damage as a failure of the statement.
      case (_, .error) where SearchIndex.all.contains { error.sql?.contains($0.name) == true }:
        .damaged(path: path, detail: "search index: \(error.message)")
      case (_, .error) where error.sql?.hasSuffix("FROM sqlite_schema") == true:
        .notAMovieDatabase(path: path, reason: "SQLite cannot read it: \(error.message)")
      default:
        .internalError(code: error.code.rawValue, message: error.message, sql: error.sql)
      }
  }
}
