internal import MovieSQLite
internal import MovieSystem

/// A directory through which replicas exchange their states.
///
/// Each replica appends to a file of its own, `<replica>.ndjson`. The first line tells the format
/// and the replica; every other line has a state, the sequence of its change, and a checksum of the
/// line before it.
struct SyncDirectory {
  private static let suffix = ".ndjson"
  private static let format = "movies-sync"
  private static let version: Int64 = 1
  private static let sequence = "sequence"
  private static let checksum = "checksum"
  /// A movie has at most some MiB of values.
  private static let lineLimit = 64 << 20

  let path: String

  private func path(of name: String) -> String {
    path.hasSuffix("/") ? path + name : "\(path)/\(name)"
  }

  // MARK: Lines

  /// The first line of a file.
  struct Header {
    let replica: String
    /// The replicas that it knew.
    let known: Set<String>
    /// The number of lines that were written with it. These have all movies of the replica.
    fileprivate let lines: Int64
    /// The history up to the first sync of the catalog.
    let history: HistoryMarks?
    /// The name of the machine that wrote it.
    fileprivate let machine: String?

    fileprivate init(_ settings: SyncSettings, lines: Int64, history: HistoryMarks?) {
      (replica, known) = (settings.replica, settings.known)
      (self.lines, self.history, machine) = (lines, history, CurrentProcess.hostName)
    }

    fileprivate init?(_ line: [UInt8]) {
      guard let json = JSONValue(line),
        json[SyncDirectory.format]?.integer == SyncDirectory.version,
        let replica = json["replica"]?.text
      else { return nil }
      self.replica = replica
      machine = json["machine"]?.text
      known = Set(json["known"]?.array?.compactMap(\.text) ?? [])
      lines = json["lines"]?.integer ?? 0
      history = json["history"].flatMap { HistoryMarks($0) }
    }

    fileprivate var bytes: [UInt8] {
      var members: [JSONValue.Member] = [
        .init(key: SyncDirectory.format, value: .integer(SyncDirectory.version)),
        .init(key: "replica", value: .text(replica)),
        .init(key: "known", value: .array(known.sorted().map(JSONValue.text))),
        .init(key: "lines", value: .integer(lines)),
      ]
      if let machine { members.append(.init(key: "machine", value: .text(machine))) }
      if let history { members.append(.init(key: "history", value: history.json)) }
      return JSONValue.object(members).bytes
    }
  }

  /// - Parameter state: A state as it is stored.
  private static func line(
    _ number: Int64, _ state: [UInt8]
  ) -> (line: [UInt8], checksum: String) {
    let line = Array("{\"\(sequence)\":\(number),".utf8) + state.dropFirst()
    let sum = sum(of: line)
    return (line.dropLast() + "\(checksumStart)\(sum)\"}".utf8, sum)
  }

  private static func sum(of line: [UInt8]) -> String {
    String(ImportChecksum.hash(line.span), radix: 16)
  }

  private static let checksumStart = ",\"\(checksum)\":\""

  /// Returns `nil` for a line that is not whole.
  private static func parse(_ line: [UInt8]) -> (line: SyncLine, state: MovieState)? {
    guard let quote = line.dropLast(2).lastIndex(of: .quote),
      case let end = quote + 1 - checksumStart.utf8.count, end > 0,
      line[end...quote].elementsEqual(checksumStart.utf8),
      case let sum = sum(of: line[..<end] + [.rightBrace]),
      line[(quote + 1)...].elementsEqual((sum + "\"}").utf8),
      let json = JSONValue(line), let number = json[sequence]?.integer,
      let state = MovieState(json, ignoring: [sequence, checksum])
    else { return nil }
    return (SyncLine(sequence: number, checksum: sum), state)
  }

  // MARK: Files of others

  /// A file of a replica.
  struct File {
    fileprivate let name: String
    let header: Header
    /// What this catalog and the other one once were, if the replica is not known yet.
    var past: SharedPast?
  }

  /// The files that have the name of a replica, but not its first line.
  func damagedFiles() throws(SystemError) -> [SyncReport.DamagedLine] {
    let readable = Set(try files().map(\.name))
    return try Directory.names(in: path).sorted().filter { name in
      name.hasSuffix(Self.suffix) && SyncSettings.isName(name.dropLast(Self.suffix.count))
        && !readable.contains(name)
    }.map { .init(file: path(of: $0), line: 1) }
  }

