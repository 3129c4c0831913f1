/// Collects a pasted text up to the sequence that ends it.
struct PasteCollector {
  private static let endMark = Array("\u{1B}[201~".utf8)

  private let byteLimit: Int
  private var text = String.UnicodeScalarView()
  private var byteCount = 0
  private var utf8 = UTF8Assembly()
  /// How many bytes of the end mark stand at the end of what came.
  private var matched = 0

  init(byteLimit: Int) { self.byteLimit = byteLimit }

  /// The text, once this byte ends it: without control characters and what is no UTF-8, and cut at
  /// the limit.
  mutating func take(_ byte: UInt8) -> String? {
    if byte == Self.endMark[matched] {
      matched += 1
      return matched == Self.endMark.count ? end() : nil
    }
    // A mark that was begun and not finished was text; ESC stands in it at the start alone.
    for past in Self.endMark.prefix(matched) { keep(past) }
    matched = byte == Self.endMark[0] ? 1 : 0
    if matched == 0 { keep(byte) }
    return nil
  }

  private mutating func end() -> String {
    defer { self = PasteCollector(byteLimit: byteLimit) }
    return String(text)
  }

  private mutating func keep(_ byte: UInt8) {
    switch utf8.take(byte) {
    case .incomplete, .invalid: break
    case .invalidBefore: keep(byte)
    case .scalar(let scalar): keep(scalar)
    }
  }

  private mutating func keep(_ scalar: Unicode.Scalar) {
    switch scalar {
    // What parted words goes on parting them.
    case "\n", "\r", "\t": return keep(" ")
    case _ where scalar.properties.generalCategory == .control: return
    default: break
    }
    byteCount += UTF8.width(scalar)
    if byteCount <= byteLimit { text.append(scalar) }
  }
}
