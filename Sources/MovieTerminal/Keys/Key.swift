/// What a person did at the keyboard, as far as a terminal tells.
package enum Key: Hashable, Sendable {
  /// A printable scalar: an accent that is typed by itself comes by itself.
  case text(Unicode.Scalar)
  /// A letter, `@`, `\`, `]`, `^` or `_` together with the control key; letters are in lower case.
  case control(Unicode.Scalar)
  case enter, tab, backspace, escape
  case up, down, left, right, home, end, pageUp, pageDown, delete, f5
  /// What was pasted, without its control characters: never to be taken for commands.
  case paste(String)
  /// A key that has no meaning here, an answer of the terminal, or bytes that are no text.
  case unknown
}

extension Key {
  /// The key of a control character below U+0020, or of U+007F.
  init(control byte: UInt8) {
    switch byte {
    case 0x08, 0x7F: self = .backspace
    case 0x09: self = .tab
    case 0x0A, 0x0D: self = .enter
    case 0x1B: self = .escape
    case 0x01...0x1A: self = .control(Unicode.Scalar(byte | 0x60))
    default: self = .control(Unicode.Scalar(byte | 0x40))
    }
  }

  /// The key of a scalar beyond ASCII's control characters.
  init(_ scalar: Unicode.Scalar) {
    self = 0x80...0x9F ~= scalar.value ? .unknown : .text(scalar)
  }

  /// The key of a whole sequence that began with `ESC [`, of its bytes from there to its last.
  init(csi bytes: [UInt8]) {
    switch String(decoding: bytes, as: UTF8.self) {
    case "1~", "7~": self = .home
    case "4~", "8~": self = .end
    case "3~": self = .delete
    case "5~": self = .pageUp
    case "6~": self = .pageDown
    case "15~", "[E": self = .f5
    default: self = bytes.count == 1 ? Key(cursor: bytes[0]) : .unknown
    }
  }

  /// The key of a whole sequence that began with `ESC O`.
  init(ss3 bytes: [UInt8]) {
    switch bytes {
    case [UInt8(ascii: "M")]: self = .enter
    default: self = bytes.count == 1 ? Key(cursor: bytes[0]) : .unknown
    }
  }

  private init(cursor letter: UInt8) {
    switch letter {
    case UInt8(ascii: "A"): self = .up
    case UInt8(ascii: "B"): self = .down
    case UInt8(ascii: "C"): self = .right
    case UInt8(ascii: "D"): self = .left
    case UInt8(ascii: "H"): self = .home
    case UInt8(ascii: "F"): self = .end
    default: self = .unknown
    }
  }
}
