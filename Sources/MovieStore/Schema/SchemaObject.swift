package import MovieSQLite

package struct SchemaObject: Hashable, Sendable {
  package let type: String
  package let name: String
  package let sql: String

  package init(type: String, name: String, sql: String) {
    (self.type, self.name, self.sql) = (type, name, sql)
  }

  /// Whether both have the same type and name: a trigger can have the name of a table.
  func hasSameName(as other: SchemaObject) -> Bool {
    type == other.type && name.hasSameName(as: other.name)
  }

  /// Whether both statements have the same tokens: ALTER TABLE changes the formatting. The texts are
  /// compared first, because they are usually equal.
  package func hasSameDefinition(as other: SchemaObject) -> Bool {
    sql.isExactly(other.sql) || tokens == other.tokens
  }

  package var tokens: [SQLToken] { SQLToken.all(in: sql) }

  var isVirtualTable: Bool {
    type == "table" && tokens.dropFirst().first?.spelling == Array("VIRTUAL".utf8)
  }

  func isBefore(_ other: SchemaObject) -> Bool {
    type == other.type ? name.precedes(other.name) : type.precedes(other.type)
  }

  /// Whether SQLite created it for its own use. SQLite creates no trigger or view with such a name; a
  /// program can do so only with `PRAGMA writable_schema`.
  private var isInternal: Bool {
    (type == "table" || type == "index") && name.utf8.starts(with: "sqlite_".utf8)
  }

  /// Whether it is not part of a version: an object of the search index, a log, or of the attributes.
  var isAuxiliary: Bool {
    SearchIndex.shadowTables.contains(name)
      || CurrentSchema.auxiliaryObjects.contains { hasSameName(as: $0) }
  }

  package static func all(
    in transaction: borrowing Transaction
  ) throws(SQLiteError) -> [SchemaObject] {
    try transaction.fetchAll("SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL") {
      row throws(SQLiteError) in
      SchemaObject(type: try row.text(at: 0), name: try row.text(at: 1), sql: try row.text(at: 2))
    }.filter { !$0.isInternal }
  }

  package static func all(of version: SchemaVersion) throws -> [SchemaObject] {
    let connection = try ConnectionSetup.connection(to: .memory)
    return try connection.write { transaction throws in
      for action in Migration.all.filter({ $0.version <= version }).flatMap(\.up) {
        if case .statement(let sql) = action.work { try transaction.execute(SQL(raw: sql)) }
      }
      return try all(in: transaction)
    }
  }
}

extension String {
  /// Whether SQLite treats both as the same name: it ignores the case of ASCII letters only.
  func hasSameName(as other: String) -> Bool {
    let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
    return utf8.elementsEqual(other.utf8) {
      $0 == $1 || $0 ^ $1 == 0x20 && letters.contains($0 | 0x20)
    }
  }
}

/// Identifies a schema, independent of the order of its objects and of the formatting of their SQL.
package enum SchemaFingerprint {
  /// Returns the SHA-256 of all types, names and tokens, 64 lowercase hexadecimal digits. Each part follows
  /// its length, so that different objects never have the same bytes.
  package static func of(_ objects: [SchemaObject]) -> String {
    var message: [UInt8] = []
    for object in objects.sorted(by: { $0.isBefore($1) }) {
      let parts =
        [Array(object.type.utf8), Array(object.name.utf8)] + object.tokens.map(\.spelling)
      message += "\(parts.count);".utf8
      for part in parts { message += Array("\(part.count):".utf8) + part }
    }
    return SHA256.digest(of: message).hexadecimal
  }
}

