internal import MovieSQLite
internal import MovieStore
internal import MovieSystem

/// A directory through which replicas exchange their states.
///
/// Each replica appends to a file of its own, `<replica>.ndjson`: a `SyncHeader`, then a `SyncLine`
/// for each state.
struct SyncDirectory {
  static let suffix = ".ndjson"
  /// A movie has at most some MiB of values.
  static let lineLimit = 64 << 20

  let path: String

  func path(of name: String) -> String {
    path.hasSuffix("/") ? path + name : "\(path)/\(name)"
  }

  /// A file of a replica.
  struct File {
    let name: String
    let header: SyncHeader
    /// What the catalog that reads it and the replica are to each other.
    var acquaintance = CatalogSync.Acquaintance.known
    /// Whether it is not read before it is whole: the replica and this one get to know each other by
    /// all of their movies.
    var isLeftOut = false
  }

  /// The entries of the directory that have the suffix of change files.
  struct Entries {
    var files: [File] = []
    /// The names of files that have the name of a replica, but not its first line.
    var damaged: [String] = []
    /// Those that are never removed: their first line is that of a later version, or of no change
    /// file.
    var kept: Set<String> = []
    /// The names of entries that are not readable files: directories, pipes, broken links.
    var unreadable: [String] = []
  }

  func entries() throws(SystemError) -> Entries {
    var entries = Entries()
    for name in try Directory.names(in: path).sorted() where name.hasSuffix(Self.suffix) {
      guard let source = try open(name) else {
        entries.unreadable.append(name)
        continue
      }
      let line = try source.nextLine(limit: Self.lineLimit) ?? []
      if let header = SyncHeader(line) {
        entries.files.append(File(name: name, header: header))
      } else if SyncSettings.isName(name.dropLast(Self.suffix.count)) {
        entries.damaged.append(name)
        if SyncHeader.isNewer(line) || !SyncHeader.canBeDamaged(line) { entries.kept.insert(name) }
      }
    }
    return entries
  }

  /// Opens a regular file without blocking; `nil` if the entry is not one or is not readable.
  func open(_ name: String) throws(SystemError) -> ByteSource? {
    do throws(SystemError) {
      let source = try ByteSource(path: path(of: name))
      return source.totalBytes == nil ? nil : source
    } catch {
      if error.isIOError || error.isLimit || error.isInterruption {
        throw error
      }
      return nil
    }
  }

  /// The name of the replica that a name, or the path of a file, stands for; `nil` if the directory
  /// has no file of it. That of a damaged file is the name of the file, unless it can be of a later
  /// version.
  func replica(_ reference: String) throws(SystemError) -> String? {
    let entries = try entries()
    func isMeant(_ name: String) -> Bool {
      [name, String(name.dropLast(Self.suffix.count)), path(of: name)].contains(reference)
    }
    if let file = entries.files.first(where: { $0.header.replica == reference || isMeant($0.name) })
    {
      return file.header.replica
    }
    guard let damaged = entries.damaged.first(where: isMeant), !entries.kept.contains(damaged)
    else {
      return nil
    }
    return String(damaged.dropLast(Self.suffix.count))
  }

  func replicas() throws(SystemError) -> [SyncReplica] {
    // A file can be there twice: programs that carry files keep copies.
    let replicas = try entries().files.map { (file) throws(SystemError) in
      let source = try open(file.name)
      var (changes, last) = (-1, [UInt8]())
      while let line = try source?.nextLine(limit: Self.lineLimit) {
        changes += 1
        last = line
      }
      let time = SyncLine.parse(last)?.state.latestTime
      return SyncReplica(
        name: file.header.replica, machine: file.header.machine, changes: changes,
        lastDay: time.flatMap { CalendarDate(Clock.localDate(of: Int($0 / 1_000_000))) })
    }
    let largest = Dictionary(replicas.map { ($0.name, $0) }) { $0.changes < $1.changes ? $1 : $0 }
    return largest.values.sorted { $0.name < $1.name }
  }

