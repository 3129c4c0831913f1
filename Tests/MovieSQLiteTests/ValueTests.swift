import MovieSQLite
import TestSupport
import Testing

@Suite(.limited) struct ValueTests {
  static let texts = [
    "", " ", "a\0b", "\0", "Amélie", "Ame\u{301}lie", "日本語", "👩‍👧🇫🇷", "'; DROP TABLE t; --",
    "?1 :a @b $c", String(repeating: "é", count: 8_192), "\u{FFFE}\u{10FFFF}",
  ]

  @Test("text comes back byte for byte", arguments: texts)
  func text(text: String) throws {
    var connection = try Connection(.memory)
    let found = try connection.texts("SELECT \(text)")
    #expect(found.map(\.bytes) == [text.bytes])
  }

  @Test("text is kept byte for byte in a table", arguments: texts)
  func storedText(text: String) throws {
    var connection = try Connection(.memory)
    try connection.run("CREATE TABLE t(a TEXT) STRICT")
    try connection.write { transaction throws in
      var insert = try transaction.prepare(Clause("INSERT INTO t VALUES (?)", [.text(text)]))
      try insert.run()
    }
    let found = try connection.texts("SELECT a FROM t")
    let length = try connection.texts("SELECT length(CAST(a AS BLOB)) FROM t")
    #expect(found.map(\.bytes) == [text.bytes])
    #expect(length == ["\(text.utf8.count)"])
  }

  @Test("generated text comes back byte for byte")
  func generatedText() throws {
    var random = RandomSource(seed: 1)
    var connection = try Connection(.memory)
    try connection.read { transaction throws in
      var echo = try transaction.prepare("SELECT ?")
      for _ in 0..<500 {
        let text = random.text(upTo: 40)
        try echo.bind(text, at: 1)
        #expect(try echo.step())
        #expect(echo.text(at: 0).bytes == text.bytes)
        try echo.reset()
      }
    }
  }

  @Test("integers come back, the extremes too", arguments: [0, 1, -1, .max, .min] as [Int64])
  func integer(number: Int64) throws {
    var connection = try Connection(.memory)
    let found = try connection.read { transaction throws(SQLiteError) in
      var statement = try transaction.prepare(Clause("SELECT ?", [.integer(number)]))
      _ = try statement.step()
      return statement.integer(at: 0)
    }
    #expect(found == number)
  }

  @Test("a Boolean is 0 or 1", arguments: [false, true])
  func boolean(value: Bool) throws {
    var connection = try Connection(.memory)
    try connection.read { transaction throws in
      var statement = try transaction.prepare("SELECT ?, typeof(?1)")
      try statement.bind(value, at: 1)
      #expect(try statement.step())
      #expect(statement.boolean(at: 0) == value)
      #expect(statement.integer(at: 0) == (value ? 1 : 0))
      #expect(statement.text(at: 1) == "integer")
    }
  }

  @Test("NULL is told from empty text, and reads as nothing")
  func null() throws {
    var connection = try Connection(.memory)
    try connection.read { transaction throws in
      var statement = try transaction.prepare("SELECT NULL, '', 0")
      #expect(try statement.step())
      let areNull = [statement.isNull(at: 0), statement.isNull(at: 1), statement.isNull(at: 2)]
      #expect(areNull == [true, false, false])
      #expect(statement.text(at: 0) == "")
      #expect(statement.integer(at: 0) == 0)
    }
  }

  @Test("empty text is bound as text, not as NULL")
  func emptyText() throws {
    var connection = try Connection(.memory)
    let kind = try connection.texts("SELECT typeof(\(""))")
    #expect(kind == ["text"])
  }

  @Test("bytes that are not UTF-8 read as replacement characters")
  func invalidBytes() throws {
    var connection = try Connection(.memory)
    let found = try connection.texts("SELECT CAST(x'61FF62' AS TEXT)")
    #expect(found == ["a\u{FFFD}b"])
  }

  @Test("a statement runs again with other values, and keeps those it had")
  func reset() throws {
    var connection = try Connection(.memory)
    try connection.read { transaction throws in
      var statement = try transaction.prepare("SELECT ?1 || ?2")
      try statement.bind("a", at: 1)
      try statement.bind("b", at: 2)
      #expect(try statement.step())
      #expect(statement.text(at: 0) == "ab")
      try statement.reset()
      try statement.bind("c", at: 2)
      #expect(try statement.step())
      #expect(statement.text(at: 0) == "ac")
      #expect(try !statement.step())
    }
  }
}