/// A token of SQL in one canonical spelling: `"name"`, `[name]` and `name` are the same token. Uppercase
/// and lowercase differ, and so do a keyword and the same word in quotes. A number or a blob can be
/// several tokens: no other valid SQL has the same ones.
package struct SQLToken: Hashable, Sendable {
  /// The text of the token as bytes: a `String` is equal to any canonically equivalent one, which SQLite
  /// treats as another name.
  package let spelling: [UInt8]

  /// Returns the tokens of a text, in order, without white space and comments.
  package static func all(in sql: String) -> [SQLToken] {
    var tokenizer = SQLTokenizer(rest: Array(sql.utf8)[...])
    var tokens: [SQLToken] = []
    while let spelling = tokenizer.next() { tokens.append(SQLToken(spelling: spelling)) }
    return tokens
  }

  /// Whether it is the word in any case.
  func isSpelled(_ word: String) -> Bool {
    String(decoding: spelling, as: UTF8.self).hasSameName(as: word)
  }
}

/// Splits SQL into tokens as SQLite does. It also splits text that SQLite would reject.
///
/// Source: https://sqlite.org/src/file/src/tokenize.c
private struct SQLTokenizer {
  var rest: ArraySlice<UInt8>

  /// SQLite reads the mark as white space before a token, and as letters within a word.
  private static let byteOrderMark = "\u{FEFF}"

  /// Operators of several bytes, the longer ones first.
  private static let operators = ["->>", "->", "||", "<=", "<>", "<<", ">=", ">>", "==", "!="]

  mutating func next() -> [UInt8]? {
    skipSeparators()
    guard let first = rest.first else { return nil }
    switch first {
    case UInt8(ascii: "'"), .quote, UInt8(ascii: "`"): return quoted(until: first)
    case .leftBracket: return quoted(until: .rightBracket)
    case _ where first.continuesWord: return take(rest.prefix { $0.continuesWord }.count)
    default: return take(Self.operators.first { starts(with: $0) }?.utf8.count ?? 1)
    }
  }

  private mutating func skipSeparators() {
    while let first = rest.first {
      if first.isBlank || first == .lineFeed || first == 0x0C {
        rest.removeFirst()
      } else if starts(with: Self.byteOrderMark) {
        rest.removeFirst(3)
      } else if starts(with: "--") {
        rest = rest.drop { $0 != .lineFeed }
      } else if starts(with: "/*") {
        rest.removeFirst(2)
        while !rest.isEmpty, !starts(with: "*/") { rest.removeFirst() }
        rest = rest.dropFirst(2)
      } else {
        return
      }
    }
  }

  /// Returns a string or the name of an identifier, or the rest of the text if the quote is not closed.
  /// A doubled quote stands for itself, except a bracket.
  private mutating func quoted(until quote: UInt8) -> [UInt8] {
    var name: [UInt8] = []
    var index = rest.startIndex + 1
    while index < rest.endIndex {
      if rest[index] == quote {
        let isDoubled = quote != .rightBracket && rest[(index + 1)...].first == quote
        if !isDoubled {
          let text = take(index + 1 - rest.startIndex)
          return quote == UInt8(ascii: "'") ? text : Self.identifier(name)
        }
        index += 1
      }
      name.append(rest[index])
      index += 1
    }
    return take(rest.count)
  }

  /// Returns the name with quotes only if it needs them. TRUE and FALSE are not keywords, but are numbers
  /// without quotes.
  private static func identifier(_ name: [UInt8]) -> [UInt8] {
    let isWord =
      name.first.map { !$0.isDigit && $0 != .dollar } == true
      && name.allSatisfy(\.continuesWord) && !name.starts(with: byteOrderMark.utf8)
    let text = String(decoding: name, as: UTF8.self)
    if isWord, !Connection.isKeyword(name), !["true", "false"].contains(text.lowercased()) {
      return name
    }
    return [.quote] + name.flatMap { $0 == .quote ? [$0, $0] : [$0] } + [.quote]
  }

  private mutating func take(_ count: Int) -> [UInt8] {
    defer { rest = rest.dropFirst(count) }
    return Array(rest.prefix(count))
  }

  private func starts(with text: String) -> Bool { rest.starts(with: text.utf8) }
}

extension UInt8 {
  fileprivate static var dollar: UInt8 { UInt8(ascii: "$") }

  fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

  fileprivate var continuesWord: Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) || isDigit
      || self == UInt8(ascii: "_") || self == .dollar || self >= 0x80
  }
}
