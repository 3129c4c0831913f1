import MovieSQLite
import MovieStore
import TestSupport
import Testing

@Suite(.limited, .temporaryDirectory) struct SchemaDumpTests {
  private static func dump(_ objects: [SchemaObject]) -> String {
    SchemaDump.sql(of: objects, version: 3, applicationID: 77)
  }

  /// What is in a database made of the statements, by SQLite and nobody else.
  private static func objects(of statements: [String]) throws -> [SchemaObject] {
    var connection = try Connection(.memory)
    return try connection.write { transaction throws in
      for sql in statements { try transaction.execute(SQL(raw: sql)) }
      return try SchemaObject.all(in: transaction)
    }
  }

  /// What is in a new file after another program has run the text.
  private static func objects(
    loading text: String, named name: String = "loaded.db"
  ) throws -> [SchemaObject] {
    let path = TemporaryDirectory.path(name)
    let other = try PlainConnection(path)
    try other.run("PRAGMA synchronous = OFF")
    try other.run(text)
    var connection = try Connection(.file(path))
    return try connection.read { transaction throws in try SchemaObject.all(in: transaction) }
  }

  private static func meaning(_ objects: [SchemaObject]) -> Set<[[UInt8]]> {
    Set(objects.map { [$0.type.bytes, $0.name.bytes] + $0.tokens.map(\.spelling) })
  }

  @Test("each version has its text, which makes that version", arguments: SchemaVersion.allCases)
  func version(version: SchemaVersion) throws {
    let objects = try Migrator.objects(of: version)
    let text = SchemaDump.sql(
      of: objects, version: version.rawValue, applicationID: Migrator.applicationID)
    Golden.expect(text, is: "schema/\(version)")
    let loaded = try Self.objects(loading: text)
    #expect(Self.meaning(loaded) == Self.meaning(objects))
    let path = TemporaryDirectory.path("loaded.db")
    #expect(try OtherProgram.texts(path, "PRAGMA user_version") == ["\(version.rawValue)"])
    #expect(try OtherProgram.texts(path, "PRAGMA application_id") == ["\(0x4D4F_5649)"])
  }

  @Test("a dump of the newest version is a catalog that the store opens")
  func opens() throws {
    let text = SchemaDump.sql(
      of: CurrentSchema.objects, version: 6, applicationID: Migrator.applicationID)
    _ = try Self.objects(loading: text, named: "movies.db")
    let path = TemporaryDirectory.path("movies.db")
    var store = try MovieStore(path: path, access: .writing)
    try store.add("Heat")
    #expect(try store.titles() == ["Heat"])
  }

  @Test("of no objects only the marks are left")
  func empty() {
    #expect(Self.dump([]) == "PRAGMA application_id = 77;\nPRAGMA user_version = 3;\n")
  }

  @Test(
    "a statement is set in one way",
    arguments: [
      (
        "CREATE TABLE t(a,b TEXT DEFAULT(- 1+ -2),PRIMARY KEY(a,b))WITHOUT ROWID,STRICT",
        "CREATE TABLE t(\n  a,\n  b TEXT DEFAULT (-1 + -2),\n  PRIMARY KEY (a, b)\n) "
          + "WITHOUT ROWID, STRICT;\n"
      ),
      (
        "CREATE TABLE [a b]([select] INT,`plain` VARCHAR ( 10 ) CHECK(length ( plain )<>- - 1))",
        "CREATE TABLE \"a b\"(\n  \"select\" INT,\n"
          + "  plain VARCHAR(10) CHECK (length(plain) <> - -1)\n);\n"
      ),
      (
        "CREATE TABLE 'x'(a CHECK(a IN(1,x'00',(2))) REFERENCES \"x\" (a))",
        "CREATE TABLE 'x'(\n  a CHECK (a IN (1, x'00', (2))) REFERENCES x(a)\n);\n"
      ),
    ])
  func tables(sql: String, text: String) throws {
    let dump = Self.dump([SchemaObject(type: "table", name: "t", sql: sql)])
    #expect(dump == Self.dump([]) + text)
  }

