internal import MovieStore
internal import MovieSystem

/// Reading what a person or a pipe puts on standard input.
extension ByteSource {
  /// Calls the body with each line, without its end.
  ///
  /// - Parameters:
  ///   - separator: the byte that ends a line.
  ///   - limit: the most bytes of a line. A longer line may be cut.
  func forEachLine(
    endingWith separator: UInt8, limit: Int, _ body: ([UInt8]) throws -> Void
  ) throws {
    var line: [UInt8] = []
    var isCut = false
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = try read(into: &buffer, from: 0)
      if count == 0 { break }
      var start = 0
      while let end = buffer[start..<count].firstIndex(of: separator) {
        if !isCut {
          line += buffer[start..<end]
          try body(line)
        }
        line.removeAll(keepingCapacity: true)
        isCut = false
        start = end + 1
      }
      if isCut { continue }
      line += buffer[start..<count]
      if line.count > limit {
        try body(line)
        line.removeAll(keepingCapacity: true)
        isCut = true
      }
    }
    if !line.isEmpty { try body(line) }
  }

  /// The next line without its end; `nil` where there is nothing more. Bytes behind it stay unread.
  func nextLine() throws(SystemError) -> String? {
    var line: [UInt8] = []
    var byte: [UInt8] = [0]
    while try read(into: &byte, from: 0) == 1 {
      if byte[0] == UInt8(ascii: "\n") { return String(decoding: line, as: UTF8.self) }
      line.append(byte[0])
    }
    return line.isEmpty ? nil : String(decoding: line, as: UTF8.self)
  }
}
