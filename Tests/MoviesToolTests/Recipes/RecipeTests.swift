import Foundation
import TestSupport
import Testing

/// Runs the recipes of the article *Recipes*.
@Suite(.limited, .fullTier, .temporaryDirectory) struct RecipeTests {
  @Test("each recipe has a test")
  func all() throws {
    let directory = URL(filePath: #filePath).deletingLastPathComponent()
    let tests = try Files.names(in: directory.path()).filter { $0.hasSuffix("Tests.swift") }
      .map { try String(contentsOf: directory.appending(path: $0), encoding: .utf8) }
    let headings = try Recipe.headings()
    #expect(headings.count > 7)
    for heading in headings { #expect(tests.contains { $0.contains("Recipe(\"\(heading)\")") }) }
  }

  // MARK: A test database

  @Test("a test database has the documented digest in any locale and time zone")
  func digest() throws {
    let recipe = try Recipe("A test database in CI")
    let outcome = try Recipe.run(
      recipe.block("sh"), environment: ["LC_ALL": "tr_TR.UTF-8", "TZ": "Asia/Kolkata"])
    #expect(outcome.status == 0, "\(outcome.error)")
    #expect(try outcome.output == recipe.block("text"))
  }

  @Test("the digest detects a test database with another seed")
  func otherDigest() throws {
    let block = try Recipe("A test database in CI").block("sh")
    let other = block.replacing("--seed 42", with: "--seed 43")
    #expect(other != block)
    #expect(try Recipe.run(other).status == 1)
  }

  // MARK: Backups

  /// Runs the command of the crontab, with the environment of cron.
  private static func runNightly(_ recipe: Recipe) throws -> Tool.Outcome {
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

  @Test("the nightly backup is named by its date, and backups older than fourteen days are deleted")
  func nightly() throws {
    let recipe = try Recipe("A backup every night")
    try ToolRunner.seed(20)
    #expect(try Recipe.run(recipe.block("sh")).status == 0)
    let outcome = try Self.runNightly(recipe)
    #expect(outcome.status == 0 && outcome.output + outcome.error == "")
    let name = try #require(try Self.backups().first)
    #expect(try Self.backups().count == 1 && name.contains(/^\d{4}-\d\d-\d\d\.db$/))
    let same = try Recipe.run(
      "cd backups/movies; movies --db \(name) export > a; movies export > b; cmp a b; rm a b")
    #expect(same.status == 0)

    let aged = "touch -d '13 days ago' recent.db; touch -d '15 days ago' old.db notes.txt"
    #expect(try Recipe.run("cd backups/movies; \(aged)").status == 0)
    #expect(try Self.runNightly(recipe).status == 0)
    #expect(try Set(Self.backups()) == [name, "notes.txt", "recent.db"])
  }

  @Test("the nightly backup reports a damaged catalog, and replaces no good backup")
  func damage() throws {
    let recipe = try Recipe("A backup every night")
    try ToolRunner.seed(20)
    #expect(try Recipe.run(recipe.block("sh")).status == 0)
    #expect(try Self.runNightly(recipe).status == 0)
    let name = try #require(try Self.backups().first)
    let good = ToolRunner.content(TemporaryDirectory.path("backups/movies/\(name)"))
    let damage = """
      touch -d '15 days ago' backups/movies/old.db
      dd if=/dev/zero of="$MOVIES_DB" bs=4096 seek=3 count=9 conv=notrunc status=none
      """
    #expect(try Recipe.run(damage).status == 0)

    let outcome = try Self.runNightly(recipe)
    #expect(outcome.status != 0)
    #expect(outcome.error.hasPrefix("Error: "), "\(outcome.error)")
    #expect(ToolRunner.content(TemporaryDirectory.path("backups/movies/\(name)")) == good)
    #expect(try Self.backups() == [name, "old.db"])
  }

  // MARK: Changes

  @Test("the hook handles each change once, also those that were made while it did not run")
  func hook() throws {
    try ToolRunner.seed(2)
    let outcome = try Recipe.run(
      """
      \(Recipe("A hook for every change").block("sh"))
      ln -s "$MOVIES" .local/bin/movies
      handled() {
        i=0; until grep -qx "$1" .local/state/movies-hook 2> none; do
          i=$((i + 1)); [ $i -lt 900 ]; sleep 0.02
        done
      }
      end() { kill -- -$hook; wait $hook || :; } 2> none
      setsid .local/bin/movies-hook & hook=$!
      handled 1; movies add Ran -q > none; handled 2; movies undo -q > none; handled 3; end
      grep -c Ran movies.html || :
      movies add Ikiru -q > none; movies favorite 1 -q > none
      setsid .local/bin/movies-hook & hook=$!
      handled 5; movies redo 2> none || :; movies add Sanjuro -q > none; handled 6; end
      grep -o 'Sanjuro' movies.html | head -n 1
      cut -d ' ' -f 2- movies.log; cat .local/state/movies-hook
      """)
    #expect(outcome.status == 0)
    #expect(outcome.error == "")
    #expect(
      outcome.output.contains(
        """
        0
        Sanjuro
        change: added 2 movies
        change: added 'Ran'
        undo: undid change 2: added 'Ran'
        change: added 'Ikiru'
        change: added
        """), "\(outcome.output)")
    #expect(outcome.output.hasSuffix("\nchange: added 'Sanjuro'\n6\n"), "\(outcome.output)")
  }

  // MARK: Finders

  @Test("fzf picks movies for another command, and previews them", .needs(.fzf))
  func finder() throws {
    let recipe = try Recipe("Pick movies with fzf").block("sh")
    let preview = try #require(recipe.firstMatch(of: /--preview '([^']+)'/)).1
    let outcome = try Recipe.run(
      """
      movies add 'Out of the Past' --year 1947 --tag noir --actor 'Robert Mitchum' -q > none
      movies add 'The Big Sleep' --year 1946 --tag noir -q > none; movies add Past -q > none
      \(recipe)
      \(preview.replacing("{1}", with: "1")) | head -n 1
      """, environment: ["FZF_DEFAULT_OPTS": "--filter mitchum"])
    #expect(outcome.status == 0, "\(outcome.error)")
    #expect(
      outcome.output == "1\t*\tOut of the Past\tRobert Mitchum\n1 Out of the Past (1947) *\n",
      "\(outcome.output)")
  }

  @Test("the commands of the channel for television print what its templates read")
  func television() throws {
    let channel = try Recipe("Movies in television").block("toml")
    let commands = channel.matches(of: /command = '([^']+)'/).map { String($0.1) }
    #expect(commands.count == 2)
    let shown = try #require(commands.last).replacing(#"{split:\t:0}"#, with: "1")
    let outcome = try Recipe.run(
      """
      movies add Ran --year 1985 --actor 'Tatsuya Nakadai' -q > none
      \(commands[0]); \(shown) | grep -c Ran
      """)
    #expect(outcome.status == 0, "\(outcome.error)")
    #expect(outcome.output == "1\tRan\t1985\tTatsuya Nakadai\n1\n", "\(outcome.output)")
  }

