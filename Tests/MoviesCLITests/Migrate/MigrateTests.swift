import MovieStore
import MoviesCLI
import TestSupport
import Testing

/// `migrate` itself, `plan`, `rehearse`, `schema` and `log`, on files.
@Suite(.limited, .temporaryDirectory) struct MigrateTests {
  init() throws { try SampleCatalog.install() }

  @Test("a file of the newest version is left as it is, and that is said")
  func already() throws {
    let before = try SampleCatalog.bytes
    let message = "already at schema v6; nothing to migrate\n"
    #expect(movies("migrate") == CommandResult(error: message))
    #expect(movies("migrate", "--dry-run") == CommandResult(error: message))
    #expect(movies("migrate", "-q") == CommandResult())
    let json = movies("migrate", "--json")
    #expect(json.error == message)
    #expect(
      json.output.hasPrefix(
        #"{"command": "migrate", "file": "\#(SampleCatalog.path)", "version": 6, "newest": 6, "#
          + #""ok": true, "steps": [], "findings": [], "from": 6, "backup": null, "#))
    #expect(try SampleCatalog.bytes == before)
  }

  @Test("an older file is brought up, a line a step, with a backup that is named")
  func up() throws {
    let path = try CatalogFiles.make(.v3, named: "old.db")
    let answer = movies("migrate", "--db", path)
    let rows = answer.output.split(separator: "\n").map { $0.split(separator: "\t") }
    #expect(answer.status == .done)
    #expect(rows.map(\.first) == ["v4", "v5", "v6"])
    #expect(rows.allSatisfy { $0.count == 4 })
    let errors = answer.error.split(separator: "\n")
    #expect(errors.count == 2)
    #expect(errors.first?.hasPrefix("backup: \(path).v3-") == true)
    #expect(errors.last?.hasPrefix("migrated from v3 to v6 in ") == true)
    #expect(movies("migrate", "status", path).status == .done)
  }

  @Test("--no-backup keeps none; --quiet says nothing, and the answer stays")
  func withoutBackup() throws {
    let path = try CatalogFiles.make(.v5, named: "old.db")
    let answer = movies("migrate", "--no-backup", "-q", "--db", path)
    #expect(answer.error == "")
    #expect(answer.output.hasPrefix("v6\trename the tables to MovieModel and ActorModel\t"))
    #expect(try Files.names(in: TemporaryDirectory.current) == ["movies.db", "old.db"])
  }

  @Test("--dry-run prints what plan prints, whatever is said of backups")
  func dryRun() throws {
    let path = try CatalogFiles.make(.v3, named: "old.db")
    let plan = withoutSpace(movies("migrate", "plan", "--db", path))
    #expect(plan.output.hasPrefix("v4\tstore actors in their own table\trewrite\t"))
    #expect(plan.error.hasPrefix("needs "))
    for options in [["-n"], ["-n", "--no-backup", "--accept-loss"], ["-n", "--backup", "b"]] {
      #expect(withoutSpace(movies(["migrate", "--db", path] + options)) == plan)
    }
    #expect(
      withoutSpace(movies("migrate", "-n", "--json", "--db", path))
        == withoutSpace(movies("migrate", "plan", "--json", "--db", path)))
  }

  /// How much of the disk is free is other programs' affair.
  private func withoutSpace(_ answer: CommandResult) -> CommandResult {
    CommandResult(
      answer.status, output: answer.output.replacing(/"bytes(Free|Needed)": \d+/, with: ""),
      error: answer.error.replacing(/about .* available/, with: ""))
  }

  @Test("a loss is refused with its count, and the file stays as it is")
  func loss() throws {
    let before = try SampleCatalog.bytes
    let plan = movies("migrate", "plan", "--to", "1")
    #expect(plan.status == .done)
    #expect(plan.output.contains("\t3 favorites"))
    #expect(plan.error.contains("3 favorites; requires '--accept-loss'\n"))
    let answer = movies("migrate", "--to", "1")
    #expect(answer.status == .notFound)
    #expect(answer.output == "")
    #expect(answer.error.hasPrefix("Error: downgrading '"))
    #expect(answer.error.contains("3 favorites"))
    #expect(answer.error.hasSuffix("Nothing was changed. Pass '--accept-loss' to go ahead.\n"))
    #expect(try SampleCatalog.bytes == before)
  }

  @Test("a file that was changed is not planned for: what was found is told, with what to do")
  func changed() throws {
    let path = try CatalogFiles.changed(named: "changed.db")
    for words in [["plan", "--to", "4"], ["plan", "--to", "4", "--sql"], ["-n"]] {
      let plan = movies(["migrate", "--db", path] + words)
      #expect(plan.status == .notFound)
      #expect(plan.output == "")
      #expect(plan.error.hasPrefix("Error: the index 'cast_by_actor' is missing."))
      #expect(plan.error.split(separator: "\n").count == 1)
    }
    let status = movies("migrate", "status", path)
    #expect(status.status == .notFound)
    #expect(status.output == "\(path)\tv6\tv6\t\tthe index 'cast_by_actor' is missing\n")
    #expect(movies("migrate", "check", path).status == .notFound)
  }

