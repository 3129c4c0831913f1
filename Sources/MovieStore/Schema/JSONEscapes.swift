/// Escapes of JSON, in the strings that older schemas keep casts in.
package enum JSONEscapes {
  /// Whether all escapes of valid JSON stand for text: none is a NUL, at which SQLite would end the
  /// text, or half of a surrogate pair, which SQLite 3.40 would turn into bytes that are not UTF-8.
  package static func areText(in json: String) -> Bool {
    var rest = json.utf8[...]
    while let next = rest.firstIndex(of: .backslash) {
      rest = rest[next...]
      guard let unit = takeUnit(&rest) else {
        rest = rest.dropFirst(2)
        continue
      }
      switch unit {
      case 0, 0xDC00...0xDFFF: return false
      case 0xD800...0xDBFF:
        guard let second = takeUnit(&rest), 0xDC00...0xDFFF ~= second else { return false }
      default: break
      }
    }
    return true
  }

  /// Goes behind the `\uXXXX` that is ahead, and gives its UTF-16 code unit; nil at anything else.
  private static func takeUnit(_ rest: inout Substring.UTF8View) -> UInt16? {
    guard rest.starts(with: #"\u"#.utf8) else { return nil }
    let unit = UInt16(Substring(rest.dropFirst(2).prefix(4)), radix: 16)
    rest = rest.dropFirst(6)
    return unit
  }
}
