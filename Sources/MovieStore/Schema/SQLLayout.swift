/// One statement of a schema set anew from its tokens, with nothing kept of how it was set before.
struct SQLLayout {
  enum Shape {
    /// On one line.
    case line
    /// A column or constraint a line.
    case table
    /// On one line and tight: its arguments reach the module as they are written, and FTS4 knows no
    /// option that has a space before its `=`.
    case virtualTable
    /// A statement of the body a line.
    case trigger
  }

  private enum Place { case head, body, tail }

  private(set) var text: [UInt8] = []
  private let shape: Shape
  private var place = Place.head
  private var depth = 0
  private var previous: SQLToken?
  /// Whether the token before is a `-`, `+` or `~` with nothing on its left to work on.
  private var followsSign = false
  private var startsLine = false

  init(_ tokens: [SQLToken], shape: Shape) {
    self.shape = shape
    for (index, token) in tokens.enumerated() {
      append(token, isLast: index == tokens.count - 1)
    }
  }

  private mutating func append(_ token: SQLToken, isLast: Bool) {
    if token == .closing { depth -= 1 }
    if place == .body, closesBody(token, isLast: isLast) {
      place = .tail
      text.append(.lineFeed)
    } else if startsLine {
      text += "\n  ".utf8
    } else if let previous, isSpaced(previous, token) {
      text.append(.space)
    }
    text += token.spelling
    if token == .opening { depth += 1 }
    startsLine = place == .head && opensBody(token) || place == .body && endsLine(token)
    if place == .head, startsLine { place = .body }
    followsSign = isSign(token)
    previous = token
  }

  // MARK: Lines

  private func opensBody(_ token: SQLToken) -> Bool {
    switch shape {
    case .table: token == .opening
    case .trigger: token.spelling.elementsEqual("BEGIN".utf8) { $0 & 0xDF == $1 }
    case .line, .virtualTable: false
    }
  }

  private func endsLine(_ token: SQLToken) -> Bool {
    shape == .table ? token == .comma && depth == 1 : token == .semicolon
  }

  /// A trigger ends with END, which CASE has, too.
  private func closesBody(_ token: SQLToken, isLast: Bool) -> Bool {
    shape == .table ? token == .closing && depth == 0 : isLast
  }

  // MARK: Spaces

  /// Never `false` for two tokens that would be others without a space.
  private func isSpaced(_ left: SQLToken, _ right: SQLToken) -> Bool {
    if left == .opening || [.closing, .comma, .semicolon].contains(right) { return false }
    if left == .dot || right == .dot { return left.kind == .literal || right.kind == .literal }
    if followsSign { return right.kind == .symbol && right != .opening }
    if right == .opening { return left.kind == .symbol || left.isKeyword }
    let symbols = [left, right].count { $0.kind == .symbol }
    return shape == .virtualTable ? symbols != 1 || left == .comma : true
  }

  private func isSign(_ token: SQLToken) -> Bool {
    guard token.kind == .symbol, "-+~".utf8.contains(token.spelling[0]), token.spelling.count == 1
    else { return false }
    guard let previous else { return true }
    return previous.kind == .symbol && previous != .closing || previous.isKeyword
  }
}
