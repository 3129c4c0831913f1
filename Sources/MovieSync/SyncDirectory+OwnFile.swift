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

  /// The end of the last valid line of a file; 0 for one that is to be written from the beginning.
  func end(of replica: String) throws(SystemError) -> (length: Int64, line: SyncLine?) {
    guard let source = try open(replica + Self.suffix),
      let size = source.totalBytes,
      let header = try source.nextLine(limit: Self.lineLimit), SyncHeader(header) != nil
    else { return (0, nil) }
    let first = Int64(header.count) + 1
    var length: Int64 = 1 << 16
    while true {
      let start = max(first, size - length)
      try source.seek(to: start)
      let bytes = try source.readToEnd()
      var feed = bytes.lastIndex(of: .lineFeed)
      while let last = feed {
        let previous = bytes[..<last].lastIndex(of: .lineFeed)
        if previous == nil, start > first { break }
        if let (line, _) = SyncLine.parse(Array(bytes[(previous.map { $0 + 1 } ?? 0)..<last])) {
          return (start + Int64(last) + 1, line)
        }
        feed = previous
      }
      if start == first { return (size < first ? 0 : first, nil) }
      length *= 2
    }
  }

  /// Appends the states that changed since the end of the own file.
  ///
  /// - Parameters:
  ///   - sequence: The number of the last change that the file has.
  ///   - length: Where the file is continued.
  ///   - writes: Whether the file is changed, or changes are only counted.
  /// - Returns: The number of changes that this catalog made.
  func append(
    _ sync: inout CatalogSync, after sequence: Int64, at length: Int64, writing writes: Bool
  ) throws -> Int {
    if length > 0, sequence >= sync.settings.sequence { return 0 }
    if !writes { return try write(&sync, after: sequence, at: length, to: nil) }
    let path = path(of: sync.settings.replica + Self.suffix)
    if let file = try FileMetadata.ifExists(path), !file.isRegular {
      throw SystemError.notRegular(path)
    }
    let sink = try ByteSink(appendingTo: path, after: length)
    do {
      let sent = try write(&sync, after: sequence, at: length, to: sink)
      try sink.synchronize()
      return sent
    } catch {
      // A part of the lines would be read as a file that is still being copied.
      Directory.truncateFile(path, to: length)
      throw error
    }
  }

  private func write(
    _ sync: inout CatalogSync, after sequence: Int64, at length: Int64, to sink: ByteSink?
  ) throws -> Int {
    if let sink, length == 0 {
      let header = SyncHeader(
        sync.settings,
        lines: try sync.catalog.database.fetchInt("SELECT count(*) FROM movieSync"),
        history: try SyncSettings.history(of: sync.catalog))
      try sink.append(header.bytes)
    }
    var rows: [Int64] = []
    try sync.replica.publish(after: sequence) { row, sequence, state in
      rows.append(row)
      guard let sink else { return nil }
      let (line, bytes) = SyncLine.bytes(sequence, state)
      try sink.append(bytes)
      return line
    }
    return rows.count { sync.isOwnChange($0) }
  }
}
