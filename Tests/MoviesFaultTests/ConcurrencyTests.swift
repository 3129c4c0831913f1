import Foundation
import TestSupport
import Testing

/// Several processes that use one catalog.
@Suite(.limited, .fullTier) struct ConcurrencyTests {
  @Test("Sixteen processes add movies: none is lost, and no process waits indefinitely")
  func adding() throws {
    var tally = FaultTally("K1", "16 processes add")
    let sandbox = try Sandbox()
    let each = TestScale.amount(quick: 6, full: 50)
    let outcomes = try sandbox.runConcurrently(
      16,
      #"""
      for i in $(seq $2); do
        while start=${EPOCHREALTIME/./}
          "$MOVIES" add "Movie $1.$i" --actor Common --actor "Actor $1" -q > /dev/null 2>&1
          status=$?; elapsed=$((${EPOCHREALTIME/./} - start)); echo $((elapsed / 1000)) $status
          [ $status != 0 ]
        do [ $status = 75 ] || exit 1; done
      done
      """#, "\(each)")
    let lines = outcomes.flatMap { $0.output.split(separator: "\n") }
    let waits = lines.compactMap { Int($0.split(separator: " ")[0]) }
    tally.count("adds", by: lines.count { $0.hasSuffix(" 0") })
    tally.count("busy", by: lines.count { $0.hasSuffix(" 75") })
    tally.count("ms at worst", by: waits.max() ?? 0)
    #expect(outcomes.allSatisfy { $0.status == 0 })
    #expect(try sandbox.rows("SELECT count(DISTINCT title) FROM MovieModel") == ["\(16 * each)"])
    #expect(try sandbox.rows("SELECT count(*) FROM ActorModel") == ["17"])
    #expect(CatalogSnapshot(of: sandbox.database).isSound)
    tally.report()
  }

  @Test("Sixteen processes toggle a favorite: every toggle counts or fails as busy")
  func toggling() throws {
    var tally = FaultTally("K1", "16 processes toggle")
    let sandbox = try Sandbox()
    try sandbox.shell(#""$MOVIES" add Movie -q"#)
    let outcomes = try sandbox.runConcurrently(
      16, #"for i in $(seq $2); do "$MOVIES" favorite 1 -q > /dev/null 2>&1; echo $?; done"#,
      "\(TestScale.amount(quick: 3, full: 25))")
    let statuses = outcomes.flatMap { $0.output.split(separator: "\n") }
    #expect(Set(statuses).isSubset(of: ["0", "75"]))
    let done = statuses.count { $0 == "0" }
    tally.count("toggles", by: done)
    tally.count("busy", by: statuses.count - done)
    #expect(try sandbox.rows("SELECT favorite FROM MovieModel") == ["\(done % 2)"])
    #expect(CatalogSnapshot(of: sandbox.database).isSound)
    tally.report()
  }

  @Test("Twenty processes create one catalog: one schema is created")
  func creating() throws {
    var tally = FaultTally("K1", "20 processes create")
    for _ in 0..<TestScale.amount(quick: 2, full: 20) {
      let sandbox = try Sandbox()
      let outcomes = try sandbox.runConcurrently(20, #"exec "$MOVIES" add "Movie $1" -q"#, "")
      #expect(outcomes.allSatisfy { $0.status == 0 || $0.status == 75 })
      let done = outcomes.count { $0.status == 0 }
      tally.count("created", by: done)
      tally.count("busy", by: 20 - done)
      #expect(try sandbox.rows("SELECT count(*) FROM MovieModel") == ["\(done)"])
      #expect(
        try sandbox.rows("SELECT count(*) - count(DISTINCT version) FROM migrationLog") == ["0"])
      #expect(CatalogSnapshot(of: sandbox.database).isSound)
    }
    tally.report()
  }

  @Test("Each command fails after five seconds while another process holds a lock")
  func locked() throws {
    var tally = FaultTally("K2", "a held lock")
    for scenario in Scenario.all where scenario.name != "first add" {
      let sandbox = try Sandbox()
      try sandbox.shell(scenario.setup)
      let before = CatalogSnapshot(of: sandbox.database)
      let holder = try SQLProcess(sandbox.database)
      try holder.run("BEGIN EXCLUSIVE")
      let start = ContinuousClock.now
      let outcome = try sandbox.tool(scenario).run()
      let elapsed = ContinuousClock.now - start
      holder.kill()
      tally.count(outcome.status == 75 ? "busy" : "others")
      #expect(outcome.status == 75, "\(scenario.name): \(outcome.error)")
      #expect(outcome.error.hasSuffix("Try again.\n"), "\(scenario.name): \(outcome.error)")
      #expect(.seconds(4)...(.seconds(15)) ~= elapsed, "\(scenario.name): \(elapsed)")
      #expect(CatalogSnapshot(of: sandbox.database) == before)
      if !TestScale.isFull { break }
    }
    tally.report()
  }

  @Test("A reader during an import reads the state before or after it, without a long wait")
  func readingDuringImport() throws {
    var tally = FaultTally("K3", "list during an import")
    let movies = TestScale.amount(quick: 20_000, full: 300_000)
    let sandbox = try Sandbox()
    try sandbox.shell(Scenario.first.setup)
    let outcome = try sandbox.runConcurrently(
      1,
      #"""
      awk -v movies="$2" 'BEGIN { print "title,cast"; for (i = 1; i <= movies; i++)
        print "Movie " i ",Actor " i % 977 ";Actor " i % 1009 }' > movies.csv
      "$MOVIES" import movies.csv -q & import=$!
      while kill -0 $import 2> /dev/null; do
        start=${EPOCHREALTIME/./}
        last=$("$MOVIES" list --sort added --reverse --limit 1 --format ids 2> /dev/null)
        echo $? $(((${EPOCHREALTIME/./} - start) / 1000)) $last
        sleep 0.02
      done
      wait $import && echo done
      """#, "\(movies)")[0]
    var lines = outcome.output.split(separator: "\n").map {
      $0.split(separator: " ").map(String.init)
    }
    #expect(lines.popLast() == ["done"], "\(outcome.error)")
    for line in lines {
      tally.count(line[0] == "0" ? "answers" : "busy")
      let isRight = line[0] == "0" ? ["40", "\(40 + movies)"].contains(line[2]) : line[0] == "75"
      let isSoon = line[0] == "75" || Int(line[1])! < 5_000
      if !isRight || !isSoon { tally.fail("\(line)") }
    }
    tally.count("ms at worst", by: lines.compactMap { Int($0[1]) }.max() ?? 0)
    #expect(tally.number(of: "answers") > 0)
    tally.report()
  }

  @Test(
    "Of several simultaneous migrations, one migrates", .needs(.strace), arguments: [2, 4])
  func migrating(count: Int) throws {
    var tally = FaultTally("K4", "\(count) migrations")
    let scenario = Scenario.migration
    let expected = try Recording(scenario).after.catalog
    for _ in 0..<TestScale.amount(quick: 2, full: 20) {
      let sandbox = try Sandbox()
      try sandbox.shell(scenario.setup)
      let outcomes = try sandbox.runConcurrently(count, #"exec "$MOVIES" migrate --no-backup"#, "")
      #expect(outcomes.allSatisfy { $0.status == 0 || $0.status == 75 })
      #expect(outcomes.count { $0.output.hasPrefix("v2\t") } == 1)
      #expect(CatalogSnapshot(of: sandbox.database) == expected)
      tally.count("rounds")
    }
    tally.report()
  }

  @Test(
    "A migration preserves rows that an older program inserts before the migration acquires its lock"
  )
  func writingDuringMigration() throws {
    var tally = FaultTally("K4", "an old writer during a migration")
    for _ in 0..<TestScale.amount(quick: 1, full: 10) {
      let sandbox = try Sandbox()
      try sandbox.shell(Scenario.migration.setup)
      let outcome = try sandbox.runConcurrently(
        1,
        #"""
        for i in {1..60}; do
          "$SQL" --timeout 2000 movies.db "INSERT INTO Movie(id, title, \"cast\")
            VALUES (printf('%036d', $i), 'Late $i', '[\"Late Actor\"]')" 2> /dev/null && echo late
        done & writer=$!
        sleep 0.1; until "$MOVIES" migrate --no-backup > /dev/null 2>&1; do [ $? = 75 ] || echo bad; done
        wait $writer
        """#, "")[0]
      let written = outcome.output.split(separator: "\n")
      #expect(!written.contains("bad"))
      tally.count("written", by: written.count)
      tally.count("refused", by: 60 - written.count)
      #expect(
        try sandbox.rows("SELECT count(*) FROM MovieModel WHERE title LIKE 'Late %'")
          == ["\(written.count)"])
      #expect(CatalogSnapshot(of: sandbox.database).isSound)
    }
    #expect(tally.number(of: "written") > 0)
    tally.report()
  }

  @Test("The first row appears soon, and the program ends silently when its reader closes the pipe")
  func closedPipe() throws {
    var tally = FaultTally("S2", "list | head")
    let sandbox = try Sandbox()
    let movies = TestScale.amount(quick: 50_000, full: 1_000_000)
    #expect(
      try sandbox.shell(
        #"""
        "$MOVIES" add Movie -q > /dev/null; "$SQL" movies.db "
          WITH RECURSIVE number(n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM number LIMIT $1)
          INSERT INTO MovieModel(title, sortableTitle) SELECT 'Movie ' || n, 'movie ' || n FROM number"
        """#, "\(movies)"
      ).status == 0)
    for command in ["list", "list --json", "export"] {
      let outcome = try sandbox.shell(
        """
        start=${EPOCHREALTIME/./}; "$MOVIES" \(command) -q | head -n 1 > /dev/null
        echo ${PIPESTATUS[0]} $(((${EPOCHREALTIME/./} - start) / 1000))
        """)
      let words = outcome.output.split(whereSeparator: \.isWhitespace)
      #expect(words.first == "0" && outcome.error == "")
      let milliseconds = words.last.flatMap { Int($0) } ?? .max
      #expect(milliseconds < 5_000)
      tally.count("ms of '\(command)'", by: milliseconds)
    }
    tally.report()
  }
}

extension Sandbox {
  /// Runs a script in several processes. Its first argument is the number of the process.
  func runConcurrently(_ count: Int, _ script: String, _ argument: String) throws -> [Tool.Outcome]
  {
    let running = try (1...count).map { number in
      var tool = Tool(
        shell: "cd '\(directory)'; \(script)", ["\(number)", argument], environment: environment)
      tool.timeout = 600_000
      return try tool.start()
    }
    return try running.map { try $0.outcome() }
  }

  func rows(_ sql: String) throws -> [String] {
    try shell(#""$SQL" movies.db "$1""#, sql).output.split(separator: "\n").map(String.init)
  }
}
