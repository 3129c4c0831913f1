import MovieSQLite
import MovieStore
import MovieStoreMaintenance
import StoreTestSupport
import TestSupport
import Testing

@Suite(.limited, .temporaryDirectory) struct SchemaDumpTests {
  private static let pragmas = """
    PRAGMA application_id = \(0x4D4F_5649);
    PRAGMA user_version = 3;

    """

  private static func dump(_ objects: [SchemaObject]) -> String {
    SchemaDump.sql(of: objects, version: .v3)
  }

  /// Returns the objects of a database in which SQLite ran the statements.
  private static func objects(of statements: [String]) throws -> [SchemaObject] {
    let connection = try Connection(.memory)
    return try connection.write { transaction throws in
      for sql in statements { try transaction.execute(SQL(raw: sql)) }
      return try SchemaObject.all(in: transaction)
    }
  }

  /// Returns the objects of a new file in which another program ran the text.
  private static func objects(
    loading text: String, named name: String = "loaded.db"
  ) throws -> [SchemaObject] {
    let path = TemporaryDirectory.path(name)
    let other = try PlainConnection(path)
    try other.run("PRAGMA synchronous = OFF")
    try other.run(text)
    let connection = try Connection(.file(path))
    return try connection.read { transaction throws in try SchemaObject.all(in: transaction) }
  }

  @Test("The dump of each version creates that version", arguments: SchemaVersion.allCases)
  func version(version: SchemaVersion) throws {
    let text = Migrator.schema(of: version)
    Golden.expect(text, is: "schema/\(version)")
    let loaded = try Self.objects(loading: text)
    #expect(Set(loaded) == Set(Schema(version).objects))
    let path = TemporaryDirectory.path("loaded.db")
    #expect(try OtherProgram.texts(path, "PRAGMA user_version") == ["\(version.rawValue)"])
    #expect(try OtherProgram.texts(path, "PRAGMA application_id") == ["\(0x4D4F_5649)"])
  }

  @Test("The store opens a dump of the newest version")
  func opens() throws {
    let text = SchemaDump.sql(of: Schema(.newest).objects, version: .newest)
    _ = try Self.objects(loading: text, named: "movies.db")
    let path = TemporaryDirectory.path("movies.db")
    var store = try Catalog(path: path, access: .writing)
    try store.add("Heat")
    #expect(try store.titles() == ["Heat"])
  }

  @Test("A dump without objects has only the pragmas")
  func empty() {
    #expect(Self.dump([]) == Self.pragmas)
    #expect(
      SchemaDump.sql(of: [], version: nil)
        == "PRAGMA application_id = 0;\nPRAGMA user_version = 0;\n")
  }

  @Test("Statements are printed as they are stored, ordered by type and name")
  func stored() throws {
    let statements = [
      "CREATE TABLE u ( a,b  TEXT DEFAULT(- 1) )", "CREATE TABLE \"t\"(a -- why\n)",
      "CREATE INDEX i ON t ( a DESC ) WHERE a>- 1", "CREATE VIEW v AS SELECT t . a FROM t",
      "CREATE TRIGGER x INSTEAD OF INSERT ON v BEGIN\nDELETE FROM t; END",
    ]
    let objects = try Self.objects(of: statements)
    let ends = [";\n", "\n;\n", ";\n", ";\n", ";\n"]
    #expect(
      Self.dump(objects.shuffled())
        == Self.pragmas + [1, 0, 2, 3, 4].map { statements[$0] + ends[$0] }.joined())
  }

  @Test(
    "A comment at the end of a statement does not swallow the semicolon",
    arguments: [
      ("-- why", "-- why\n;"), ("/* why */", "/* why */;"),
      ("WHERE '--' = ''", "WHERE '--' = ''\n;"),
    ])
  func comments(end: String, printed: String) throws {
    let objects = try Self.objects(of: ["CREATE VIEW a AS SELECT 1 \(end)", "CREATE TABLE t(a)"])
    let dump = Self.dump(objects)
    #expect(
      dump == Self.pragmas + "CREATE TABLE t(a);\nCREATE VIEW a AS SELECT 1 \(printed)\n")
    #expect(try Self.objects(loading: dump).count == 2)
  }

  @Test(
    "A virtual table is printed without its shadow tables",
    arguments: [
      "fts5(a UNINDEXED, 'b c',tokenize = 'ascii' )", "fts4(a,content=\"\",tokenize=simple)",
      "rtree(id,x0,x1,+note TEXT)",
    ])
  func virtualTables(module: String) throws {
    let statement = "CREATE VIRTUAL TABLE \"f\" USING \(module)"
    let objects = try Self.objects(of: ["CREATE TABLE other(a)", statement])
    let dump = Self.dump(objects)
    #expect(dump == Self.pragmas + "\(statement);\nCREATE TABLE other(a);\n")
    #expect(try Set(Self.objects(loading: dump)) == Set(objects))
  }
}
