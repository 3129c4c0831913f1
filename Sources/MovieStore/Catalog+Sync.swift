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
    let (own, theirs) = (try syncedPast(), try other.syncedPast())
    let past =
      if let history = own.history, let other = theirs.history,
        own.replicas.isDisjoint(with: theirs.replicas)
      { try SharedPast.of(path, history, other) } else { SharedPast?.none }
    let files = try [path, other.path].map { (path) throws(StoreError) in
      try Self.identity(of: path)
    }
    return try core.transaction(.write) { catalog in
      try otherCore.transaction(.write) { other in
        var here = try CatalogSync(in: catalog, file: files[0])
        var there = try CatalogSync(in: other, file: files[1])
        past?.replicas = try (here.firstReplica, there.firstReplica)
        let replica = here.settings.replica
        try here.join(
          there.settings.replicas, at: otherCore.path,
          isAllowed: joins || there.settings.known.isEmpty)
        try there.join([replica], at: otherCore.path, isAllowed: true)
        try here.recordChanges()
        try there.recordChanges()
        try here.receive(allOf: there, since: past)
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

  /// What is known of the catalog's history, and the replicas that it knows.
  private func syncedPast() throws -> (history: HistoryMarks?, replicas: Set<String>) {
    try core.transaction(.read) { catalog in
      let settings = try SyncSettings(in: catalog.database)
      return (try SyncSettings.history(of: catalog), settings?.replicas ?? [])
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
      let own = try syncedPast()
      let files = try files(of: directory)
      var report = try core.transaction(.write) { catalog in
        var sync = try CatalogSync(in: catalog, file: file)
        for file in files { file.past?.replicas.own = try sync.firstReplica }
        let replicas = Set(files.map(\.header.replica))
        try sync.join(replicas, at: directory.path, isAllowed: joins)
        // A file that knows more than its replica was written by a newer state of this catalog.
        if try directory.end(of: sync.settings.replica).sequence > sync.settings.sequence {
          sync.becomeNewReplica()
        }
        try sync.recordChanges()
        let damaged = try directory.read(files, into: &sync, catalog)
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
        let movies = try catalog.database.fetchInt("SELECT count(*) FROM movieSync")
        let history = try SyncSettings.history(of: catalog)
        return try directory.append(settings, history, count: movies) { sequence, body in
          try SyncTables.forEachState(after: sequence, in: catalog.database, body)
        }
      }
      return report
    } catch let error as SystemError {
      throw StoreError(error, path: error.path ?? directory.path)
    }
  }

  /// The files of a directory, with what this catalog and others have in common. A file that is
  /// still being copied is left out if it would tell which movies were deleted.
  private func files(of directory: SyncDirectory) throws -> [SyncDirectory.File] {
    let own = try syncedPast()
    return try directory.files().compactMap { file in
      guard let history = own.history, let theirs = file.header.history,
        own.replicas.isDisjoint(with: [theirs.replica, file.header.replica]),
        let past = try SharedPast.of(path, history, theirs)
      else { return file }
      var file = file
      file.past = past
      return try directory.isWhole(file) ? file : nil
    }
  }
}