  @Test("--sql prints a script of the steps, each behind a comment")
  func script() throws {
    let path = try CatalogFiles.make(.v4, named: "old.db")
    let script = movies("migrate", "plan", "--sql", "--db", path).output
    let comments = script.split(separator: "\n").filter { $0.hasPrefix("-- v") }
    #expect(
      comments == [
        "-- v5: replace UUIDs with integer ids",
        "-- v6: rename the tables to MovieModel and ActorModel",
      ])
    let steps = Migrator.steps(from: .v4, to: .v6)
    for sql in steps.flatMap(Migrator.sql) { #expect(script.contains(sql + ";\n")) }
    #expect(
      movies("migrate", "plan", "--sql", "--to", "3", "--db", path).output
        .hasPrefix("-- v3: revert: store actors in their own table\n"))
  }

  @Test("a rehearsal prints the steps, and says what it came to")
  func rehearse() {
    let answer = movies("migrate", "rehearse", "--to", "5")
    #expect(answer.status == .done)
    #expect(answer.output.hasPrefix("v5\trevert: rename the tables to MovieModel and ActorModel\t"))
    #expect(answer.error.hasPrefix("before: "))
    #expect(answer.error.contains("\nafter: "))
    #expect(answer.error.contains("\nrehearsed v6 to v5 on a copy in "))
  }

  @Test("a schema is that of a version or of a file", arguments: SchemaVersion.allCases)
  func schema(version: SchemaVersion) throws {
    let text = try Migrator.schema(of: version)
    #expect(movies("migrate", "schema", "\(version.rawValue)") == CommandResult(output: text))
    #expect(movies("migrate", "schema", "v\(version.rawValue)") == CommandResult(output: text))
    let json = movies("migrate", "schema", "\(version.rawValue)", "--json").output
    #expect(
      json.hasPrefix(
        #"{"command": "schema", "file": null, "version": \#(version.rawValue), "newest": 6, "#))
  }

  @Test(
    "a file is named as an argument or by --db, and the answer is the same",
    arguments: ["plan", "plan --to v2", "log", "rehearse --to 5 -q --json"])
  func file(words: String) throws {
    let file = try CatalogFiles.make(.newest, named: "other.db")
    let command = ["migrate"] + words.split(separator: " ").map(String.init)
    let answer = movies(command + [file], environment: ["MOVIES_DB": "none.db"])
    #expect(answer.status == .done, "\(answer.error)")
    let other = movies(command + ["--db", file])
    #expect(Self.withoutSeconds(answer.output) == Self.withoutSeconds(other.output))
    #expect(movies(command + [file, "--db", file]).status == .usage)
    #expect(movies(command + [file, file]).status == .usage)
  }

  private static func withoutSeconds(_ text: String) -> String {
    text.replacing(/"seconds": [\d.e-]+|"[a-zA-Z]*[bB]ytes": \d+/, with: "…")
  }

  @Test("without an argument the schema is that of the database in use")
  func ownSchema() throws {
    let text = try Migrator(path: SampleCatalog.path).schema()
    #expect(text.contains("MovieModel"))
    #expect(movies("migrate", "schema") == CommandResult(output: text))
    #expect(movies("migrate", "schema", SampleCatalog.path) == CommandResult(output: text))
    #expect(movies("migrate", "schema", "--json").output.contains(#""version": 6, "newest": 6, "#))
  }

  @Test("a check of a file ends in a summary")
  func check() {
    let file = movies("migrate", "check", SampleCatalog.path)
    #expect(file.status == .done)
    #expect(file.error == "checked 1 file: no problems\n")
    let rows = file.output.split(separator: "\n")
    #expect(!rows.isEmpty)
    #expect(rows.allSatisfy { $0.hasPrefix(SampleCatalog.path + "\t") && $0.hasSuffix("\tok") })
    #expect(movies("migrate", "check", "--db", SampleCatalog.path).output == file.output)
  }

  @Test("without a file and a home the program checks its own migrations", .fullTier)
  func ownCheck() {
    let own = movies("migrate", "check", environment: ["MOVIES_DB": ""])
    #expect(own.status == .done)
    #expect(own.error == "checked the built-in migrations: no problems\n")
    let rows = own.output.split(separator: "\n")
    #expect(!rows.isEmpty)
    #expect(rows.allSatisfy { $0.hasPrefix("\t") && $0.hasSuffix("\tok") })
  }

  @Test("pending migrations are no finding of a check; a file that fails does not stop the others")
  func checkSeveral() throws {
    let old = try CatalogFiles.make(.v2, named: "old.db")
    let missing = TemporaryDirectory.path("missing.db")
    #expect(movies("migrate", "check", old).status == .done)
    let answer = movies("migrate", "check", missing, old)
    #expect(answer.status == .missingFile)
    #expect(answer.output.hasPrefix("\(old)\t"))
    #expect(answer.error.hasPrefix("Error: the database '\(missing)' does not exist"))
    #expect(answer.error.hasSuffix("\nchecked 2 files: 1 has problems\n"))
  }
}
