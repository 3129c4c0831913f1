/// A key press or a paste, as a terminal reports it.
package enum Key: Hashable, Sendable {
  /// A printable scalar. A combining mark is a key by itself.
  case text(Unicode.Scalar)
  /// A lower case letter, `@`, `\`, `]`, `^` or `_` with the control key.
  case control(Unicode.Scalar)
  case enter, tab, backTab, backspace, escape
  case up, down, left, right, home, end, pageUp, pageDown, delete, f5
  /// A pasted text, whose only control characters are line feeds between its lines. It must not
  /// act as commands.
  case paste(String)
  /// A paste beyond ``KeyDecoder/pasteByteLimit``, which is dropped.
  case oversizedPaste
  case mouse(MouseEvent)
  /// An unsupported key, a reply from the terminal, or invalid UTF-8.
  case unknown
}

extension Key {
  init(_ scalar: Unicode.Scalar) {
    switch scalar.value {
    case 0x08, 0x7F: self = .backspace
    case 0x09: self = .tab
    case 0x0A, 0x0D: self = .enter
    case 0x1B: self = .escape
    case 0x01...0x1A: self = .control(Unicode.Scalar(UInt8(scalar.value | 0x60)))
    case ..<0x20: self = .control(Unicode.Scalar(UInt8(scalar.value | 0x40)))
    case 0x80...0x9F: self = .unknown
    default: self = .text(scalar)
    }
  }

  /// The key of a complete sequence, from the bytes after ESC.
  init(sequence bytes: [UInt8]) {
    switch String(decoding: bytes, as: UTF8.self) {
    case "[A", "OA": self = .up
    case "[B", "OB": self = .down
    case "[C", "OC": self = .right
    case "[D", "OD": self = .left
    case "[H", "OH", "[1~", "[7~": self = .home
    case "[F", "OF", "[4~", "[8~": self = .end
    case "[Z": self = .backTab
    case "[3~": self = .delete
    case "[5~": self = .pageUp
    case "[6~": self = .pageDown
    case "[15~", "[[E": self = .f5
    case "OM": self = .enter
    default: self = MouseEvent(sequence: bytes).map { .mouse($0) } ?? .unknown
    }
  }
}
