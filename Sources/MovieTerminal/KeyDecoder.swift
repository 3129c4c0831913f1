/// Decodes keys from the bytes of a terminal in raw mode, in chunks of any size.
///
/// The Escape key sends the byte that sequences begin with. If ``isUndecided`` after a read, the caller
/// waits briefly for more bytes, and otherwise calls ``finish()``.
package struct KeyDecoder: Sendable {
  /// The limit of a paste in bytes, including the characters that are removed from its text.
  package static let pasteByteLimit = 1_048_576
  /// One byte more than a supported sequence can have before its last byte, so that a longer
  /// sequence is never mistaken for a supported one.
  private static let sequenceLimit = MouseEvent.sequenceLimit + 1

  private enum State: Equatable {
    case text
    case escape
    /// After `ESC [` or `ESC O`.
    case sequence
    /// A reply from the terminal, up to BEL or `ESC \`.
    case reply, replyEscape
    /// A mouse click, which an earlier program enabled: three arbitrary bytes.
    case mouse(remaining: Int)
  }

  private var state = State.text
  /// The bytes of an incomplete scalar, or of a sequence from the byte after ESC.
  private var bytes: [UInt8] = []
  private var paste: PasteBuffer?
  private var keys: [Key] = []

  package init() {}

  /// Whether the last bytes can be a key or the beginning of a sequence. Always false in a paste.
  package var isUndecided: Bool { state != .text || !bytes.isEmpty }

  var isPasting: Bool { paste != nil }

  package mutating func feed(_ bytes: some Sequence<UInt8>) -> [Key] {
    defer { keys = [] }
    var rest = Array(bytes)[...]
    while let byte = rest.first {
      if isPasting {
        // In one piece: a paste can be large.
        guard let key = paste?.take(from: &rest) else { break }
        keys.append(key)
        paste = nil
      } else {
        rest.removeFirst()
        feed(byte)
      }
    }
    return keys
  }

  /// Returns the undecided key when no more bytes follow.
  package mutating func finish() -> Key? {
    guard isUndecided else { return nil }
    let key: Key = state == .escape ? .escape : .unknown
    (state, bytes) = (.text, [])
    return key
  }
}

extension KeyDecoder {
  private mutating func feed(_ byte: UInt8) {
    switch state {
    case .text: feedText(byte)
    case .escape: feedAfterEscape(byte)
    case .sequence: feedSequence(byte)
    case .reply: feedReply(byte)
    case .replyEscape:
      if byte == UInt8(ascii: "\\") { return end(as: .unknown) }
      end(as: .unknown)
      state = .escape
      feed(byte)
    case .mouse(1): end(as: .unknown)
    case .mouse(let remaining): state = .mouse(remaining: remaining - 1)
    }
  }

  private mutating func feedText(_ byte: UInt8) {
    if !bytes.isEmpty, byte & 0xC0 != 0x80 { return end(as: .unknown, before: byte) }
    bytes.append(byte)
    let length =
      switch bytes[0] {
      case 0xC2...0xDF: 2
      case 0xE0...0xEF: 3
      case 0xF0...0xF4: 4
      default: 1
      }
    guard bytes.count == length else { return }
    if byte == 0x1B {
      state = .escape
    } else {
      let scalar = String(validating: bytes, as: UTF8.self)?.unicodeScalars.first
      end(as: scalar.map { Key($0) } ?? .unknown)
    }
  }

  /// With the Alt key a terminal sends ESC and the character. This must not act as the character.
  private mutating func feedAfterEscape(_ byte: UInt8) {
    switch Unicode.Scalar(byte) {
    case "[", "O":
      bytes = [byte]
      state = .sequence
    case "]", "P", "X", "^", "_": state = .reply
    case ..<" ": end(as: .escape, before: byte)
    case "\u{80}"...: end(as: .unknown, before: byte)
    default: end(as: .unknown)
    }
  }

  private mutating func feedSequence(_ byte: UInt8) {
    // The Linux console sends `ESC [ [ E` for F5.
    let isSecondBracket = byte == UInt8(ascii: "[") && bytes == [byte]
    if isSecondBracket || 0x20...0x3F ~= byte {
      if bytes.count < Self.sequenceLimit { bytes.append(byte) }
      return
    }
    guard 0x40...0x7E ~= byte else { return end(as: .unknown, before: byte) }
    bytes.append(byte)
    switch bytes {
    case Array("[M".utf8): state = .mouse(remaining: 3)
    case Array("[200~".utf8):
      paste = PasteBuffer(byteLimit: Self.pasteByteLimit)
      (state, bytes) = (.text, [])
    default: end(as: Key(sequence: bytes))
    }
  }

  private mutating func feedReply(_ byte: UInt8) {
    switch byte {
    case 0x07: end(as: .unknown)
    case 0x1B: state = .replyEscape
    case ..<0x20: end(as: .unknown, before: byte)
    default: break
    }
  }

  private mutating func end(as key: Key) {
    keys.append(key)
    (state, bytes) = (.text, [])
  }

  /// Ends a sequence before a byte that is not part of it, so that `^C` always works.
  private mutating func end(as key: Key, before byte: UInt8) {
    end(as: key)
    feed(byte)
  }
}
