internal import MovieSQLite
internal import MovieSystem

extension LockedDatabase {
  /// Copies the database and what is beside it, as the files stand. Whoever calls makes sure that
  /// they stood still.
  ///
  /// - Parameter target: the path of a file that is there and empty; its side files get its name.
  /// - Throws: `SystemError`, `SQLiteError`.
  func copy(to target: String) throws {
    try Self.write(to: target) { sink in try copyDatabase(to: sink) }
    for name in parts.sideNames {
      let source = try ByteSource(path: realPath + name)
      try Self.write(to: target + name) { sink in try Self.copy(source, to: sink) }
    }
  }

  /// Copies the database alone.
  func copyDatabase(to sink: ByteSink) throws {
    try file.forEachChunk { bytes, _, _ in try sink.append(bytes) }
  }

  private static func copy(_ source: ByteSource, to sink: ByteSink) throws {
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    while true {
      let count = try source.read(into: &buffer, from: 0)
      if count == 0 { return }
      try sink.append(Array(buffer[..<count]))
    }
  }

  private static func write(to target: String, _ body: (ByteSink) throws -> Void) throws {
    let sink = try ByteSink(creating: target)
    try body(sink)
    try sink.flush()
  }
}