  /// Whether all movies of a replica are in its file, and the last line is whole: it is not being
  /// copied.
  func isWhole(_ file: File) throws(SystemError) -> Bool {
    guard let source = try open(file.name) else { return false }
    var lines: Int64 = -1
    while lines < file.header.lines, try source.nextLine(limit: Self.lineLimit) != nil {
      lines += 1
    }
    try source.seek(to: max(0, (source.totalBytes ?? 0) - 1))
    let last = try source.readToEnd().last
    return lines >= file.header.lines && last == .lineFeed
  }

  /// Merges the states of files of other replicas.
  ///
  /// - Returns: The lines that are damaged.
  func read(
    _ files: [File], into sync: inout CatalogSync
  ) throws -> [SyncReport.DamagedLine] {
    let own = sync.settings.replica + Self.suffix
    var damaged: [SyncReport.DamagedLine] = []
    for file in files where file.name != own {
      if file.isLeftOut {
        sync.report.incompleteFiles.append(path(of: file.name))
      } else {
        damaged += try read(file, into: &sync)
      }
    }
    return damaged
  }

  /// Reads a file from the last line on that was read before.
  private func read(
    _ file: File, into sync: inout CatalogSync
  ) throws -> [SyncReport.DamagedLine] {
    // Another program can have changed the table.
    let known = try sync.catalog.database.fetchOne(
      """
      SELECT offset, checksum, line FROM movieSyncFile
      WHERE name = \(file.name) AND NOT (\(raw: SyncTables.isInvalidFile))
      """
    ) { row throws(SQLiteError) in
      (offset: try row.int(at: 0), checksum: try row.int(at: 1), line: try row.int(at: 2))
    }
    guard let source = try open(file.name) else { return [] }
    var (offset, number): (Int64, Int64) = (0, 0)
    if let known, known.offset < source.totalBytes ?? 0 {
      try source.seek(to: known.offset)
      if let line = try source.nextLine(limit: Self.lineLimit),
        Int64(bitPattern: line.span.fnv1a) == known.checksum
      {
        (offset, number) = (known.offset + Int64(line.count) + 1, known.line)
      } else {
        // The file was replaced.
        try source.seek(to: 0)
      }
    }
    return try read(file, source, from: offset, after: number, into: &sync)
  }

  private func read(
    _ file: File, _ source: ByteSource, from start: Int64, after line: Int64,
    into sync: inout CatalogSync
  ) throws -> [SyncReport.DamagedLine] {
    var (offset, number) = (start, line)
    var damaged: [Int64] = []
    var last: (offset: Int64, checksum: Int64, line: Int64)?
    while let line = try source.nextLine(limit: Self.lineLimit) {
      number += 1
      // The first line was checked when the file was found.
      let state = offset == 0 ? nil : SyncLine.parse(line)?.state
      if let state { try sync.receive(state, from: file.acquaintance) }
      if state != nil || offset == 0 {
        if damaged.isEmpty {
          last = (offset, Int64(bitPattern: line.span.fnv1a), number)
        }
      } else {
        damaged.append(number)
      }
      offset += Int64(line.count) + 1
    }
    // A last line without a line feed can be one that is still being copied.
    if damaged.last == number, offset > source.bytesRead {
      damaged.removeLast()
      number -= 1
    }
    if let last {
      try sync.catalog.database.execute(
        """
        INSERT INTO movieSyncFile VALUES (
          \(file.name), \(last.line), \(last.offset), \(last.checksum))
        ON CONFLICT (name) DO UPDATE SET line = excluded.line, offset = excluded.offset,
          checksum = excluded.checksum
        """)
    }
    if number <= file.header.lines, file.header.replica != sync.settings.replica {
      sync.report.incompleteFiles.append(path(of: file.name))
    }
    return damaged.map { .init(file: path(of: file.name), line: Int($0)) }
  }
}
