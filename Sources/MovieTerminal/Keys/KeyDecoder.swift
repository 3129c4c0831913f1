/// Makes keys of the bytes that a terminal in raw mode sends, in whatever pieces they are read.
///
/// Escape sends the byte that sequences begin with. So after a read with ``isUndecided`` the caller
/// waits a moment, and if nothing more comes it says ``finish()``.
package struct KeyDecoder: Sendable {
  /// What of a pasted text is kept, in bytes of UTF-8: as much as a title may have.
  package static let pasteByteLimit = 16_384

  private enum State: Equatable {
    case text
    case escape
    /// After `ESC [` and after `ESC O`; the bytes so far are in `sequence`.
    case csi, ss3
    /// An answer of the terminal, up to BEL or `ESC \`.
    case string, stringEscape
    /// A click, in a program before this one: three bytes that may be any.
    case mouse(left: Int)
    case paste
  }

  /// Longer sequences have no meaning, so no more of them is kept.
  private static let sequenceLimit = 16

  private var state = State.text
  private var utf8 = UTF8Assembly()
  private var sequence: [UInt8] = []
  private var paste = PasteCollector(byteLimit: pasteByteLimit)

  package init() {}

  /// Whether the last bytes may be a key by themselves, or the beginning of something longer.
  ///
  /// False inside a paste, however long its next piece takes.
  package var isUndecided: Bool { state != .paste && (state != .text || !utf8.isEmpty) }

  /// Whether a paste has begun and not ended.
  package var isPasting: Bool { state == .paste }

  /// The keys that the bytes complete.
  package mutating func decode(_ bytes: some Sequence<UInt8>) -> [Key] {
    var keys: [Key] = []
    for byte in bytes { take(byte, into: &keys) }
    return keys
  }

  /// The key that is undecided, now that nothing more came.
  package mutating func finish() -> Key? {
    guard isUndecided else { return nil }
    let key: Key = state == .escape ? .escape : .unknown
    reset()
    return key
  }

  private mutating func reset() {
    state = .text
    sequence = []
    utf8.forget()
  }
}

extension KeyDecoder {
  private mutating func take(_ byte: UInt8, into keys: inout [Key]) {
    switch state {
    case .text: takeText(byte, into: &keys)
    case .escape: takeAfterEscape(byte, into: &keys)
    case .csi, .ss3: takeSequence(byte, into: &keys)
    case .string: takeString(byte, into: &keys)
    case .stringEscape: takeAfterStringEscape(byte, into: &keys)
    case .mouse(let left): takeMouse(left: left, into: &keys)
    case .paste: takePaste(byte, into: &keys)
    }
  }

  private mutating func takeText(_ byte: UInt8, into keys: inout [Key]) {
    switch utf8.take(byte) {
    case .incomplete: break
    case .invalid: keys.append(.unknown)
    case .invalidBefore:
      keys.append(.unknown)
      takeText(byte, into: &keys)
    case .scalar("\u{1B}"): state = .escape
    case .scalar(let scalar):
      keys.append(byte.isControl ? Key(control: byte) : Key(scalar))
    }
  }

  /// With the Alt key a terminal sends ESC and the character, which must not act like the character.
  private mutating func takeAfterEscape(_ byte: UInt8, into keys: inout [Key]) {
    switch byte {
    case UInt8(ascii: "["): state = .csi
    case UInt8(ascii: "O"): state = .ss3
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"),
      UInt8(ascii: "_"):
      state = .string
    case ..<0x20: abandon(as: .escape, for: byte, into: &keys)
    case 0x80...: abandon(as: .unknown, for: byte, into: &keys)
    default: end(as: .unknown, into: &keys)
    }
  }

  private mutating func takeSequence(_ byte: UInt8, into keys: inout [Key]) {
    switch byte {
    // Linux's own console says `ESC [ [ E` for F5.
    case 0x5B where state == .csi && sequence.isEmpty, 0x20...0x3F:
      if sequence.count < Self.sequenceLimit { sequence.append(byte) }
    case 0x40...0x7E:
      sequence.append(byte)
      endSequence(into: &keys)
    default: abandon(as: .unknown, for: byte, into: &keys)
    }
  }

  private mutating func endSequence(into keys: inout [Key]) {
    guard state == .csi else { return end(as: Key(ss3: sequence), into: &keys) }
    switch sequence {
    case Array("M".utf8): state = .mouse(left: 3)
    case Array("200~".utf8):
      reset()
      state = .paste
    default: end(as: Key(csi: sequence), into: &keys)
    }
  }

  private mutating func takeString(_ byte: UInt8, into keys: inout [Key]) {
    switch byte {
    case 0x07: end(as: .unknown, into: &keys)
    case 0x1B: state = .stringEscape
    case ..<0x20: abandon(as: .unknown, for: byte, into: &keys)
    default: break
    }
  }

  private mutating func takeAfterStringEscape(_ byte: UInt8, into keys: inout [Key]) {
    end(as: .unknown, into: &keys)
    if byte == UInt8(ascii: "\\") { return }
    state = .escape
    take(byte, into: &keys)
  }

  private mutating func takeMouse(left: Int, into keys: inout [Key]) {
    if left > 1 { state = .mouse(left: left - 1) } else { end(as: .unknown, into: &keys) }
  }

  private mutating func takePaste(_ byte: UInt8, into keys: inout [Key]) {
    guard let text = paste.take(byte) else { return }
    end(as: .paste(text), into: &keys)
  }

  private mutating func end(as key: Key, into keys: inout [Key]) {
    keys.append(key)
    reset()
  }

  /// Ends a sequence that a byte does not belong to. So `^C` is heard whatever came before it.
  private mutating func abandon(as key: Key, for byte: UInt8, into keys: inout [Key]) {
    end(as: key, into: &keys)
    take(byte, into: &keys)
  }
}

extension UInt8 {
  /// Whether it is one of ASCII's control characters.
  var isControl: Bool { self < 0x20 || self == 0x7F }
}