  @Test("indexes and views have a line, a statement of a trigger's body too")
  func otherObjects() throws {
    let objects = try Self.objects(of: [
      "CREATE TABLE t(a)", "CREATE VIEW v AS SELECT t . a,count ( * )FROM t -- why",
      "CREATE INDEX i ON t ( a DESC,lower(a) ) WHERE a>- 1",
      """
      CREATE TRIGGER x INSTEAD OF INSERT ON v WHEN new.a IS NOT'END;'BEGIN
      DELETE FROM t;INSERT INTO t(a) VALUES(CASE WHEN 1 THEN'a;b'END); END
      """,
    ])
    #expect(
      Self.dump(objects) == Self.dump([]) + """
        CREATE TABLE t(
          a
        );
        CREATE INDEX i ON t(a DESC, lower(a)) WHERE a > -1;
        CREATE VIEW v AS SELECT t.a, count(*) FROM t;
        CREATE TRIGGER x INSTEAD OF INSERT ON v WHEN new.a IS NOT 'END;' BEGIN
          DELETE FROM t;
          INSERT INTO t(a) VALUES (CASE WHEN 1 THEN 'a;b' END);
        END;

        """)
    #expect(Self.meaning(try Self.objects(loading: Self.dump(objects))) == Self.meaning(objects))
  }

  @Test("objects of a kind stand by name, whatever order they come in")
  func order() throws {
    var random = RandomSource(seed: 2)
    let objects = try Migrator.objects(of: .v4)
    for _ in 0..<20 {
      #expect(Self.dump(objects.shuffled(using: &random)) == Self.dump(objects))
    }
  }

  @Test(
    "a virtual table is made without the tables that it keeps, and its arguments stay tight",
    arguments: [
      (
        "fts5(a UNINDEXED, 'b c',tokenize = 'ascii' )",
        "fts5(a UNINDEXED, 'b c', tokenize='ascii')"
      ),
      ("fts4(a,content=\"\",tokenize=simple)", "fts4(a, content=\"\", tokenize=simple)"),
      ("rtree(id,x0,x1,+note TEXT)", "rtree(id, x0, x1, +note TEXT)"),
    ])
  func virtualTables(source: String, text: String) throws {
    let objects = try Self.objects(of: [
      "CREATE TABLE f_other(a)", "CREATE VIRTUAL TABLE \"f\" USING \(source)",
    ])
    let dump = Self.dump(objects)
    #expect(
      dump == Self.dump([])
        + "CREATE VIRTUAL TABLE f USING \(text);\nCREATE TABLE f_other(\n  a\n);\n")
    #expect(Self.meaning(try Self.objects(loading: dump)) == Self.meaning(objects))
  }

  @Test("a dump loaded by another program has the same tokens, and its dump is the same text")
  func roundTrip() throws {
    var random = RandomSource(seed: 1)
    for number in 0..<40 {
      let schema = GeneratedSchema(&random)
      let objects = try Self.objects(
        of: schema.statements.map { GeneratedSchema.text(of: $0, &random) })
      #expect(objects.count == schema.statements.count)
      let text = Self.dump(objects)
      let loaded = try Self.objects(loading: text, named: "\(number).db")
      #expect(Self.meaning(loaded) == Self.meaning(objects), "\(text)")
      #expect(Self.dump(loaded).bytes == text.bytes)
    }
  }

  @Test("the names and columns that SQLite finds in a dump are those of the source")
  func columns() throws {
    var random = RandomSource(seed: 9)
    for number in 0..<20 {
      let statements = GeneratedSchema(&random).statements.map {
        GeneratedSchema.text(of: $0, &random)
      }
      let source = try OtherProgram.make(
        "source\(number).db", ["PRAGMA synchronous = OFF"] + statements)
      let dump = Self.dump(try Self.objects(of: statements))
      _ = try Self.objects(loading: dump, named: "loaded\(number).db")
      let sql = """
        SELECT hex(t.name), t.type, wr, strict, c.cid, hex(c.name), "notnull", c.pk, hidden
        FROM pragma_table_list AS t, pragma_table_xinfo(t.name) AS c ORDER BY 1, 5
        """
      let found = try OtherProgram.rows(
        TemporaryDirectory.path("loaded\(number).db"), columns: 9, sql)
      #expect(try found == OtherProgram.rows(source, columns: 9, sql))
      #expect(found.count > 10)
    }
  }

  @Test("tokens that are no SQL are set so that they stay the same tokens")
  func anyTokens() {
    for text in Generated.texts {
      // What no quote closes would take the semicolon along.
      let tokens = SQLToken.all(in: text).filter { !isUnclosed($0) }
      let sql = tokens.map { String(decoding: $0.spelling, as: UTF8.self) }.joined(separator: " ")
      for type in ["table", "index", "view", "trigger"] {
        let dump = Self.dump([SchemaObject(type: type, name: "x", sql: sql)])
        let found = SQLToken.all(in: dump).dropFirst(SQLToken.all(in: Self.dump([])).count)
        #expect(Array(found.dropLast()) == tokens, "\(sql)")
      }
    }
  }

  private func isUnclosed(_ token: SQLToken) -> Bool {
    token.kind == .symbol && "'\"`[".utf8.contains(token.spelling[0])
  }
}
