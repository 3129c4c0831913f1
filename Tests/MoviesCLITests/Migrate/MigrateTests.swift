import MovieStore
import MovieStoreMaintenance
import MoviesCLI
import TestSupport
import Testing

/// `migrate` itself, `plan`, `rehearse`, `schema` and `log`, on files.
@Suite(.limited, .temporaryDirectory) struct MigrateTests {
  init() throws { try SampleCatalog.install() }

  @Test("a file of the newest version is not changed")
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

  @Test("upgrades an older file after a backup, and prints one line per step")
  func up() throws {
    let path = try CatalogFiles.make(.v3, named: "old.db")
    let result = movies("migrate", "--db", path)
    let rows = result.output.split(separator: "\n").map { $0.split(separator: "\t") }
    #expect(result.status == .done)
    #expect(rows.map(\.first) == ["v4", "v5", "v6"])
    #expect(rows.allSatisfy { $0.count == 4 })
    let errors = result.error.split(separator: "\n")
    #expect(errors.count == 2)
    #expect(errors.first?.hasPrefix("backup: \(path).v3-") == true)
    #expect(errors.last?.hasPrefix("migrated from v3 to v6 in ") == true)
    #expect(movies("migrate", "status", path).status == .done)
  }

  @Test("a file argument has the effect of --db; a name with a dot is no typo of a subcommand")
  func fileArgument() throws {
    let old = try CatalogFiles.make(.v3, named: "old.db")
    #expect(
      withoutSpace(movies("migrate", old, "--dry-run"))
        == withoutSpace(movies("migrate", "plan", old)))
    #expect(movies("migrate", old, "--to", "5").error.hasPrefix("backup: \(old).v3-"))
    #expect(movies("migrate", "--no-backup", "-q", old).output.hasPrefix("v6\t"))
    let missing = movies("migrate", "statu.db")
    #expect(missing.status == .missingFile)
    #expect(
      missing.error.hasSuffix(
        "statu.db' does not exist. Check the path. Adding or importing movies creates it.\n"))
  }

  @Test("--no-backup writes no backup; --quiet prints only the steps")
  func withoutBackup() throws {
    let path = try CatalogFiles.make(.v5, named: "old.db")
    let result = movies("migrate", "--no-backup", "-q", "--db", path)
    #expect(result.error == "")
    #expect(result.output.hasPrefix("v6\trename the tables to MovieModel and ActorModel\t"))
    #expect(try Files.names(in: TemporaryDirectory.current) == ["movies.db", "old.db"])
  }

  @Test("a downgrade reports that the history begins again, and needs no option for that")
  func history() throws {
    let path = try CatalogFiles.copy(named: "new.db")
    let planned = "would start a new history and delete the old one (1 change)"
    #expect(movies("migrate", "plan", path, "--to", "5").error.contains(planned))
    #expect(movies("migrate", "--to", "5", "-n", "--db", path).error.contains(planned))
    #expect(movies("migrate", "rehearse", path, "--to", "5").error.contains(planned))
    let result = movies("migrate", "--to", "5", "--json", "--db", path)
    #expect(result.status == .done)
    #expect(
      result.error.contains("started a new history; the backup has the old one (1 change)\n"))
    #expect(result.output.hasSuffix(#", "historyEntries": 1}\#n"#))
    #expect(!movies("migrate", "--db", path).error.contains("history"))
    #expect(movies("undo", "--db", path).status == .notFound)
  }

  @Test("--dry-run prints the output of plan, with any backup option")
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

  /// The result without disk space, which depends on other processes.
  private func withoutSpace(_ result: CommandResult) -> CommandResult {
    CommandResult(
      result.status, output: result.output.replacing(/"bytes(Free|Needed)": \d+/, with: ""),
      error: result.error.replacing(/about .* available/, with: ""))
  }

  @Test("rejects a migration with losses, with their counts, and does not change the file")
  func loss() throws {
    let before = try SampleCatalog.bytes
    let plan = movies("migrate", "plan", "--to", "1")
    #expect(plan.status == .done)
    #expect(plan.output.contains("\t3 favorites"))
    #expect(plan.error.contains("3 favorites; requires '--accept-loss'\n"))
    let result = movies("migrate", "--to", "1")
    #expect(result.status == .notFound)
    #expect(result.output == "")
    #expect(result.error.hasPrefix("Error: downgrading '"))
    #expect(result.error.contains("3 favorites"))
    #expect(result.error.hasSuffix("Nothing was changed. Pass '--accept-loss' to go ahead.\n"))
    #expect(try SampleCatalog.bytes == before)
  }

  @Test("a changed schema is a finding with a hint, without a plan")
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

  @Test("--sql prints the SQL of each step after a comment")
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

  @Test("a rehearsal prints its steps and a summary")
  func rehearse() {
    let result = movies("migrate", "rehearse", "--to", "5")
    #expect(result.status == .done)
    #expect(result.output.hasPrefix("v5\trevert: rename the tables to MovieModel and ActorModel\t"))
    #expect(result.error.hasPrefix("before: "))
    #expect(result.error.contains("\nafter: "))
    #expect(result.error.contains("\nrehearsed v6 to v5 on a copy in "))
  }

  @Test("schema prints the SQL of a version or of a file", arguments: SchemaVersion.allCases)
  func schema(version: SchemaVersion) throws {
    let text = Migrator.schema(of: version)
    #expect(movies("migrate", "schema", "\(version.rawValue)") == CommandResult(output: text))
    #expect(movies("migrate", "schema", "v\(version.rawValue)") == CommandResult(output: text))
    let json = movies("migrate", "schema", "\(version.rawValue)", "--json").output
    #expect(
      json.hasPrefix(
        #"{"command": "schema", "file": null, "version": \#(version.rawValue), "newest": 6, "#))
  }

  @Test(
    "a file argument and --db produce the same output",
    arguments: ["plan", "plan --to v2", "log", "rehearse --to 5 -q --json"])
  func file(words: String) throws {
    let file = try CatalogFiles.make(.newest, named: "other.db")
    let command = ["migrate"] + words.split(separator: " ").map(String.init)
    let result = movies(command + [file], environment: ["MOVIES_DB": "none.db"])
    #expect(result.status == .done, "\(result.error)")
    let other = movies(command + ["--db", file])
    #expect(Self.withoutSeconds(result.output) == Self.withoutSeconds(other.output))
    #expect(movies(command + [file, "--db", file]).status == .usage)
    #expect(movies(command + [file, file]).status == .usage)
  }

  private static func withoutSeconds(_ text: String) -> String {
    text.replacing(/"seconds": [\d.e-]+|"([a-zA-Z]*[bB]ytes|peakMemory)": \d+/, with: "…")
  }

  @Test("without an argument, schema prints that of the current database")
  func ownSchema() throws {
    let text = try Migrator(path: SampleCatalog.path).schema()
    #expect(text.contains("MovieModel"))
    #expect(movies("migrate", "schema") == CommandResult(output: text))
    #expect(movies("migrate", "schema", SampleCatalog.path) == CommandResult(output: text))
    #expect(movies("migrate", "schema", "--json").output.contains(#""version": 6, "newest": 6, "#))
  }

  @Test("the check of a file ends with a summary")
  func check() {
    let file = movies("migrate", "check", SampleCatalog.path)
    #expect(file.status == .done)
    #expect(file.error == "checked 1 file: no problems\n")
    let rows = file.output.split(separator: "\n")
    #expect(!rows.isEmpty)
    #expect(rows.allSatisfy { $0.hasPrefix(SampleCatalog.path + "\t") && $0.hasSuffix("\tok") })
    #expect(movies("migrate", "check", "--db", SampleCatalog.path).output == file.output)
  }

  @Test("with --quiet, a check prints only checks with errors, and a status its table")
  func quiet() throws {
    #expect(movies("migrate", "check", SampleCatalog.path, "-q") == CommandResult())
    let path = try CatalogFiles.changed(named: "changed.db")
    let check = movies("migrate", "check", path, "-q")
    #expect(check.status == .notFound)
    #expect(check.output == "\(path)\tschema\terror: the index 'cast_by_actor' is missing\n")
    #expect(check.error.hasPrefix("Error: the index 'cast_by_actor' is missing."))
    #expect(check.error.split(separator: "\n").count == 1)
    let status = movies("migrate", "status", path, "-q")
    #expect(status == movies("migrate", "status", path))
  }

  @Test("without a file and a home directory, the built-in migrations are checked", .fullTier)
  func ownCheck() {
    let own = movies("migrate", "check", environment: ["MOVIES_DB": ""])
    #expect(own.status == .done)
    #expect(own.error == "checked the built-in migrations: no problems\n")
    let rows = own.output.split(separator: "\n")
    #expect(!rows.isEmpty)
    #expect(rows.allSatisfy { $0.hasPrefix("\t") && $0.hasSuffix("\tok") })
  }

  @Test("pending migrations are not findings; an unreadable file does not stop the check of others")
  func checkSeveral() throws {
    let old = try CatalogFiles.make(.v2, named: "old.db")
    let missing = TemporaryDirectory.path("missing.db")
    #expect(movies("migrate", "check", old).status == .done)
    let result = movies("migrate", "check", missing, old)
    #expect(result.status == .missingFile)
    #expect(result.output.hasPrefix("\(old)\t"))
    #expect(result.error.hasPrefix("Error: the database '\(missing)' does not exist"))
    #expect(result.error.hasSuffix("\nchecked 2 files: 1 has problems\n"))
  }
}
