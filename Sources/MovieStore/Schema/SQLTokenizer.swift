internal import MovieSQLite

/// A token of SQL in one canonical spelling: `"name"`, `[name]` and `name` are the same token. Uppercase
/// and lowercase differ, and so do a keyword and the same word in quotes.
package struct SQLToken: Hashable, Sendable {
  package enum Kind: Sendable {
    /// A keyword, or an identifier that needs no quotes.
    case word
    /// An identifier that needs quotes.
    case quotedIdentifier
    /// A string, a blob or a number.
    case literal
    /// An operator, a bracket, or an invalid character.
    case symbol
  }

  package let kind: Kind
  /// The text of the token as bytes: a `String` is equal to any canonically equivalent one, which SQLite
  /// treats as another name.
  package let spelling: [UInt8]

  init(_ kind: Kind, _ spelling: some Sequence<UInt8>) {
    self.kind = kind
    self.spelling = Array(spelling)
  }

  /// - Parameter name: The name of an identifier, without quotes.
  init(identifier name: [UInt8]) {
    if Self.isIdentifierWithoutQuotes(name) {
      self.init(.word, name)
    } else {
      let inside = name.flatMap { $0 == .quote ? [$0, $0] : [$0] }
      self.init(.quotedIdentifier, [.quote] + inside + [.quote])
    }
  }

  /// Returns the tokens of a text, in order, without white space and comments.
  package static func all(in sql: String) -> [SQLToken] {
    var tokenizer = SQLTokenizer(sql)
    var tokens: [SQLToken] = []
    while let token = tokenizer.next() { tokens.append(token) }
    return tokens
  }

  /// TRUE and FALSE are not keywords, but are numbers without quotes and names in quotes.
  private static func isIdentifierWithoutQuotes(_ name: [UInt8]) -> Bool {
    guard !name.isEmpty, SQLTokenizer.isWord(name), !Connection.isKeyword(name) else {
      return false
    }
    return !["true", "false"].contains(String(decoding: name, as: UTF8.self).lowercased())
  }

  static let openParenthesis = SQLToken(.symbol, "(".utf8)
  static let semicolon = SQLToken(.symbol, ";".utf8)
}

/// Splits SQL into tokens as SQLite does. It also splits text that SQLite would reject.
///
/// Source: https://sqlite.org/src/file/src/tokenize.c
struct SQLTokenizer {
  private let bytes: [UInt8]
  private var position = 0

  init(_ sql: String) { bytes = Array(sql.utf8) }

  /// Whether the bytes are an identifier without quotes, or a keyword.
  static func isWord(_ bytes: [UInt8]) -> Bool {
    bytes.first?.startsWord == true && !bytes.starts(with: byteOrderMark)
      && bytes.allSatisfy(\.continuesWord)
  }

  /// Returns the next token, or `nil` at the end.
  mutating func next() -> SQLToken? {
    skipSeparators()
    guard let first = byte(0) else { return nil }
    switch first {
    case UInt8(ascii: "'"): return string(prefix: 0)
    case UInt8(ascii: "x") where byte(1) == UInt8(ascii: "'"): return string(prefix: 1)
    case UInt8(ascii: "X") where byte(1) == UInt8(ascii: "'"): return string(prefix: 1)
    case .quote, UInt8(ascii: "`"): return quotedIdentifier(closing: first)
    case .leftBracket: return quotedIdentifier(closing: .rightBracket)
    default: break
    }
    if first.startsWord { return token(.word, to: end { $0.continuesWord }) }
    if first.isDigit || first == UInt8(ascii: ".") && byte(1)?.isDigit == true { return number() }
    return symbol()
  }

  // MARK: Separators

  /// SQLite reads the mark as white space before a token, and as letters within a word.
  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  private mutating func skipSeparators() {
    while true {
      if byte(0)?.isWhiteSpace == true {
        position += 1
      } else if isAt(Self.byteOrderMark) {
        position += Self.byteOrderMark.count
      } else if isAt("--".utf8) {
        position = end { $0 != .lineFeed }
      } else if isAt("/*".utf8) {
        skipBlockComment()
      } else {
        return
      }
    }
  }

