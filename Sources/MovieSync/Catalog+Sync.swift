internal import MovieMatching
package import MovieStore
internal import MovieSystem

/// How catalogs exchange changes.
package struct SyncOptions {
  /// Whether only this catalog changes.
  package var isOneWay = false
  /// Whether the other side can have been synced, but not with this catalog.
  package var joins = false
  /// Whether all catalogs get the movies of this one, which was restored from a backup.
  package var goesBack = false
  /// Whether changes that are in the future get the current time.
  package var restamps = false
  /// A replica whose file is removed from the directory, if all its changes are in this catalog or
  /// its first line is damaged.
  package var retired: String?

  package init() {}
}

/// A catalog that exchanges changes by way of a directory.
package struct SyncReplica: Hashable, Sendable {
  package let name: String
  /// The name of the machine on which its file was created.
  package let machine: String?
  /// The number of changes in its file.
  package let changes: Int
  /// The day of the last change that it knew, in the user's time zone.
  package let lastDay: CalendarDate?
  /// Whether it is the catalog that reads the directory.
  package internal(set) var isOwn = false
}

extension Catalog {
  /// Makes this catalog and another one equal: each gets the changes of the other one.
  ///
  /// - Parameter body: A closure that is called with each change of this catalog.
  /// - Returns: What was done here, and in the other catalog.
  package mutating func sync(
    with other: inout Catalog, _ options: SyncOptions = SyncOptions(),
    _ body: (MovieChange) throws -> Void
  ) throws -> (here: SyncReport, there: SyncReport) {
    let (core, otherCore) = (core, other.core)
    let (path, otherPath) = (path, other.path)
    let files = try [path, otherPath].map { (path) throws(StoreError) in
      try Self.identity(of: path)
    }
    try Self.beginSyncing(core, at: path, file: files[0])
    try Self.beginSyncing(otherCore, at: otherPath, file: files[1])
    return try core.transaction(.write) { catalog in
      try otherCore.transaction(.write) { other in
        var here = try CatalogSync(in: catalog, at: path, file: files[0], options)
        var there = try CatalogSync(
          in: other, at: otherPath, file: files[1], isOther: true,
          isKept: !options.isOneWay && otherCore.access != .dryRun)
        let (replica, known) = (here.settings.replica, here.settings.known)
        var (acquaintance, others) = (
          try here.acquaintance(
            with: there.settings.replica, knowing: there.settings.known,
            SyncSettings.history(of: there.catalog)), CatalogSync.Acquaintance.known
        )
        switch acquaintance {
        case .known: break
        case .strangers: others = .strangers
        case .copies(let parting): try parting.addHistory(of: there.catalog)
        }
        try here.join(
          [there.settings.replica], with: there.settings.known, at: otherCore.path,
          isAllowed: options.joins || there.settings.known.isEmpty)
        try there.join([replica], with: known, at: otherCore.path, isAllowed: true)
        try there.recordChanges()
        if !options.goesBack { try here.recordChanges() }
        try here.receive(allOf: there, from: acquaintance)
        if options.restamps { try here.restamp() }
        if options.goesBack { try here.goBack() }
        try here.apply(body)
        if !options.isOneWay {
          try there.receive(allOf: here, from: others)
          try there.apply { _ in }
          try here.shareAll()
          try there.shareAll()
        }
        try here.finish()
        try there.finish()
        return (here.report, there.report)
      }
    }
  }

  /// Stores the replica name and the states of a catalog before its first sync, so that after an
  /// interruption it continues as the same replica.
  ///
  /// - Returns: The rows of the states that were stored: those of movies, and those of others that
  ///   were deleted before.
  @discardableResult
  private static func beginSyncing(
    _ core: StoreConnection, at path: String, file: String
  ) throws -> (movies: MovieIDSet, deleted: MovieIDSet) {
    if core.access == .dryRun { return (MovieIDSet(), MovieIDSet()) }
    return try core.transaction(.write) { catalog in
      if SyncTables.exist(in: catalog.database) { return (MovieIDSet(), MovieIDSet()) }
      var sync = try CatalogSync(in: catalog, at: path, file: file)
      try sync.recordChanges()
      try sync.finish()
      return (sync.ownChanges, sync.passedOn)
    }
  }

  /// Whether the catalog was restored from a backup since its last sync.
  package func isRestored() throws(StoreError) -> Bool {
    try core.read { catalog in try SyncSettings(in: catalog.database)?.file.isEmpty ?? false }
  }

  private static func identity(of path: String) throws(StoreError) -> String {
    do { return try SyncSettings.identity(of: path) } catch { throw StoreError(error, path: path) }
  }

