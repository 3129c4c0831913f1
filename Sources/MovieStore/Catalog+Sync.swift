internal import MovieSQLite
internal import MovieSystem

extension Catalog {
  /// Makes this catalog and another one equal: each gets the changes of the other one.
  ///
  /// - Parameters:
  ///   - isOneWay: Whether only this catalog changes.
  ///   - joins: Whether both can have been synced with other catalogs, but not with each other.
  ///   - body: A closure that is called with each change of this catalog.
  /// - Returns: What was done here, and in the other catalog.
  package mutating func sync(
    with other: inout Catalog, isOneWay: Bool = false, joining joins: Bool = false,
    _ body: (MovieChange) throws -> Void
  ) throws -> (here: SyncReport, there: SyncReport) {
    let (core, otherCore) = (core, other.core)
    let past = try commonPast(with: other)
    let files = try [path, other.path].map { (path) throws(StoreError) in
      try Self.identity(of: path)
    }
    return try core.transaction(.write) { catalog in
      try otherCore.transaction(.write) { other in
        var here = try CatalogSync(in: catalog, file: files[0])
        var there = try CatalogSync(in: other, file: files[1])
        let replica = here.settings.replica
        if !there.settings.known.isEmpty {
          let theirs = there.settings.known.union([there.settings.replica])
          try here.join(theirs, at: otherCore.path, isAllowed: joins)
        } else {
          try here.join([there.settings.replica], at: otherCore.path, isAllowed: true)
        }
        try there.join([replica], at: otherCore.path, isAllowed: true)
        if let past {
          try past.former.catalog.core.transaction(.read) { former in
            try here.begin(from: former, after: past.entry, at: past.time, by: replica)
            try there.begin(from: former, after: past.entry, at: past.time, by: replica)
          }
        }
        try here.recordChanges()
        try there.recordChanges()
        try here.receive(allOf: there)
        try here.apply(body)
        if !isOneWay {
          try there.receive(allOf: here)
          try there.apply { _ in }
        }
        try here.finish()
        try there.finish()
        return (here.report, there.report)
      }
    }
  }

  private final class SharedPast {
    let former: FormerCatalog
    let entry: HistoryEntry.ID
    let time: Int64

    init(_ former: consuming FormerCatalog, after entry: HistoryEntry.ID, at time: Timestamp) {
      self.former = former
      self.entry = entry
      self.time = Int64(time.secondsSince1970) * 1_000_000
    }
  }

  /// What both catalogs were before each of them changed alone; `nil` if they were never one, or if
  /// the history does not have the values.
  private func commonPast(with other: borrowing Catalog) throws -> SharedPast? {
    if path == Self.memoryPath { return nil }
    let otherCore = other.core
    let entry = try core.transaction(.read) { catalog in
      try otherCore.transaction(.read) { other in
        let isSynced =
          SyncTables.exist(in: catalog.database) || SyncTables.exist(in: other.database)
        return isSynced ? nil : try CommonPast(of: catalog, and: other)?.entry
      }
    }
    guard let entry, let time = try historyEntry(entry)?.time else { return nil }
    do throws(StoreError) {
      return SharedPast(try FormerCatalog(of: path, after: entry), after: entry, at: time)
    } catch {
      if case .cannotUndo = error.problem { return nil }
      if case .cannotRedo = error.problem { return nil }
      throw error
    }
  }

  private static func identity(of path: String) throws(StoreError) -> String {
    do { return try SyncSettings.identity(of: path) } catch { throw StoreError(error, path: path) }
  }

  /// Exchanges changes with other replicas by way of their files in a directory.
  ///
  /// - Parameters:
  ///   - directory: The path of a directory that exists.
  ///   - isOneWay: Whether nothing is written to the directory.
  ///   - joins: Whether all files there can be those of replicas that are not known yet.
  ///   - body: A closure that is called with each change of this catalog.
  package mutating func sync(
    withDirectory directory: String, isOneWay: Bool = false, joining joins: Bool = false,
    _ body: (MovieChange) throws -> Void
  ) throws -> SyncReport {
    let core = core
    let directory = SyncDirectory(path: directory)
    let file = try Self.identity(of: path)
    do {
      if !isOneWay, core.access != .dryRun { try directory.requireWritable() }
      var report = try core.transaction(.write) { catalog in
        var sync = try CatalogSync(in: catalog, file: file)
        try sync.join(directory.replicas, at: directory.path, isAllowed: joins)
        // A file that knows more than its replica was written by a newer state of this catalog.
        if try directory.end(of: sync.settings.replica).sequence > sync.settings.sequence {
          sync.becomeNewReplica()
        }
        try sync.recordChanges()
        let damaged = try directory.read(into: &sync, catalog)
        try sync.apply(body)
        try sync.finish()
        var report = sync.report
        report.damagedLines = damaged
        return report
      }
      if isOneWay || core.access == .dryRun { return report }
      // Two processes must not append at once.
      report.sent = try core.transaction(.write) { catalog in
        guard let settings = try SyncSettings(in: catalog.database) else { return 0 }
        return try directory.append(settings) { sequence, body in
          try SyncTables.forEachState(after: sequence, in: catalog.database, body)
        }
      }
      return report
    } catch let error as SystemError {
      throw StoreError(error, path: error.path ?? directory.path)
    }
  }
}
