internal import MovieSQLite
internal import MovieStore
internal import MovieSystem

/// The file that a replica writes.
extension SyncDirectory {
  /// Checks that files can be created, with a temporary one, before the catalog changes.
  func requireWritable() throws(SystemError) {
    _ = try AtomicFile(target: path(of: "check" + Self.suffix), replacing: true)
  }

  /// Removes a file whose changes are those of another one now, or that cannot be read.
  func remove(_ name: String) { Directory.removeFile(path(of: name)) }

  /// Where the own file is continued.
  struct End {
    /// The last change that the replica wrote for certain. It writes later ones again.
    fileprivate var sequence: Int64 = 0
    /// The length of the whole lines.
    fileprivate var length: Int64 = 0
    /// Whether no whole line follows that change: else the file is that of a state of the catalog
    /// that was lost, or a copy of a part, and is read like those of others.
    var isLast = true
  }

  func end(of settings: SyncSettings) throws(SystemError) -> End {
    guard let source = try open(settings.replica + Self.suffix),
      let size = source.totalBytes,
      try source.nextLine(limit: Self.lineLimit).flatMap(SyncHeader.init) != nil
    else { return End() }
    var length: Int64 = 1 << 16
    while true {
      let start = max(0, size - length)
      try source.seek(to: start)
      if let end = Self.end(in: try source.readToEnd(), from: start, settings) { return end }
      length *= 2
    }
  }

  /// - Parameter start: The offset of the bytes, 0 for the whole file.
  /// - Returns: `nil` if the end is before the bytes.
  private static func end(in bytes: [UInt8], from start: Int64, _ settings: SyncSettings) -> End? {
    var end = End()
    var feed = bytes.lastIndex(of: .lineFeed)
    if let feed { end.length = start + Int64(feed) + 1 }
    while let last = feed {
      let previous = bytes[..<last].lastIndex(of: .lineFeed)
      if previous == nil, start > 0 { return nil }
      if let (line, _) = SyncLine.parse(Array(bytes[(previous.map { $0 + 1 } ?? 0)..<last])) {
        if settings.ends.contains(line) {
          end.sequence = line.sequence
          return end
        }
        end.isLast = false
      }
      feed = previous
    }
    return start > 0 ? nil : end
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
    if !writes { return (try write(sync, after: end, from: catalog, to: nil).sent, nil) }
    let path = path(of: settings.replica + Self.suffix)
    if let file = try FileMetadata.ifExists(path), !file.isRegular {
      throw SystemError.notRegular(path)
    }
    let sink = try ByteSink(appendingTo: path, after: end.length)
    do {
      let written = try write(sync, after: end, from: catalog, to: sink)
      try sink.synchronize()
      return written
    } catch {
      // A part of the lines would be read as a file that is still being copied.
      Directory.truncateFile(path, to: end.length)
      throw error
    }
  }

  private func write(
    _ sync: borrowing CatalogSync, after end: End, from catalog: borrowing CatalogTransaction,
    to sink: ByteSink?
  ) throws -> (sent: Int, last: SyncLine?) {
    var (sent, last): (Int, SyncLine?) = (0, nil)
    if let sink, end.length == 0 {
      let header = SyncHeader(
        sync.settings,
        lines: try catalog.database.fetchInt("SELECT count(*) FROM movieSync"),
        history: try SyncSettings.history(of: catalog))
      try sink.append(header.bytes)
    }
    try SyncTables.forEachState(after: end.sequence, in: catalog.database) {
      row, sequence, state in
      if sync.isOwnChange(row) { sent += 1 }
      guard let sink else { return }
      let (line, bytes) = SyncLine.bytes(sequence, state)
      try sink.append(bytes)
      last = line
    }
    return (sent, last)
  }
}