  /// Exchanges changes with other replicas by way of their files in a directory.
  ///
  /// - Parameters:
  ///   - directory: The path of a directory that exists.
  ///   - body: A closure that is called with each change of this catalog.
  package mutating func sync(
    withDirectory directory: String, _ options: SyncOptions = SyncOptions(),
    _ body: (MovieChange) throws -> Void
  ) throws -> SyncReport {
    let (core, path) = (core, path)
    let directory = SyncDirectory(path: directory)
    let file = try Self.identity(of: path)
    do {
      let isRead = options.isOneWay || core.access == .dryRun
      if !isRead { try directory.requireWritable() }
      let entries = try directory.entries()
      var files = entries.files
      let recorded = try Self.beginSyncing(core, at: path, file: file)
      var former: String?
      let report = try core.transaction(.write) { catalog in
        former = try SyncSettings(in: catalog.database)?.replica
        var sync = try CatalogSync(in: catalog, at: path, file: file, options)
        (sync.ownChanges, sync.passedOn) = recorded
        var (length, line) = try directory.end(of: sync.settings.replica)
        let sequence = sync.replica.resume(after: line)
        if sequence == 0 { length = 0 }
        for index in files.indices {
          let header = files[index].header
          files[index].acquaintance = try sync.acquaintance(
            with: header.replica, knowing: header.known, header.history)
          if case .known = files[index].acquaintance { continue }
          files[index].isLeftOut = try !directory.isWhole(files[index])
        }
        let headers = files.filter { !$0.isLeftOut }.map(\.header)
        try sync.join(
          Set(headers.map(\.replica)), with: Set(headers.flatMap(\.known)),
          at: directory.path, isAllowed: options.joins)
        if !options.goesBack { try sync.recordChanges() }
        let damaged = try directory.read(files, into: &sync)
        if options.restamps { try sync.restamp() }
        if options.goesBack { try sync.goBack() }
        try sync.apply(body)
        // After a crash before the commit, the next sync reads what the file knows more.
        let sent = try directory.append(&sync, after: sequence, at: length, writing: !isRead)
        try sync.finish()
        var report = sync.report
        report.sent = sent
        // This sync has rewritten a damaged file of its own replica.
        let own = sync.settings.replica + SyncDirectory.suffix
        let unread = entries.damaged.filter { $0 != own || isRead }
        let removed = unread.filter {
          $0 == options.retired.map { $0 + SyncDirectory.suffix } && !entries.kept.contains($0)
        }
        report.damagedLines =
          damaged
          + unread.filter { !removed.contains($0) }.map {
            .init(file: directory.path(of: $0), line: 1)
          }
        report.unreadableFiles = entries.unreadable.map(directory.path(of:))
        let retired = files.filter { $0.header.replica == options.retired }
        report.isRetired =
          try !removed.isEmpty
          || !retired.isEmpty && damaged.isEmpty && retired.allSatisfy(directory.isWhole)
        return report
      }
      // The own file is written again after its changes got other times.
      let gone = [
        options.restamps ? former : nil, report.isRetired ? options.retired : nil,
      ].compactMap(\.self)
      if !isRead {
        for file in files where gone.contains(file.header.replica) { directory.remove(file.name) }
        if report.isRetired, let name = options.retired.map({ $0 + SyncDirectory.suffix }),
          entries.damaged.contains(name)
        {
          directory.remove(name)
        }
      }
      return report
    } catch let error as SystemError {
      throw StoreError(error, path: error.path ?? directory.path)
    }
  }

  /// The replicas whose files a directory has.
  package func replicas(inDirectory path: String) throws -> [SyncReplica] {
    let settings = try core.read { catalog in try SyncSettings(in: catalog.database) }
    let isSame = try Self.identity(of: self.path) == settings?.file
    var replicas: [SyncReplica]
    do throws(SystemError) { replicas = try SyncDirectory(path: path).replicas() } catch {
      throw StoreError(error, path: error.path ?? path)
    }
    for index in replicas.indices {
      replicas[index].isOwn = isSame && replicas[index].name == settings?.replica
    }
    return replicas
  }

  /// The name of the replica that a name, or the path of its file, stands for; `nil` if a directory
  /// has no file of it, and for this catalog.
  package func otherReplica(
    _ reference: String, inDirectory path: String
  ) throws(StoreError) -> String? {
    let name: String?
    do throws(SystemError) { name = try SyncDirectory(path: path).replica(reference) } catch {
      throw StoreError(error, path: error.path ?? path)
    }
    let settings = try core.read { catalog in try SyncSettings(in: catalog.database) }
    let isSame = try Self.identity(of: self.path) == settings?.file
    return isSame && name == settings?.replica ? nil : name
  }
}
