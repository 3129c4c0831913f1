/// What ends a cell of a row.
enum CellEnd {
  case separator
  case row
}

extension ByteCursor {
  private static let plainCSV = ASCIISet(0x01...0x7F, except: ",\"\r\n")
  private static let quotedCSV = ASCIISet(0x01...0x7F, except: "\"\n")
  private static let plainTSV = ASCIISet(0x01...0x7F, except: "\t\\\r\n")

  /// Goes over empty lines; false at the end of the input.
  mutating func skipEmptyLines() throws(ParseFailure) -> Bool {
    while try isAtLineEnd() { skipLineEnd() }
    return try peek() != nil
  }

  /// Goes behind a cell of RFC 4180 and adds its text, without its quotes.
  ///
  /// - Throws: Only for a quote that is never closed; other problems are noted.
  mutating func takeCSVCell(into text: inout BoundedText) throws(ParseFailure) -> CellEnd {
    let isQuoted = try peek() == .quote
    if isQuoted { try takeQuoted(into: &text) }
    while true {
      if let end = try takeCellEnd(.comma) { return end }
      if isQuoted {
        try noteFound(insteadOf: "',' or the end of the line after the quoted field")
      } else if try peek() == .quote {
        note("expected quotes only around a whole field, found a quote inside it")
      }
      if try peek() == .quote { skip() }
      try takePlain(Self.plainCSV, into: &text)
    }
  }

  private mutating func takeQuoted(into text: inout BoundedText) throws(ParseFailure) {
    let start = place()
    skip()
    while true {
      try takePlain(Self.quotedCSV, into: &text)
      switch try peek() {
      case nil: throw malformed("expected '\"' at the end of this field, found none", at: start)
      case .lineFeed:
        text.append(.lineFeed)
        skipLineFeed()
      case .quote where try peek(1) == .quote:
        text.append(.quote)
        skip(2)
      case .quote: return skip()
      default: break
      }
    }
  }

  /// Goes behind a cell of tab-separated values and adds its text, escapes undone.
  mutating func takeTSVCell(into text: inout BoundedText) throws(ParseFailure) -> CellEnd {
    while true {
      if let end = try takeCellEnd(.tab) { return end }
      if try peek() == .backslash {
        try takeTSVEscape(into: &text)
      } else {
        try takePlain(Self.plainTSV, into: &text)
      }
    }
  }

  private mutating func takeTSVEscape(into text: inout BoundedText) throws(ParseFailure) {
    let place = place()
    skip()
    switch try peek() {
    case UInt8(ascii: "t"): text.append(.tab)
    case UInt8(ascii: "n"): text.append(.lineFeed)
    case UInt8(ascii: "r"): text.append(.carriageReturn)
    case .backslash: text.append(.backslash)
    default:
      let found = try found()
      return note("expected one of \\t \\n \\r \\\\, found '\\' before \(found)", at: place)
    }
    skip()
  }

  /// Goes over a run of a set's characters and of others beyond ASCII, or over one byte that has
  /// no place in a cell, with a note.
  private mutating func takePlain(
    _ set: ASCIISet, into text: inout BoundedText
  ) throws(ParseFailure) {
    try takeRun(of: set, into: &text)
    switch try peek() {
    case .some(0x80...):
      guard let length = try scalarLength() else {
        try noteFound(insteadOf: "UTF-8 text")
        return skip()
      }
      take(length, into: &text)
    case 0:
      note("expected text without NUL characters, found one")
      skip()
    case .carriageReturn where try !isAtLineEnd():
      note("expected a line feed after the carriage return, found none")
      skip()
    default: break
    }
  }

  private mutating func takeCellEnd(_ separator: UInt8) throws(ParseFailure) -> CellEnd? {
    switch try peek() {
    case separator:
      skip()
      return .separator
    case nil: return .row
    case .lineFeed, .carriageReturn:
      guard try isAtLineEnd() else { return nil }
      skipLineEnd()
      return .row
    default: return nil
    }
  }
}
