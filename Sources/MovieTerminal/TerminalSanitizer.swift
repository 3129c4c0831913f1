/// Escapes the scalars that are unsafe on a terminal, in linear time with one scalar of lookahead.
///
/// Its output passes a second time unchanged: an escaped scalar counts as plain text.
struct TerminalSanitizer {
  enum Notation {
    /// `\u{1B}` for a control character, `<U+202E>` for an invisible one; surplus marks are counted.
    case display
    /// `\u001b`, for JSON, whose value must not change.
    case json
  }

  /// Natural text has up to about four; more would cover the lines above.
  private static let markLimit = 8
  /// Common emoji join at most four. A table counts a chain as one character, but a terminal that does
  /// not support it shows one column or more for each link.
  private static let joinLimit = 8

  let notation: Notation
  private(set) var output = ""
  /// The latest scalar, unless it was escaped.
  private var previous: Unicode.Scalar?
  /// The latest scalar that is neither mark, joiner nor selector.
  private var base: Unicode.Scalar?
  private var marks = 0
  private var joins = 0
  private var surplusMarks = 0

  init(notation: Notation) { self.notation = notation }

  mutating func feed(_ scalars: String.UnicodeScalarView) {
    var iterator = scalars.makeIterator()
    var next = iterator.next()
    while let scalar = next {
      next = iterator.next()
      feed(scalar, before: next)
    }
    countSurplusMarks()
  }

  private mutating func feed(_ scalar: Unicode.Scalar, before next: Unicode.Scalar?) {
    let kind = ScalarKind(scalar)
    if kind != .mark { countSurplusMarks() }
    switch kind {
    case .plain: appendPlain(scalar)
    case .mark where marks < Self.markLimit:
      marks += 1
      append(scalar)
    case .mark where notation == .display: surplusMarks += 1
    case .mark:
      append(json: scalar)
      (previous, base) = (nil, nil)
    case .joiner where isJoin(before: next):
      joins += 1
      append(scalar)
    case .selector where previous?.hasVariations == true: append(scalar)
    case .control where notation == .json && scalar == "\n": appendPlain(scalar)
    case .joiner, .selector, .control, .invisible: escape(scalar, isControl: kind == .control)
    }
  }

  private mutating func appendPlain(_ scalar: Unicode.Scalar) {
    if previous.map(ScalarKind.init) != .joiner { joins = 0 }
    marks = 0
    base = scalar
    append(scalar)
  }

  private mutating func append(_ scalar: Unicode.Scalar) {
    output.unicodeScalars.append(scalar)
    previous = scalar
  }

  /// Bengali has the joiner before the virama, other scripts after it.
  private func isJoin(before next: Unicode.Scalar?) -> Bool {
    guard joins < Self.joinLimit, let base, let next, base.isJoinable else { return false }
    return next.isJoinable || (next.isVirama && marks < Self.markLimit)
  }

  private mutating func countSurplusMarks() {
    guard surplusMarks > 0 else { return }
    output += "<+\(surplusMarks) marks>"
    surplusMarks = 0
    resetContext()
  }

  private mutating func escape(_ scalar: Unicode.Scalar, isControl: Bool) {
    switch (notation, isControl) {
    case (.json, _): append(json: scalar)
    case (.display, true): output += "\\u{\(hexadecimal(scalar.value, digits: 1))}"
    case (.display, false): output += "<U+\(hexadecimal(scalar.value))>"
    }
    resetContext()
  }

  private mutating func append(json scalar: Unicode.Scalar) {
    for unit in scalar.utf16 { output += "\\u\(hexadecimal(UInt32(unit)).lowercased())" }
  }

  private mutating func resetContext() { (previous, base, marks, joins) = (nil, nil, 0, 0) }

  private func hexadecimal(_ value: UInt32, digits: Int = 4) -> String {
    let text = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }
}
