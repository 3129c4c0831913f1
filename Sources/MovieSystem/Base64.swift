/// The encoding of RFC 4648 with padding, in one line.
package enum Base64 {
  private static let letters = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  package static func encoded(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    var start = 0
    while start < bytes.count {
      let count = min(3, bytes.count - start)
      var bits = Int(bytes[start]) << 16
      if count > 1 { bits |= Int(bytes[start + 1]) << 8 }
      if count > 2 { bits |= Int(bytes[start + 2]) }
      text.append(letters[bits >> 18])
      text.append(letters[bits >> 12 & 63])
      text.append(count > 1 ? letters[bits >> 6 & 63] : UInt8(ascii: "="))
      text.append(count > 2 ? letters[bits & 63] : UInt8(ascii: "="))
      start += 3
    }
    return String(decoding: text, as: UTF8.self)
  }
}
