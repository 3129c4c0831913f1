import MovieSQLite
import TestSupport
import Testing

@Suite(.limited) struct ValueTests {
  static let texts = [
    "", " ", "a\0b", "\0", "Amélie", "Ame\u{301}lie", "日本語", "👩‍👧🇫🇷", "'; DROP TABLE t; --",
    "?1 :a @b $c", String(repeating: "é", count: 8_192), "\u{FFFE}\u{10FFFF}",
  ]

  @Test("Bound text is returned byte for byte", arguments: texts)
  func text(text: String) throws {
    let connection = try Connection(.memory)
    let found = try connection.texts("SELECT \(text)")
    #expect(found.map(\.bytes) == [text.bytes])
  }

  @Test("Text is stored byte for byte", arguments: texts)
  func storedText(text: String) throws {
    let connection = try Connection(.memory)
    try connection.run("CREATE TABLE t(a TEXT) STRICT")
    try connection.run("INSERT INTO t VALUES (\(text))")
    let found = try connection.texts("SELECT a FROM t")
    let length = try connection.texts("SELECT length(CAST(a AS BLOB)) FROM t")
    #expect(found.map(\.bytes) == [text.bytes])
    #expect(length == ["\(text.utf8.count)"])
  }

  @Test("Generated text is returned byte for byte")
  func generatedText() throws {
    var random = RandomSource(seed: 1)
    let connection = try Connection(.memory)
    try connection.read { transaction throws in
      var echo = try transaction.prepare("SELECT ?")
      for _ in 0..<500 {
        let text = random.text(upTo: 40)
        try echo.bind(text, at: 1)
        let found = try echo.fetchOne { row throws(SQLiteError) in try row.bytes(at: 0) }
        #expect(found == text.bytes)
      }
    }
  }

  @Test("Integers are returned unchanged", arguments: [0, 1, -1, .max, .min] as [Int64])
  func integer(number: Int64) throws {
    let connection = try Connection(.memory)
    let found = try connection.queryInt("SELECT \(number)")
    #expect(found == number)
  }

  @Test("A Boolean is 0 or 1", arguments: [false, true])
  func boolean(value: Bool) throws {
    let connection = try Connection(.memory)
    try connection.read { transaction throws in
      try transaction.forEachRow("SELECT \(value)") { row throws in
        #expect(try row.bool(at: 0) == value)
        #expect(try row.int(at: 0) == (value ? 1 : 0))
      }
    }
  }

  @Test("NULL is distinguished from an empty text and from 0")
  func null() throws {
    let connection = try Connection(.memory)
    try connection.read { transaction throws in
      let values = try transaction.fetchOne("SELECT NULL, '', 0") { row throws(SQLiteError) in
        (try row.optionalInt(at: 0), try row.text(at: 1), try row.optionalInt(at: 2))
      }
      #expect(values?.0 == nil && values?.1 == "" && values?.2 == 0)
    }
  }

  @Test("An empty text is bound as text, not as NULL")
  func emptyText() throws {
    let connection = try Connection(.memory)
    let kind = try connection.texts("SELECT typeof(\(""))")
    #expect(kind == ["text"])
  }

  @Test("Invalid UTF-8 is read as U+FFFD")
  func invalidBytes() throws {
    let connection = try Connection(.memory)
    let found = try connection.texts("SELECT CAST(x'61FF62' AS TEXT)")
    #expect(found == ["a\u{FFFD}b"])
  }

  @Test("A statement that is run again retains values that are not replaced")
  func reset() throws {
    let connection = try Connection(.memory)
    try connection.read { transaction throws in
      var statement = try transaction.prepare("SELECT ?1 || ?2")
      try statement.bind("a", at: 1)
      try statement.bind("b", at: 2)
      let first = try statement.fetchOne { row throws(SQLiteError) in try row.text(at: 0) }
      try statement.bind("c", at: 2)
      let second = try statement.fetchAll { row throws(SQLiteError) in try row.text(at: 0) }
      #expect(first == "ab")
      #expect(second == ["ac"])
    }
  }
}
