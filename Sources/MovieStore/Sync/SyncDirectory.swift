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

    fileprivate init(_ settings: SyncSettings, lines: Int64, history: HistoryMarks?) {
      (replica, known) = (settings.replica, settings.known)
      (self.lines, self.history) = (lines, history)
    }

    fileprivate init?(_ line: [UInt8]) {
      guard let json = JSONValue(line),
        json[SyncDirectory.format]?.integer == SyncDirectory.version,
        let replica = json["replica"]?.text
      else { return nil }
      self.replica = replica
      known = Set(json["known"]?.array?.compactMap(\.text) ?? [])
      lines = json["lines"]?.integer ?? 0
      history = json["history"].flatMap { HistoryMarks($0) }
    }

    fileprivate var bytes: [UInt8] {
      let history = history.map { [JSONValue.Member(key: "history", value: $0.json)] } ?? []
      let members: [JSONValue.Member] = [
        .init(key: SyncDirectory.format, value: .integer(SyncDirectory.version)),
        .init(key: "replica", value: .text(replica)),
        .init(key: "known", value: .array(known.sorted().map(JSONValue.text))),
        .init(key: "lines", value: .integer(lines)),
      ]
      return JSONValue.object(members + history).bytes
    }
  }

  /// - Parameter state: A state as it is stored.
  private static func line(_ number: Int64, _ state: [UInt8]) -> [UInt8] {
    let line = Array("{\"\(sequence)\":\(number),".utf8) + state.dropFirst()
    return line.dropLast() + "\(checksumStart)\(sum(of: line))\"}".utf8
  }

  private static func sum(of line: [UInt8]) -> String {
    String(ImportChecksum.hash(line.span), radix: 16)
  }

  private static let checksumStart = ",\"\(checksum)\":\""

  /// Returns `nil` for a line that is not whole.
  private static func parse(_ line: [UInt8]) -> (sequence: Int64, state: MovieState)? {
    guard let quote = line.dropLast(2).lastIndex(of: .quote),
      case let end = quote + 1 - checksumStart.utf8.count, end > 0,
      line[end...quote].elementsEqual(checksumStart.utf8),
      line[(quote + 1)...].elementsEqual((sum(of: line[..<end] + [.rightBrace]) + "\"}").utf8),
      let json = JSONValue(line), let number = json[sequence]?.integer,
      let state = MovieState(json, ignoring: [sequence, checksum])
    else { return nil }
    return (number, state)
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
        name: file.header.replica, changes: changes,
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
  /// - Returns: The lines that are damaged.
  func read(
    _ files: [File], into sync: inout CatalogSync, _ catalog: borrowing CatalogTransaction
  ) throws -> [SyncReport.DamagedLine] {
    var damaged: [SyncReport.DamagedLine] = []
    for file in files where file.name != sync.settings.replica + Self.suffix {
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

  /// The sequence of the last whole line of the own file, and its length up to there.
  func end(of replica: String) throws(SystemError) -> (sequence: Int64, length: Int64) {
    let path = path(of: replica + Self.suffix)
    guard let file = try FileMetadata.ifExists(path) else { return (0, 0) }
    var length: Int64 = 1 << 16
    while true {
      let start = max(0, file.size - length)
      let source = try ByteSource(path: path)
      try source.seek(to: start)
      let bytes = try source.readToEnd()
      var end = bytes.count
      while let feed = bytes[..<end].lastIndex(of: .lineFeed) {
        let begin = bytes[..<feed].lastIndex(of: .lineFeed).map { $0 + 1 } ?? 0
        let line = Array(bytes[begin..<feed])
        if begin > 0 || start == 0 {
          if let (sequence, _) = Self.parse(line), try hasHeader(path) {
            return (sequence, start + Int64(feed) + 1)
          }
          if start == 0, begin == 0, Header(line) != nil { return (0, Int64(feed) + 1) }
        }
        end = feed
      }
      if start == 0 { return (0, 0) }
      length *= 2
    }
  }

  private func hasHeader(_ path: String) throws(SystemError) -> Bool {
    try ByteSource(path: path).nextLine(limit: Self.lineLimit).flatMap(Header.init) != nil
  }

  /// Appends the states that changed since the last whole line of the own file.
  ///
  /// - Returns: The number of lines.
  func append(
    _ settings: SyncSettings, from catalog: borrowing CatalogTransaction
  ) throws -> Int {
    let end = try end(of: settings.replica)
    if end.length > 0, end.sequence >= settings.sequence { return 0 }
    var count = 0
    let sink = try ByteSink(
      appendingTo: path(of: settings.replica + Self.suffix), after: end.length)
    if end.length == 0 {
      let header = Header(
        settings,
        lines: try catalog.database.fetchInt("SELECT count(*) FROM movieSync"),
        history: try SyncSettings.history(of: catalog))
      try sink.append(header.bytes + [.lineFeed])
    }
    try SyncTables.forEachState(after: end.sequence, in: catalog.database) { sequence, state in
      try sink.append(Self.line(sequence, state) + [.lineFeed])
      count += 1
    }
    try sink.synchronize()
    return count
  }
}
