/// Quoting for shell commands.
package enum ShellQuoting {
  /// The text as one word of a shell; in `$'…'` if it contains control characters.
  package static func quoted(_ text: String) -> String {
    if text.unicodeScalars.contains(where: TerminalText.needsEscape) {
      return "$'" + text.unicodeScalars.map(escaped).joined() + "'"
    }
    // An equals sign is special only at the start: zsh replaces `=ls` by the path of the program.
    let isPlain =
      !text.isEmpty && text.utf8.first != UInt8(ascii: "=")
      && text.utf8.allSatisfy { byte in
        byte >= 0x80 || plain.contains(byte)
      }
    if isPlain { return text }
    return "'"
      + text.split(separator: "'", omittingEmptySubsequences: false)
      .joined(separator: "'\\''") + "'"
  }

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    if scalar == "'" || scalar == "\\" { return "\\\(scalar)" }
    guard TerminalText.needsEscape(scalar) else { return String(scalar) }
    return scalar.utf8.map { byte in
      "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
  }

  private static let plain = Set(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./,:+@%=".utf8)
}
