internal import MovieSQLite

/// A piece of SQL that means something by itself, spelled in the one way that stands for all the
/// ways of writing it: `"name"`, `[name]` and `name` are the same token. Upper and lower case are not,
/// nor are a keyword and the identifier that it becomes by quotes.
package struct SQLToken: Hashable, Sendable {
  package enum Kind: Sendable {
    /// A keyword, or an identifier that needs no quotes.
    case word
    /// An identifier that would be none without its quotes.
    case quotedIdentifier
    /// A string, a blob or a number.
    case literal
    /// An operator, a bracket, or what no SQL knows.
    case symbol
  }

  package let kind: Kind
  /// SQL that is read as this token and no other. A `String` would be equal to one that is
  /// composed otherwise, which for SQLite is another name.
  package let spelling: [UInt8]

  init(_ kind: Kind, _ spelling: some Sequence<UInt8>) {
    self.kind = kind
    self.spelling = Array(spelling)
  }

  /// An identifier, by its name without quotes.
  init(identifier name: [UInt8]) {
    if Self.isIdentifierWithoutQuotes(name) {
      self.init(.word, name)
    } else {
      let inside = name.flatMap { $0 == .quote ? [$0, $0] : [$0] }
      self.init(.quotedIdentifier, [.quote] + inside + [.quote])
    }
  }

  /// The tokens of a text, in order: white space and comments part them, and are none.
  package static func all(in sql: String) -> [SQLToken] {
    var tokenizer = SQLTokenizer(sql)
    var tokens: [SQLToken] = []
    while let token = tokenizer.next() { tokens.append(token) }
    return tokens
  }

  var isKeyword: Bool { kind == .word && Connection.isKeyword(spelling) }

  /// TRUE and FALSE are no keywords, and yet a number without quotes and a name within.
  private static func isIdentifierWithoutQuotes(_ name: [UInt8]) -> Bool {
    guard !name.isEmpty, SQLTokenizer.isWord(name), !Connection.isKeyword(name) else {
      return false
    }
    return !["true", "false"].contains(String(decoding: name, as: UTF8.self).lowercased())
  }
}

extension SQLToken {
  static let opening = SQLToken(.symbol, "(".utf8)
  static let closing = SQLToken(.symbol, ")".utf8)
  static let comma = SQLToken(.symbol, ",".utf8)
  static let semicolon = SQLToken(.symbol, ";".utf8)
  static let dot = SQLToken(.symbol, ".".utf8)
}