  // MARK: Queries

  @Test("picks any favorite, and only favorites")
  func favorite() throws {
    let block = try Recipe("A favorite for tonight").block("sh")
    let outcome = try Recipe.run(
      """
      movies add Ran --actor 'Tatsuya Nakadai' --favorite > added
      movies add Heat --favorite > added; movies add Alien > added; movies add Brazil > added
      i=0; while [ $i -lt 30 ]; do i=$((i + 1)); \(block) done
      """)
    let lines = outcome.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    #expect(lines.count == 30)
    // One of the two is missing by chance once in half a billion runs.
    #expect(Set(lines) == ["Ran\tTatsuya Nakadai", "Heat\t"])
  }

  @Test(
    "jq prints who acted with whom", .needs(.jq))
  func pairs() throws {
    let recipes = try [Recipe("A test database in CI"), Recipe("Who acted with whom")]
    let outcome = try Recipe.run(recipes.map { try $0.block("sh") }.joined())
    #expect(outcome.status == 0, "\(outcome.error)")
    #expect(try outcome.output == recipes.map { try $0.block("text") }.joined())
  }

  @Test("jq prints the commands that delete data", .needs(.jq))
  func destroyingCommands() throws {
    let recipe = try Recipe("Commands to ask about")
    let outcome = try Recipe.run(recipe.block("sh"))
    #expect(outcome.status == 0, "\(outcome.error)")
    #expect(try outcome.output == recipe.block("text"))
  }

  // MARK: A workflow

  @Test(
    "the workflow accepts catalogs of any version, and fails for a broken one", .needs(.sqlite3))
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
