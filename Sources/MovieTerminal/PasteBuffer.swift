/// The bytes of a paste, up to its end mark.
struct PasteBuffer: Sendable {
  /// Only its first byte is ESC, so a mark that is interrupted can begin again only there.
  private static let endMark = Array("\u{1B}[201~".utf8)

  private let byteLimit: Int
  private var bytes: [UInt8] = []
  private var isOversized = false
  /// The number of bytes at the end that can be the beginning of the end mark.
  private var markCount = 0

  init(byteLimit: Int) { self.byteLimit = byteLimit }

  /// Removes bytes from the start of the chunk: all of them, or those up to the end mark.
  ///
  /// - Returns: The key, if the paste ended.
  mutating func take(from chunk: inout ArraySlice<UInt8>) -> Key? {
    let mark = Self.endMark
    var end = chunk.startIndex
    while end < chunk.endIndex, markCount < mark.count {
      let byte = chunk[end]
      markCount = byte == mark[markCount] ? markCount + 1 : byte == mark[0] ? 1 : 0
      end += 1
    }
    if !isOversized { bytes += chunk[..<end] }
    chunk = chunk[end...]
    if bytes.count - markCount > byteLimit { (bytes, isOversized) = ([], true) }
    guard markCount == mark.count else { return nil }
    return isOversized ? .oversizedPaste : .paste(Self.text(of: bytes.dropLast(mark.count)))
  }

  /// The text without invalid UTF-8 and without control characters other than line feeds.
  private static func text(of bytes: ArraySlice<UInt8>) -> String {
    var text = String.UnicodeScalarView()
    var isAfterReturn = false
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      switch scalar {
      case "\n" where isAfterReturn: break
      case "\n", "\r": text.append("\n")
      case "\t": text.append(" ")
      // The replacement of invalid bytes.
      case "\u{FFFD}": break
      default: if !scalar.isControl { text.append(scalar) }
      }
      isAfterReturn = scalar == "\r"
    }
    return String(text)
  }
}
