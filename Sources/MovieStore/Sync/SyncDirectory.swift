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

  private func path(of name: String) -> String { "\(path)/\(name)" }

  // MARK: Lines

  private struct Header {
    let replica: String

    init?(_ line: [UInt8]) {
      guard let json = JSONValue(line),
        json[SyncDirectory.format]?.integer == SyncDirectory.version,
        let replica = json["replica"]?.text
      else { return nil }
      self.replica = replica
    }
  }

  private static func header(_ settings: SyncSettings) -> [UInt8] {
    JSONValue.object([
      .init(key: format, value: .number("\(version)")),
      .init(key: "replica", value: .text(settings.replica)),
    ]).bytes
  }

  private static func line(_ number: Int64, _ state: MovieState) -> [UInt8] {
    let members =
      [JSONValue.Member(key: sequence, value: .number("\(number)"))]
      + (state.json.members ?? [])
    let sum = sum(of: members)
    return JSONValue.object(members + [.init(key: checksum, value: .text(sum))]).bytes
  }

  private static func sum(of members: [JSONValue.Member]) -> String {
    String(ImportChecksum.hash(JSONValue.object(members).bytes.span), radix: 16)
  }

  /// Returns `nil` for a line that is not whole.
  private static func parse(_ line: [UInt8]) -> (sequence: Int64, state: MovieState)? {
    guard let json = JSONValue(line), let members = json.members, let last = members.last,
      last.key == checksum, last.value.text == sum(of: members.dropLast()),
      let number = json[sequence]?.integer,
      let state = MovieState(json, ignoring: [sequence, checksum])
    else { return nil }
    return (number, state)
  }

  // MARK: Files of others

  private struct File {
    let name: String
    let header: Header
  }

  /// The files of replicas. Others, and those without a whole first line, are left out.
  private func files() throws(SystemError) -> [File] {
    var files: [File] = []
    for name in try Directory.names(in: path).sorted() where name.hasSuffix(Self.suffix) {
      let source = try ByteSource(path: path(of: name))
      if let line = try source.nextLine(limit: Self.lineLimit), let header = Header(line) {
        files.append(File(name: name, header: header))
      }
    }
    return files
  }

  /// The replicas whose files the directory has.
  var replicas: Set<String> {
    get throws(SystemError) { Set(try files().map(\.header.replica)) }
  }

  /// Merges the states of all files of other replicas.
  ///
  /// - Returns: The lines that are damaged.
  func read(
    into sync: inout CatalogSync, _ catalog: borrowing CatalogTransaction
  ) throws -> [SyncReport.DamagedLine] {
    var damaged: [SyncReport.DamagedLine] = []
    for file in try files() where file.name != sync.settings.replica + Self.suffix {
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
      if let state { try sync.receive(state) }
      if state != nil || offset == 0 {
        if damaged.isEmpty {
          last = (offset, Int64(bitPattern: ImportChecksum.hash(line.span)), number)
        }
      } else {
        damaged.append(number)
      }
      offset += Int64(line.count) + 1
    }
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
          if let (sequence, _) = Self.parse(line) { return (sequence, start + Int64(feed) + 1) }
          if start == 0, begin == 0, Header(line) != nil { return (0, Int64(feed) + 1) }
        }
        end = feed
      }
      if start == 0 { return (0, 0) }
      length *= 2
    }
  }

  /// Appends the states that changed since the last whole line of the own file.
  ///
  /// - Returns: The number of lines.
  func append(
    _ settings: SyncSettings, _ states: ((Int64, (Int64, MovieState) throws -> Void) throws -> Void)
  ) throws -> Int {
    let end = try end(of: settings.replica)
    if end.length > 0, end.sequence >= settings.sequence { return 0 }
    var count = 0
    let sink = try ByteSink(
      appendingTo: path(of: settings.replica + Self.suffix), after: end.length)
    if end.length == 0 { try sink.append(Self.header(settings) + [.lineFeed]) }
    try states(end.sequence) { sequence, state in
      try sink.append(Self.line(sequence, state) + [.lineFeed])
      count += 1
    }
    try sink.synchronize()
    return count
  }
}
