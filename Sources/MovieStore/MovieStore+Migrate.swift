internal import Glibc
internal import MovieSQLite

extension MovieStore {
  /// What a migration did.
  public struct MigrationReport: Hashable, Sendable {
    /// The version that the file had.
    public let from: SchemaVersion
    /// The version that it has now.
    public let to: SchemaVersion
    /// Where the file as it was is kept; `nil` where nothing had to be done, or in a rehearsal.
    public let backup: String?
  }

  /// Brings a file of an older schema up to the newest, wholly or not at all.
  ///
  /// Before the first change the file is copied beside itself, under a name with its version and the
  /// time, in UTC.
  ///
  /// - Parameter isRehearsal: whether everything is taken back at the end, and no copy made.
  /// - Throws: `missing`, `unreadable`, `notAMovieDatabase`, `newerSchema`, `changedSchema`,
  ///   `migrationStopped`, `cannotCreate`, `busy`, `readOnly`, `diskFull`, `damaged`, `inputOutput`.
  public static func migrate(
    path: String, isRehearsal: Bool = false
  ) throws(StoreError) -> MigrationReport {
    let path = try DatabaseFile.absolute(path)
    switch try DatabaseFile.content(at: path) {
    case .nothing: throw .missing(path: path)
    case .empty: throw .notAMovieDatabase(path: path, reason: "nothing was ever written into it")
    case .something: break
    }
    do {
      return try migrated(path, isRehearsal: isRehearsal)
    } catch {
      throw StoreError(error, path: path)
    }
  }

  private static func migrated(_ path: String, isRehearsal: Bool) throws -> MigrationReport {
    var connection = try Opening.connection(to: .file(path))
    try Opening.keepChanges(on: &connection)
    // Foreign keys would delete credits while tables change; this is ignored once one is begun.
    try connection.set(.foreignKeys, to: false)
    let found = try connection.read { transaction throws in
      try SchemaState.migratableVersion(in: transaction, path: path)
    }
    if found == .newest { return MigrationReport(from: found, to: found, backup: nil) }
    return try connection.write(isKept: !isRehearsal) { transaction throws in
      // Another program may have been quicker, while this one waited for the lock.
      let version = try SchemaState.migratableVersion(in: transaction, path: path)
      if version == .newest { return MigrationReport(from: version, to: version, backup: nil) }
      let backup = isRehearsal ? nil : try backUp(path, of: version)
      try Migrator.migrate(transaction, after: version)
      return MigrationReport(from: version, to: .newest, backup: backup)
    }
  }

  private static func backUp(
    _ path: String, of version: SchemaVersion
  ) throws -> String {
    let target = "\(path).v\(version.rawValue)-\(timeStamp()).backup"
    guard try DatabaseFile.content(at: target) == .nothing else {
      throw StoreError.cannotCreate(path: target, reason: "it exists")
    }
    try DatabaseFile.create(at: target)
    do throws(SQLiteError) {
      // By a connection of its own, which may read while the other one holds the lock.
      var source = try Connection(.file(path))
      var copy = try Connection(.file(target))
      try source.backUp(to: &copy)
    } catch {
      unsafe unlink(target)
      throw error
    }
    return target
  }

  /// Such as `20261121T101502Z`.
  private static func timeStamp() -> String {
    var now = time(nil)
    var parts = unsafe tm()
    unsafe gmtime_r(&now, &parts)
    var text = [CChar](repeating: 0, count: 32)
    unsafe strftime(&text, text.count, "%Y%m%dT%H%M%SZ", &parts)
    return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
  }
}
