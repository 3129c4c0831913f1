/// UUIDs derived from names, so that a migration run twice gives the same content.
package enum NameUUID {
  /// A version 8 UUID (RFC 9562) from the SHA-256 of the name, in upper case.
  package static func of(_ name: String) -> String {
    var bytes = SHA256.digest(of: name.utf8.span)
    bytes[6] = bytes[6] & 0x0F | 0x80
    bytes[8] = bytes[8] & 0x3F | 0x80
    var text = ""
    for (index, byte) in bytes.prefix(16).enumerated() {
      if [4, 6, 8, 10].contains(index) { text += "-" }
      let digits = String(byte, radix: 16, uppercase: true)
      text += digits.count == 1 ? "0" + digits : digits
    }
    return text
  }
}
