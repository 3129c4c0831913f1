import MovieSQLite
import TestSupport
import Testing

@Suite(.limited) struct HardeningTests {
  @Test("SQL cannot change the schema table of a defensive connection")
  func defensive() throws {
    let connection = try Connection(.memory)
    try connection.run("CREATE TABLE t(a)")
    try connection.set(.defensive, to: true)
    try connection.execute("PRAGMA writable_schema = ON")
    let error = try sqliteError {
      try connection.run("UPDATE sqlite_schema SET sql = 'CREATE TABLE t(b)'")
    }
    #expect(error.code == .error)
  }

  @Test("Views cannot be used if they are off")
  func views() throws {
    let connection = try Connection(.memory)
    try connection.run("CREATE VIEW v AS SELECT 1")
    #expect(try connection.texts("SELECT * FROM v") == ["1"])
    try connection.set(.views, to: false)
    let error = try sqliteError { _ = try connection.texts("SELECT * FROM v") }
    #expect(error.code == .error)
  }

  @Test("Text in double quotes is not a string if the option is off")
  func quotedStrings() throws {
    let connection = try Connection(.memory)
    try connection.set(.doubleQuotedStringsDML, to: true)
    #expect(try connection.texts("SELECT \"text\"") == ["text"])
    try connection.set(.doubleQuotedStringsDML, to: false)
    #expect(throws: SQLiteError.self) { try connection.texts("SELECT \"text\"") }
  }

  @Test("Text in double quotes is not a string in the schema if the option is off")
  func doubleQuotedStringsDDL() throws {
    let connection = try Connection(.memory)
    try connection.set(.doubleQuotedStringsDDL, to: false)
    #expect(throws: SQLiteError.self) {
      try connection.run("CREATE TABLE t(a CHECK (a <> \"text\"))")
    }
  }

  @Test("Extensions cannot be loaded")
  func extensions() throws {
    let connection = try Connection(.memory)
    try connection.set(.extensions, to: false)
    let error = try sqliteError { _ = try connection.texts("SELECT load_extension('x')") }
    #expect(error.code == .error)
  }

  @Test("Foreign keys are enforced if they are on", arguments: [false, true])
  func foreignKeys(isOn: Bool) throws {
    let connection = try Connection(.memory)
    try connection.set(.foreignKeys, to: isOn)
    try connection.run("CREATE TABLE p(a PRIMARY KEY)", "CREATE TABLE c(a REFERENCES p)")
    if isOn {
      let error = try sqliteError { try connection.run("INSERT INTO c VALUES (1)") }
      #expect(error.code.primary == .constraint)
    } else {
      try connection.run("INSERT INTO c VALUES (1)")
    }
  }

  @Test("A deferred foreign key violation fails the commit and changes nothing")
  func deferredForeignKey() throws {
    let connection = try Connection(.memory)
    try connection.set(.foreignKeys, to: true)
    try connection.run(
      "CREATE TABLE p(a PRIMARY KEY)",
      "CREATE TABLE c(a REFERENCES p DEFERRABLE INITIALLY DEFERRED)")
    let error = try sqliteError { try connection.run("INSERT INTO c VALUES (1)") }
    #expect(error.sql == "COMMIT")
    #expect(try connection.texts("SELECT count(*) FROM c") == ["0"])
  }

  @Test("The tokenizer function cannot be used if it is off")
  func tokenizer() throws {
    let connection = try Connection(.memory)
    try connection.set(.tokenizerFunction, to: false)
    #expect(throws: SQLiteError.self) {
      _ = try connection.texts("SELECT fts3_tokenizer('simple', x'00')")
    }
  }

  @Test("A statement longer than the limit is too big")
  func statementLength() throws {
    let connection = try Connection(.memory)
    connection.setLimit(.statementLength, to: 100)
    let error = try sqliteError {
      _ = try connection.texts("SELECT '\(raw: String(repeating: "a", count: 100))'")
    }
    #expect(error.code == .tooBig)
  }

  @Test("An expression deeper than the limit is an error")
  func expressionDepth() throws {
    let connection = try Connection(.memory)
    connection.setLimit(.expressionDepth, to: 50)
    let error = try sqliteError {
      _ = try connection.texts("SELECT 1\(raw: String(repeating: " + 1", count: 60))")
    }
    #expect(error.code == .error)
  }

  @Test("More parameters or attached databases than the limit are an error")
  func counts() throws {
    let connection = try Connection(.memory)
    connection.setLimit(.parameters, to: 10)
    connection.setLimit(.attachedDatabases, to: 0)
    #expect(throws: SQLiteError.self) { _ = try connection.texts("SELECT ?11") }
    let error = try sqliteError { try connection.execute("ATTACH ':memory:' AS other") }
    #expect(error.code == .error)
  }

  @Test("The library version is at least the minimum")
  func version() {
    let parts = Connection.libraryVersion.split(separator: ".").compactMap { Int($0) }
    #expect(parts.count == 3)
    #expect(!parts.lexicographicallyPrecedes([3, 40, 1]))
  }
}
