internal import MovieStore

/// Reading what a person or a pipe puts on standard input.
extension ByteSource {
  /// Everything to the end.
  func allBytes() throws(SystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = try read(into: &buffer, from: 0)
      if count == 0 { return bytes }
      bytes.append(contentsOf: buffer[..<count])
    }
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