  /// The files of replicas. Others, and those without a whole first line, are left out.
  func files() throws(SystemError) -> [File] {
    var files: [File] = []
    for name in try Directory.names(in: path).sorted() where name.hasSuffix(Self.suffix) {
      let source = try ByteSource(path: path(of: name))
      if let line = try source.nextLine(limit: Self.lineLimit), let header = Header(line) {
        files.append(File(name: name, header: header))
      }
    }
    return files
  }

  func replicas() throws(SystemError) -> [SyncReplica] {
    try files().map { (file) throws(SystemError) in
      let source = try ByteSource(path: path(of: file.name))
      var (changes, last) = (-1, [UInt8]())
      while let line = try source.nextLine(limit: Self.lineLimit) {
        changes += 1
        last = line
      }
      let time = Self.parse(last)?.state.latestTime
      return SyncReplica(
        name: file.header.replica, machine: file.header.machine, changes: changes,
        lastDay: time.flatMap { CalendarDate(Clock.localDate(of: Int($0 / 1_000_000))) })
    }
  }

  /// Whether all movies of a replica are in its file: it is not being copied.
  func isWhole(_ file: File) throws(SystemError) -> Bool {
    let source = try ByteSource(path: path(of: file.name))
    var lines: Int64 = -1
    while lines < file.header.lines, try source.nextLine(limit: Self.lineLimit) != nil {
      lines += 1
    }
    return lines >= file.header.lines
  }

  /// Merges the states of files of other replicas.
  ///
  /// - Parameter end: The end of the own file, of which only lines after it are read.
  /// - Returns: The lines that are damaged.
  func read(
    _ files: [File], after end: End, into sync: inout CatalogSync,
    _ catalog: borrowing CatalogTransaction
  ) throws -> [SyncReport.DamagedLine] {
    let own = sync.settings.replica + Self.suffix
    var damaged: [SyncReport.DamagedLine] = []
    for file in files where file.name != own || !end.isLast {
      damaged += try read(file, into: &sync, catalog)
    }
    return damaged
  }

  /// Reads a file from the last line on that was read before.
  private func read(
    _ file: File, into sync: inout CatalogSync, _ catalog: borrowing CatalogTransaction
  ) throws -> [SyncReport.DamagedLine] {
    let known = try catalog.database.fetchOne(
      "SELECT offset, checksum, line FROM movieSyncFile WHERE name = \(file.name)"
    ) { row throws(SQLiteError) in
      (offset: try row.int(at: 0), checksum: try row.int(at: 1), line: try row.int(at: 2))
    }
    let source = try ByteSource(path: path(of: file.name))
    var (offset, number): (Int64, Int64) = (0, 0)
    if let known {
      try source.seek(to: known.offset)
      if let line = try source.nextLine(limit: Self.lineLimit),
        Int64(bitPattern: ImportChecksum.hash(line.span)) == known.checksum
      {
        (offset, number) = (known.offset + Int64(line.count) + 1, known.line)
      } else {
        // The file was replaced.
        try source.seek(to: 0)
      }
    }
    return try read(file, source, from: offset, after: number, into: &sync, catalog)
  }

  private func read(
    _ file: File, _ source: ByteSource, from start: Int64, after line: Int64,
    into sync: inout CatalogSync, _ catalog: borrowing CatalogTransaction
  ) throws -> [SyncReport.DamagedLine] {
    var (offset, number) = (start, line)
    var damaged: [Int64] = []
    var last: (offset: Int64, checksum: Int64, line: Int64)?
    while let line = try source.nextLine(limit: Self.lineLimit) {
      number += 1
      // The first line was checked when the file was found.
      let state = offset == 0 ? nil : Self.parse(line)?.state
      if let state { try sync.receive(state, since: file.past) }
      if state != nil || offset == 0 {
        if damaged.isEmpty {
          last = (offset, Int64(bitPattern: ImportChecksum.hash(line.span)), number)
        }
      } else {
        damaged.append(number)
      }
      offset += Int64(line.count) + 1
    }
    if let past = file.past, damaged.isEmpty { try sync.receiveDeletions(since: past) }
    if let last {
      try catalog.database.execute(
        """
        INSERT INTO movieSyncFile VALUES (
          \(file.name), \(last.line), \(last.offset), \(last.checksum))
        ON CONFLICT (name) DO UPDATE SET line = excluded.line, offset = excluded.offset,
          checksum = excluded.checksum
        """)
    }
    // The last line can be one that is still being copied.
    if damaged.last == number { damaged.removeLast() }
    return damaged.map { .init(file: path(of: file.name), line: Int($0)) }
  }

  // MARK: The own file

