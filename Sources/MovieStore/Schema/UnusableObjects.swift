internal import MovieSQLite

/// Tables and indexes of other programs that need a function or a collation which a catalog's connection
/// does not have or does not allow. SQLite then loads no table at all, or fails where it uses the object.
enum UnusableObjects {
  /// Returns the unusable objects. It prepares their SQL in an empty database that is opened like a
  /// catalog, because the error that SQLite reports for the file does not identify them.
  static func differences(
    in objects: [SchemaObject], of version: SchemaVersion
  ) -> [SchemaDifference] {
    let names = VersionedSchema(version)
    let others = objects.filter { !names.includes($0) && !$0.isAuxiliary }
    guard others.contains(where: { $0.type == "table" || $0.type == "index" }) else { return [] }
    do {
      let connection = try ConnectionSetup.connection(to: .memory)
      // SQLite allows them when it loads the schema of a file.
      try connection.set(.doubleQuotedStringsDDL, to: true)
      return try connection.write(commit: false) { transaction throws in
        var unusable: [SchemaObject] = []
        for table in objects where table.isOrdinaryTable {
          if try isUsable(table, in: transaction) {
            try transaction.execute(SQL(raw: table.sql))
          } else if others.contains(table) {
            unusable.append(table)
          } else {
            return []
          }
        }
        if unusable.isEmpty {
          unusable = try others.filter { try $0.type == "index" && !isUsable($0, in: transaction) }
        }
        return unusable.map { SchemaDifference(kind: .unusable, object: $0) }
      }
    } catch {
      return []
    }
  }

  private static func isUsable(
    _ object: SchemaObject, in transaction: borrowing Transaction
  ) throws(SQLiteError) -> Bool {
    do throws(SQLiteError) {
      _ = try transaction.prepare(SQL(raw: object.sql))
      return true
    } catch  where error.code.primary == .error {
      return false
    }
  }

  // MARK: A file whose schema cannot be loaded

  /// Returns why SQLite fails on the file: it is not a catalog, or such objects are in it; `nil` for any
  /// other reason, such as damage.
  static func error(ofFileAt path: String) -> StoreError? {
    do {
      let differences = try differences(inFileAt: path)
      return differences.isEmpty
        ? nil : .changedSchema(path: path, findings: differences.map(\.finding.withoutRepair))
    } catch StoreError.notAMovieDatabase(_, let reason) {
      return .notAMovieDatabase(path: path, reason: reason)
    } catch {
      return nil
    }
  }

  /// Reads the file with a separate connection, without changing it.
  private static func differences(inFileAt path: String) throws -> [SchemaDifference] {
    let database = try LockedDatabase(path: path, timeout: LockTimeout(milliseconds: 0))
    if let mode = database.mode {
      return try differences(at: .readOnly(database.realPath, mode), path)
    }
    let copy = try TemporaryCopy(in: nil)
    guard try copy.fill(from: database) else { return [] }
    return try differences(at: .file(copy.path), path)
  }

  private static func differences(
    at location: Connection.Location, _ path: String
  ) throws -> [SchemaDifference] {
    let connection = try ConnectionSetup.connection(
      to: location, timeout: LockTimeout(milliseconds: 0), ignoresSchemaErrors: true)
    return try connection.read { transaction throws in
      if try SchemaVerifier.isEmpty(in: transaction) { return [] }
      let version = try SchemaVerifier.version(in: transaction, path: path)
      return differences(in: try SchemaObject.all(in: transaction), of: version)
    }
  }
}

extension SchemaObject {
  /// Whether the SQL only creates an empty table: a file can contain any SQL.
  fileprivate var isOrdinaryTable: Bool {
    let tokens = tokens
    let isTable = type == "table" && tokens.count > 1 && tokens[0].isSpelled("CREATE")
    let isFilled = zip(tokens, tokens.dropFirst()).contains {
      $0.isSpelled("AS") && !$1.isSpelled("(")
    }
    return isTable && tokens[1].isSpelled("TABLE") && !isFilled
  }
}
