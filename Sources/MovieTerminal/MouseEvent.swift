/// A press of the left mouse button or a turn of the wheel, without a modifier key.
package struct MouseEvent: Hashable, Sendable {
  package enum Kind: Hashable, Sendable, CaseIterable {
    case press, scrollUp, scrollDown
  }

  package let kind: Kind
  package let position: ScreenPosition

  package init(kind: Kind, position: ScreenPosition) {
    self.kind = kind
    self.position = position
  }
}

extension MouseEvent {
  /// The digits of the largest window size.
  private static let digitLimit = 5
  /// The bytes of the longest sequence without its last byte.
  static let sequenceLimit = "[<64;".utf8.count + digitLimit + 1 + digitLimit

  /// The event of a sequence of SGR mode 1006, from the bytes after ESC: `[<button;column;rowM`.
  ///
  /// - Returns: `nil` for other buttons, modifiers, motions, releases and invalid sequences.
  init?(sequence bytes: [UInt8]) {
    guard bytes.starts(with: "[<".utf8), bytes.last == UInt8(ascii: "M") else { return nil }
    let parts = bytes.dropFirst(2).dropLast()
      .split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
    guard parts.count == 3, let kind = Kind(button: parts[0]),
      let column = Self.coordinate(parts[1]), let row = Self.coordinate(parts[2])
    else { return nil }
    self.init(kind: kind, position: ScreenPosition(row: row, column: column))
  }

  private static func coordinate(_ digits: ArraySlice<UInt8>) -> Int? {
    guard digits.count <= digitLimit, digits.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
    let number = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    return number > 0 ? number : nil
  }
}

extension MouseEvent.Kind {
  fileprivate init?(button: ArraySlice<UInt8>) {
    switch String(decoding: button, as: UTF8.self) {
    case "0": self = .press
    case "64": self = .scrollUp
    case "65": self = .scrollDown
    default: return nil
    }
  }
}
