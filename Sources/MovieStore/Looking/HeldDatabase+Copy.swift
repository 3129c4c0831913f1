internal import Glibc
internal import MovieSQLite

extension HeldDatabase {
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

  private static let pieceLength = 1 << 20

  /// Copies the database alone.
  func copyDatabase(to sink: ByteSink) throws {
    var rest = try file.size()
    var buffer = [UInt8](repeating: 0, count: Self.pieceLength)
    var offset: Int64 = 0
    while rest > 0 {
      if rest < Int64(buffer.count) { buffer = [UInt8](repeating: 0, count: Int(rest)) }
      try file.read(into: &buffer, at: offset)
      try sink.append(buffer)
      offset += Int64(buffer.count)
      rest -= Int64(buffer.count)
    }
  }

  private static func copy(_ source: ByteSource, to sink: ByteSink) throws {
    var buffer = [UInt8](repeating: 0, count: pieceLength)
    while true {
      let count = try source.read(into: &buffer, from: 0)
      if count == 0 { return }
      try sink.append(Array(buffer[..<count]))
    }
  }

  private static func write(to target: String, _ body: (ByteSink) throws -> Void) throws {
    let flags = O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC
    let descriptor = try retrying("write", target) { unsafe open(target, flags, 0o600) }
    defer { close(descriptor) }
    let sink = ByteSink(descriptor: descriptor, path: target)
    try body(sink)
    try sink.flush()
  }
}
