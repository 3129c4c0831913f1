import Foundation
import TestSupport
import Testing

/// Commands beside a long one: a reader beside an import, others beside a migration.
@Suite(.limited, .fullTier) struct CompanyTests {
  @Test("a reader beside an import sees the catalog of before or of after, and soon")
  func readingBesideImport() throws {
    var figures = FaultTally("K3", "list beside an import")
    let films = Effort.amount(quick: 20_000, whole: 300_000)
    let lab = try Sandbox()
    try lab.shell(Change.first.setup)
    let outcome = try lab.crowd(
      1,
      #"""
      awk -v films="$2" 'BEGIN { print "title,cast"; for (i = 1; i <= films; i++)
        print "Film " i ",Actor " i % 977 ";Actor " i % 1009 }' > films.csv
      "$MOVIES" import films.csv -q & import=$!
      while kill -0 $import 2> /dev/null; do
        start=${EPOCHREALTIME/./}
        last=$("$MOVIES" list --sort added --reverse --limit 1 --format ids 2> /dev/null)
        echo $? $(((${EPOCHREALTIME/./} - start) / 1000)) $last
        sleep 0.02
      done
      wait $import && echo done
      """#, "\(films)")[0]
    var lines = outcome.output.split(separator: "\n").map {
      $0.split(separator: " ").map(String.init)
    }
    #expect(lines.popLast() == ["done"], "\(outcome.error)")
    for line in lines {
      figures.count(line[0] == "0" ? "answers" : "busy")
      let isRight = line[0] == "0" ? ["40", "\(40 + films)"].contains(line[2]) : line[0] == "75"
      let isSoon = line[0] == "75" || Int(line[1])! < 5_000
      if !isRight || !isSoon { figures.fail("\(line)") }
    }
    figures.count("ms at worst", by: lines.compactMap { Int($0[1]) }.max() ?? 0)
    #expect(figures.number(of: "answers") > 0)
    figures.report()
  }

  @Test("of several migrations at once one works", arguments: [2, 4])
  func migrating(count: Int) throws {
    var figures = FaultTally("K4", "\(count) migrations")
    let change = Change.migration
    let expected = try Recording(change).after.catalog
    for _ in 0..<Effort.amount(quick: 2, whole: 20) {
      let lab = try Sandbox()
      try lab.shell(change.setup)
      let outcomes = try lab.crowd(count, #"exec "$MOVIES" migrate --no-backup"#, "")
      #expect(outcomes.allSatisfy { $0.status == 0 || $0.status == 75 })
      #expect(outcomes.count { $0.output.hasPrefix("v2\t") } == 1)
      #expect(Content(of: lab.database) == expected)
      figures.count("rounds")
    }
    figures.report()
  }

  @Test("what an old program could write while a migration began is in the new catalog")
  func writingBesideMigration() throws {
    var figures = FaultTally("K4", "an old writer beside a migration")
    for _ in 0..<Effort.amount(quick: 1, whole: 10) {
      let lab = try Sandbox()
      try lab.shell(Change.migration.setup)
      let outcome = try lab.crowd(
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
      figures.count("written", by: written.count)
      figures.count("refused", by: 60 - written.count)
      #expect(
        try lab.rows("SELECT count(*) FROM MovieModel WHERE title LIKE 'Late %'")
          == ["\(written.count)"])
      #expect(Content(of: lab.database).isSound)
    }
    #expect(figures.number(of: "written") > 0)
    figures.report()
  }

  @Test("the first of many rows comes soon, and the program ends quietly when nobody wants more")
  func closedPipe() throws {
    var figures = FaultTally("S2", "list | head")
    let lab = try Sandbox()
    let films = Effort.amount(quick: 50_000, whole: 1_000_000)
    #expect(
      try lab.shell(
        #"""
        "$MOVIES" add Film -q > /dev/null; "$SQL" movies.db "
          WITH RECURSIVE number(n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM number LIMIT $1)
          INSERT INTO MovieModel(title, sortableTitle) SELECT 'Film ' || n, 'film ' || n FROM number"
        """#, "\(films)"
      ).status == 0)
    for command in ["list", "list --json", "export"] {
      let outcome = try lab.shell(
        """
        start=${EPOCHREALTIME/./}; "$MOVIES" \(command) -q | head -n 1 > /dev/null
        echo ${PIPESTATUS[0]} $(((${EPOCHREALTIME/./} - start) / 1000))
        """)
      let words = outcome.output.split(whereSeparator: \.isWhitespace)
      #expect(words.first == "0" && outcome.error == "")
      let milliseconds = words.last.flatMap { Int($0) } ?? .max
      #expect(milliseconds < 5_000)
      figures.count("ms of '\(command)'", by: milliseconds)
    }
    figures.report()
  }
}
