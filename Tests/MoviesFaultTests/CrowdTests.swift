import Foundation
import TestSupport
import Testing

/// Many programs at one catalog.
@Suite(.limited, .fullTier) struct CrowdTests {
  @Test("of sixteen programs that add, none loses a film, and none waits for ever")
  func adding() throws {
    var figures = FaultTally("K1", "16 programs add")
    let lab = try Sandbox()
    let each = Effort.amount(quick: 6, whole: 50)
    let outcomes = try lab.crowd(
      16,
      #"""
      for i in $(seq $2); do
        while start=${EPOCHREALTIME/./}
          "$MOVIES" add "Film $1.$i" --actor Common --actor "Actor $1" -q > /dev/null 2>&1
          status=$?; taken=$((${EPOCHREALTIME/./} - start)); echo $((taken / 1000)) $status
          [ $status != 0 ]
        do [ $status = 75 ] || exit 1; done
      done
      """#, "\(each)")
    let lines = outcomes.flatMap { $0.output.split(separator: "\n") }
    let waits = lines.compactMap { Int($0.split(separator: " ")[0]) }
    figures.count("adds", by: lines.count { $0.hasSuffix(" 0") })
    figures.count("busy", by: lines.count { $0.hasSuffix(" 75") })
    figures.count("ms at worst", by: waits.max() ?? 0)
    #expect(outcomes.allSatisfy { $0.status == 0 })
    #expect(try lab.rows("SELECT count(DISTINCT title) FROM MovieModel") == ["\(16 * each)"])
    #expect(try lab.rows("SELECT count(*) FROM ActorModel") == ["17"])
    #expect(Content(of: lab.database).isSound)
    figures.report()
  }

  @Test("togglings by sixteen programs all count, or say that they could not be made")
  func toggling() throws {
    var figures = FaultTally("K1", "16 programs toggle")
    let lab = try Sandbox()
    try lab.shell(#""$MOVIES" add Film -q"#)
    let outcomes = try lab.crowd(
      16, #"for i in $(seq $2); do "$MOVIES" favorite 1 -q > /dev/null 2>&1; echo $?; done"#,
      "\(Effort.amount(quick: 3, whole: 25))")
    let statuses = outcomes.flatMap { $0.output.split(separator: "\n") }
    #expect(Set(statuses).isSubset(of: ["0", "75"]))
    let done = statuses.count { $0 == "0" }
    figures.count("toggles", by: done)
    figures.count("busy", by: statuses.count - done)
    #expect(try lab.rows("SELECT favorite FROM MovieModel") == ["\(done % 2)"])
    #expect(Content(of: lab.database).isSound)
    figures.report()
  }

  @Test("twenty programs that make one catalog at once make one schema")
  func creating() throws {
    var figures = FaultTally("K1", "20 programs create")
    for _ in 0..<Effort.amount(quick: 2, whole: 20) {
      let lab = try Sandbox()
      let outcomes = try lab.crowd(20, #"exec "$MOVIES" add "Film $1" -q"#, "")
      #expect(outcomes.allSatisfy { $0.status == 0 || $0.status == 75 })
      let done = outcomes.count { $0.status == 0 }
      figures.count("created", by: done)
      figures.count("busy", by: 20 - done)
      #expect(try lab.rows("SELECT count(*) FROM MovieModel") == ["\(done)"])
      #expect(try lab.rows("SELECT count(*) - count(DISTINCT version) FROM migrationLog") == ["0"])
      #expect(Content(of: lab.database).isSound)
    }
    figures.report()
  }

  @Test("while a lock is held, each command gives up after five seconds and says to try again")
  func locked() throws {
    var figures = FaultTally("K2", "a lock that is held")
    for change in Change.all where change.name != "first add" {
      let lab = try Sandbox()
      try lab.shell(change.setup)
      let before = Content(of: lab.database)
      let holder = try SQLProcess(lab.database)
      try holder.run("BEGIN EXCLUSIVE")
      let start = ContinuousClock.now
      let outcome = try lab.tool(change).run()
      let taken = ContinuousClock.now - start
      holder.kill()
      figures.count(outcome.status == 75 ? "busy" : "others")
      #expect(outcome.status == 75, "\(change.name): \(outcome.error)")
      #expect(outcome.error.hasSuffix("Try again.\n"), "\(change.name): \(outcome.error)")
      #expect(.seconds(4)...(.seconds(15)) ~= taken, "\(change.name): \(taken)")
      #expect(Content(of: lab.database) == before)
      if !Effort.isWhole { break }
    }
    figures.report()
  }
}

extension Sandbox {
  /// Starts a script as often at once; its first argument is its number.
  func crowd(_ count: Int, _ script: String, _ argument: String) throws -> [Tool.Outcome] {
    let running = try (1...count).map { number in
      var tool = Tool(
        shell: "cd '\(folder)'; \(script)", ["\(number)", argument], environment: environment)
      tool.patience = 600_000
      return try tool.start()
    }
    return try running.map { try $0.outcome() }
  }

  func rows(_ sql: String) throws -> [String] {
    try shell(#""$SQL" movies.db "$1""#, sql).output.split(separator: "\n").map(String.init)
  }
}
