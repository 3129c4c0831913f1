/// One walk over a text that lets through what a terminal may be sent, and spells out the rest.
///
/// It looks one scalar ahead and remembers a fixed number of things, so it takes linear time.
/// Whatever it writes, a second walk lets through: a spelled-out scalar counts as plain text.
struct EscapingPass {
  /// How a scalar that may not be sent is spelled.
  enum Notation {
    /// `\u{1B}` for a control character, `<U+202E>` for an invisible one; surplus marks are counted.
    case display
    /// `\u001b`, for text that is JSON already and must go on meaning the same.
    case json
  }

  /// Natural text has up to four or so; more pile up over the lines above.
  private static let markLimit = 8
  /// The longest emoji in use join four people. A chain is one character to a table but can be as
  /// many columns as it has links to a terminal that does not know it.
  private static let joinLimit = 8

  let notation: Notation
  private(set) var output = ""
  /// The scalar written last, unless it was spelled out.
  private var previous: Unicode.Scalar?
  /// The last one written that is neither mark, joiner nor selector.
  private var base: Unicode.Scalar?
  private var marks = 0
  private var joins = 0
  private var surplusMarks = 0

  init(notation: Notation) { self.notation = notation }

  mutating func walk(_ scalars: String.UnicodeScalarView) {
    var index = scalars.startIndex
    while index < scalars.endIndex {
      let scalar = scalars[index]
      scalars.formIndex(after: &index)
      take(scalar, before: index < scalars.endIndex ? scalars[index] : nil)
    }
    countSurplusMarks()
  }

  private mutating func take(_ scalar: Unicode.Scalar, before next: Unicode.Scalar?) {
    let kind = ScalarKind(scalar)
    if kind == .mark { return takeMark(scalar) }
    countSurplusMarks()
    switch kind {
    case .plain, .mark: takePlain(scalar)
    case .joiner where isJoin(before: next):
      joins += 1
      keep(scalar)
    case .selector where previous?.hasVariations == true: keep(scalar)
    case .control where notation == .json && scalar == "\n": takePlain(scalar)
    case .joiner, .selector, .control, .invisible: spell(scalar, isControl: kind == .control)
    }
  }

  private mutating func takePlain(_ scalar: Unicode.Scalar) {
    if previous.map(ScalarKind.init) != .joiner { joins = 0 }
    marks = 0
    base = scalar
    keep(scalar)
  }

  private mutating func takeMark(_ scalar: Unicode.Scalar) {
    if marks < Self.markLimit {
      marks += 1
      keep(scalar)
    } else if notation == .json {
      append(json: scalar)
      (previous, base) = (nil, nil)
    } else {
      surplusMarks += 1
    }
  }

  private mutating func keep(_ scalar: Unicode.Scalar) {
    output.unicodeScalars.append(scalar)
    previous = scalar
  }

  /// Bengali writes the joiner before the sign that joins, the others after it.
  private func isJoin(before next: Unicode.Scalar?) -> Bool {
    guard joins < Self.joinLimit, let base, let next, base.isJoinable else { return false }
    return next.isJoinable || (next.isVirama && marks < Self.markLimit)
  }

  private mutating func countSurplusMarks() {
    guard surplusMarks > 0 else { return }
    output += "<+\(surplusMarks) marks>"
    surplusMarks = 0
    forgetContext()
  }

  private mutating func spell(_ scalar: Unicode.Scalar, isControl: Bool) {
    switch (notation, isControl) {
    case (.json, _): append(json: scalar)
    case (.display, true):
      let digits = String(scalar.value, radix: 16, uppercase: true)
      output += "\\u{\(digits)}"
    case (.display, false):
      output += "<U+\(fourDigits(scalar.value))>"
    }
    forgetContext()
  }

  private mutating func append(json scalar: Unicode.Scalar) {
    for unit in String(scalar).utf16 {
      output += "\\u\(fourDigits(UInt32(unit)).lowercased())"
    }
  }

  private mutating func forgetContext() {
    (previous, base) = (nil, nil)
    (marks, joins) = (0, 0)
  }

  private func fourDigits(_ value: UInt32) -> String {
    let digits = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