  private mutating func skipBlockComment() {
    position += 2
    while position < bytes.count, !isAt("*/".utf8) { position += 1 }
    position = min(position + 2, bytes.count)
  }

  // MARK: Tokens by kind

  private mutating func string(prefix: Int) -> SQLToken {
    guard let end = endOfQuotes(from: position + prefix, closing: UInt8(ascii: "'")) else {
      return unclosed()
    }
    return token(.literal, to: end)
  }

  private mutating func quotedIdentifier(closing quote: UInt8) -> SQLToken {
    guard let end = endOfQuotes(from: position, closing: quote) else { return unclosed() }
    let inside = bytes[position + 1..<end - 1]
    position = end
    return SQLToken(identifier: Self.undoubled(quote, in: inside))
  }

  /// Returns the index after the closing quote. A doubled quote stands for itself, except a bracket.
  private func endOfQuotes(from start: Int, closing quote: UInt8) -> Int? {
    var index = start + 1
    while index < bytes.count {
      guard bytes[index] == quote else {
        index += 1
        continue
      }
      let isDoubled = index + 1 < bytes.count && bytes[index + 1] == quote
      if !isDoubled || quote == .rightBracket { return index + 1 }
      index += 2
    }
    return nil
  }

  private static func undoubled(_ quote: UInt8, in bytes: ArraySlice<UInt8>) -> [UInt8] {
    var name: [UInt8] = []
    var isSecond = false
    for byte in bytes {
      isSecond = byte == quote && !isSecond
      if byte != quote || isSecond { name.append(byte) }
    }
    return name
  }

  /// Returns the rest of the text: a quote is not closed.
  private mutating func unclosed() -> SQLToken { token(.symbol, to: bytes.count) }

  /// Returns a number, including any letters after it, which SQLite would reject.
  private mutating func number() -> SQLToken {
    let isHexadecimal = isAt("0x".utf8) || isAt("0X".utf8)
    var end = position
    while end < bytes.count {
      let isExponentSign = !isHexadecimal && isExponentSign(at: end)
      guard bytes[end].continuesWord || bytes[end] == UInt8(ascii: ".") || isExponentSign else {
        break
      }
      end += 1
    }
    return token(.literal, to: end)
  }

  private func isExponentSign(at index: Int) -> Bool {
    guard index > position, index + 1 < bytes.count else { return false }
    return "eE".utf8.contains(bytes[index - 1]) && "+-".utf8.contains(bytes[index])
      && bytes[index + 1].isDigit
  }

  /// Operators of several bytes, the longer ones first.
  private static let operators = ["->>", "->", "||", "<=", "<>", "<<", ">=", ">>", "==", "!="]

  private mutating func symbol() -> SQLToken {
    let count = Self.operators.first { isAt($0.utf8) }?.utf8.count ?? 1
    return token(.symbol, to: position + count)
  }

  private mutating func token(_ kind: SQLToken.Kind, to end: Int) -> SQLToken {
    let start = position
    position = end
    return SQLToken(kind, bytes[start..<end])
  }

  // MARK: Reading

  private func byte(_ offset: Int) -> UInt8? {
    position + offset < bytes.count ? bytes[position + offset] : nil
  }

  private func isAt(_ text: some Sequence<UInt8>) -> Bool { bytes[position...].starts(with: text) }

  private func end(_ continues: (UInt8) -> Bool) -> Int {
    bytes[position...].firstIndex { !continues($0) } ?? bytes.count
  }
}

extension UInt8 {
  fileprivate var isWhiteSpace: Bool { isBlank || self == .lineFeed || self == 0x0C }

  fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

  fileprivate var startsWord: Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) || self == UInt8(ascii: "_")
      || self >= 0x80
  }

  fileprivate var continuesWord: Bool { startsWord || isDigit || self == UInt8(ascii: "$") }
}