  /// Checks that files can be created, with a temporary one, before the catalog changes.
  func requireWritable() throws(SystemError) {
    _ = try AtomicFile(target: path(of: "check" + Self.suffix), replacing: true)
  }

  /// Removes the file of a replica whose changes are those of another one now.
  func removeFile(of replica: String) { Directory.removeFile(path(of: replica + Self.suffix)) }

  /// Where the own file is continued.
  struct End {
    /// That of the last change before it.
    fileprivate var sequence: Int64 = 0
    /// The length of the file up to there.
    fileprivate var length: Int64 = 0
    /// Whether no whole line follows.
    fileprivate var isLast = true
    /// Whether a line follows that a newer state of the catalog wrote: it was restored, or its
    /// last sync was killed.
    var isBehindFile = false
  }

  /// The last line that the replica wrote for certain: a file that was lost can come back with
  /// lines of a state of the catalog that was lost, too.
  func end(of settings: SyncSettings) throws(SystemError) -> End {
    let path = path(of: settings.replica + Self.suffix)
    guard let file = try FileMetadata.ifExists(path), try hasHeader(path) else { return End() }
    var length: Int64 = 1 << 16
    while true {
      let start = max(0, file.size - length)
      let source = try ByteSource(path: path)
      try source.seek(to: start)
      if let end = Self.end(in: try source.readToEnd(), from: start, settings) { return end }
      length *= 2
    }
  }

  /// - Parameter start: The offset of the bytes, 0 for the whole file.
  /// - Returns: `nil` if the end is before the bytes.
  private static func end(in bytes: [UInt8], from start: Int64, _ settings: SyncSettings) -> End? {
    let newest = settings.ends.map(\.sequence).max() ?? 0
    var end = End()
    var feed = bytes.lastIndex(of: .lineFeed)
    while let last = feed {
      let previous = bytes[..<last].lastIndex(of: .lineFeed)
      if previous == nil, start > 0 { return nil }
      if let (line, _) = parse(Array(bytes[(previous.map { $0 + 1 } ?? 0)..<last])) {
        if settings.ends.contains(line) {
          (end.sequence, end.length) = (line.sequence, start + Int64(last) + 1)
          return end
        }
        end.isLast = false
        end.isBehindFile = end.isBehindFile || line.sequence > newest
      }
      feed = previous
    }
    return start > 0 ? nil : end
  }

  private func hasHeader(_ path: String) throws(SystemError) -> Bool {
    try ByteSource(path: path).nextLine(limit: Self.lineLimit).flatMap(Header.init) != nil
  }

  /// Appends the states that changed since the end of the own file.
  ///
  /// - Parameter writes: Whether the file is changed, or changes are only counted.
  /// - Returns: The number of changes that this catalog made, and the last line.
  func append(
    _ sync: borrowing CatalogSync, after end: End, from catalog: borrowing CatalogTransaction,
    writing writes: Bool
  ) throws -> (sent: Int, last: SyncLine?) {
    let settings = sync.settings
    if end.isLast, end.length > 0, end.sequence >= settings.sequence { return (0, nil) }
    var (sent, last): (Int, SyncLine?) = (0, nil)
    let path = path(of: settings.replica + Self.suffix)
    let sink = writes ? try ByteSink(appendingTo: path, after: end.length) : nil
    if let sink, end.length == 0 {
      let header = Header(
        settings,
        lines: try catalog.database.fetchInt("SELECT count(*) FROM movieSync"),
        history: try SyncSettings.history(of: catalog))
      try sink.append(header.bytes + [.lineFeed])
    }
    try SyncTables.forEachState(after: end.sequence, in: catalog.database) {
      row, sequence, state in
      if sync.isOwnChange(row) { sent += 1 }
      guard let sink else { return }
      let (line, sum) = Self.line(sequence, state)
      try sink.append(line + [.lineFeed])
      last = SyncLine(sequence: sequence, checksum: sum)
    }
    try sink?.synchronize()
    return (sent, last)
  }
}

/// A line of a change file.
struct SyncLine: Hashable, CustomStringConvertible {
  /// The number of the change of states.
  let sequence: Int64
  /// The checksum of the line before it.
  let checksum: String

  init(sequence: Int64, checksum: String) { (self.sequence, self.checksum) = (sequence, checksum) }

  /// Returns `nil` for a text of another form.
  init?(_ text: some StringProtocol) {
    let parts = text.split(separator: ":")
    guard parts.count == 2, let sequence = Int64(parts[0]) else { return nil }
    self.init(sequence: sequence, checksum: String(parts[1]))
  }

  var description: String { "\(sequence):\(checksum)" }
}
