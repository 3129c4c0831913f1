import Foundation
import TestSupport
import Testing

/// Runs the recipes of the article *Recipes* as they are written there.
@Suite(.limited, .fullTier, .temporaryDirectory) struct RecipeTests {
  @Test("each recipe has a test")
  func all() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    let tests = try Files.names(in: folder.path()).filter { $0.hasSuffix("Tests.swift") }
      .map { try String(contentsOf: folder.appending(path: $0), encoding: .utf8) }
    let headings = try Recipe.headings()
    #expect(headings.count > 7)
    for heading in headings { #expect(tests.contains { $0.contains("Recipe(\"\(heading)\")") }) }
  }

  // MARK: A test database

  @Test("a test database has the digest of the recipe in any locale and time zone")
  func digest() throws {
    let recipe = try Recipe("A test database in CI")
    let outcome = try Recipe.run(
      recipe.block("sh"), environment: ["LC_ALL": "tr_TR.UTF-8", "TZ": "Asia/Kolkata"])
    #expect(outcome.status == 0, "\(outcome.error)")
    #expect(try outcome.output == recipe.block("text"))
  }

  @Test("a test database of another seed is caught by its digest")
  func otherDigest() throws {
    let block = try Recipe("A test database in CI").block("sh")
    let other = block.replacing("--seed 42", with: "--seed 43")
    #expect(other != block)
    #expect(try Recipe.run(other).status == 1)
  }

  // MARK: Backups

  /// What cron runs, with cron's few variables.
  private static func night(_ recipe: Recipe) throws -> Tool.Outcome {
    let command = try recipe.block("text").split(separator: " ", maxSplits: 5)[5]
    return try Recipe.run(
      """
      ln -sf "$MOVIES" ~/.local/bin/movies
      env -i HOME="$HOME" MOVIES_DB="$MOVIES_DB" PATH=/usr/bin:/bin sh -c '\(command)'
      """)
  }

  private static func backups() throws -> [String] {
    try Files.names(in: TemporaryDirectory.path("backups/movies"))
  }

  @Test("the backup of a night is the catalog under its date, and only those of fourteen stay")
  func nights() throws {
    let recipe = try Recipe("A backup every night")
    try ToolRunner.seed(20)
    #expect(try Recipe.run(recipe.block("sh")).status == 0)
    let outcome = try Self.night(recipe)
    #expect(outcome.status == 0 && outcome.output + outcome.error == "")
    let name = try #require(try Self.backups().first)
    #expect(try Self.backups().count == 1 && name.contains(/^\d{4}-\d\d-\d\d\.db$/))
    let same = try Recipe.run(
      "cd backups/movies; movies --db \(name) export > a; movies export > b; cmp a b; rm a b")
    #expect(same.status == 0)

    let aged = "touch -d '13 days ago' stays.db; touch -d '15 days ago' goes.db notes.txt"
    #expect(try Recipe.run("cd backups/movies; \(aged)").status == 0)
    #expect(try Self.night(recipe).status == 0)
    #expect(try Set(Self.backups()) == [name, "notes.txt", "stays.db"])
  }

  @Test("a damaged catalog is told at night, and takes no good backup's place")
  func damage() throws {
    let recipe = try Recipe("A backup every night")
    try ToolRunner.seed(20)
    #expect(try Recipe.run(recipe.block("sh")).status == 0)
    #expect(try Self.night(recipe).status == 0)
    let name = try #require(try Self.backups().first)
    let good = ToolRunner.content(TemporaryDirectory.path("backups/movies/\(name)"))
    let harm = """
      touch -d '15 days ago' backups/movies/old.db
      dd if=/dev/zero of="$MOVIES_DB" bs=4096 seek=3 count=9 conv=notrunc status=none
      """
    #expect(try Recipe.run(harm).status == 0)

    let outcome = try Self.night(recipe)
    #expect(outcome.status != 0)
    #expect(outcome.error.hasPrefix("Error: "), "\(outcome.error)")
    #expect(ToolRunner.content(TemporaryDirectory.path("backups/movies/\(name)")) == good)
    #expect(try Self.backups() == [name, "old.db"])
  }

  @Test(
    "systemd finds no fault with the timer of the night",
    .needs(.systemdAnalyze))
  func timer() throws {
    let recipe = try Recipe("A backup every night")
    let outcome = try Recipe.run(
      """
      \(recipe.block("sh"))
      systemctl() { echo "systemctl $*"; }
      \(recipe.block("sh", 1))
      cd ~/.config/systemd/user
      XDG_RUNTIME_DIR=$HOME systemd-analyze verify --user movies-nightly.service movies-nightly.timer
      """)
    #expect(outcome.output == "systemctl --user enable --now movies-nightly.timer\n")
    // About other units of the machine it may say what it likes.
    #expect(outcome.status == 0 && !outcome.error.contains("movies"), "\(outcome.error)")
  }

  // MARK: Looking

  @Test("a favorite for tonight is any of the favorites, and no other film")
  func favorite() throws {
    let block = try Recipe("A favorite for tonight").block("sh")
    let outcome = try Recipe.run(
      """
      movies add Ran --actor 'Tatsuya Nakadai' --favorite > films
      movies add Heat --favorite > films; movies add Alien > films; movies add Brazil > films
      i=0; while [ $i -lt 30 ]; do i=$((i + 1)); \(block) done
      """)
    let lines = outcome.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    #expect(lines.count == 30)
    // That one of the two never comes happens once in half a billion runs.
    #expect(Set(lines) == ["Ran\tTatsuya Nakadai", "Heat\t"])
  }

  @Test(
    "jq tells who acted with whom", .needs(.jq))
  func pairs() throws {
    let recipes = try [Recipe("A test database in CI"), Recipe("Who acted with whom")]
    let outcome = try Recipe.run(recipes.map { try $0.block("sh") }.joined())
    #expect(outcome.status == 0, "\(outcome.error)")
    #expect(try outcome.output == recipes.map { try $0.block("text") }.joined())
  }

  // MARK: A workflow

  @Test(
    "the workflow passes catalogs of any version, and fails where one is broken", .needs(.sqlite3))
  func workflow() throws {
    let workflow = try Recipe("Migrations in a workflow").block("yaml")
    let steps = workflow.matches(of: /- run: (.+)\n/).map { String($0.1) }
    #expect(steps.count == 1)
    let script = steps.joined(separator: "\n")
    let catalogs = [1, 4, 6].map { version in
      "sqlite3 -bail v\(version).db < '\(Golden.path("catalog-v\(version).sql"))'"
    }
    let passed = try Recipe.run("\(catalogs.joined(separator: "\n"))\n\(script)")
    #expect(passed.status == 0, "\(passed.error)")
    #expect(!passed.output.contains("::error"))
    #expect(ToolRunner.content(TemporaryDirectory.path("movies.xml")) != nil)

    let broken = try Recipe.run("sqlite3 v6.db 'DROP INDEX actor_by_name'\n\(script)")
    #expect(broken.status == 1)
    #expect(broken.output.contains("::error"), "\(broken.output)")
  }
}
