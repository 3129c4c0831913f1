/// UUIDs derived from names, so that a migration run twice gives the same content.
package enum NameUUID {
  private static let digits = Array("0123456789ABCDEF".utf8)

  /// A version 8 UUID (RFC 9562) from the SHA-256 of the name, in upper case.
  package static func of(_ name: String) -> String { of(Array(name.utf8)) }

  /// The same of a name as it is stored, which need not be UTF-8.
  static func of(_ name: [UInt8]) -> String {
    var bytes = SHA256.digest(of: name)
    bytes[6] = bytes[6] & 0x0F | 0x80
    bytes[8] = bytes[8] & 0x3F | 0x80
    var text: [UInt8] = []
    text.reserveCapacity(36)
    for index in 0..<16 {
      if index == 4 || index == 6 || index == 8 || index == 10 { text.append(UInt8(ascii: "-")) }
      text.append(digits[Int(bytes[index] >> 4)])
      text.append(digits[Int(bytes[index] & 0x0F)])
    }
    return String(decoding: text, as: UTF8.self)
  }
}
