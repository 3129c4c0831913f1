import Foundation
import MovieSQLite
import MovieSamples
import MovieStore
import MovieSystem
import MovieTerminal
import MoviesCLI
import TestSupport
import Testing

/// Two concurrent commands: one waits for a user, a reader or a pipe while the other one runs.
///
/// A command that waits holds no lock, so the other command always succeeds. Afterwards the first one either
/// completes, as if it had run before or after the other, or it fails and changes nothing.
@Suite(.limited, .fullTier, .temporaryDirectory) struct InteractionTests {
  /// A command, and the point at which it waits.
  struct Waiting: Sendable, CustomStringConvertible {
    let words: String
    let point: HeldCommand.Point
    var start = ""
    var rest = ""

    var description: String { "\(words) (\(point)\(start.isEmpty ? "" : ", half"))" }
    var arguments: [String] { words.split(separator: " ").map(String.init) }
  }

  private static let half = "{\"title\": \"Piped 1\", \"cast\": [\"Ann\"]}\n"
  private static let otherHalf = "{\"title\": \"Piped 2\", \"cast\": [\"Bob\"]}\n"

  static let waiting = [
    Waiting(words: "list", point: .output), Waiting(words: "list --json", point: .output),
    Waiting(words: "list --format table --sort added", point: .output),
    Waiting(words: "search e --format csv", point: .output),
    Waiting(words: "show 1..1500", point: .output),
    Waiting(words: "show 1..600 --depth 2 --json", point: .output),
    Waiting(words: "actors", point: .output), Waiting(words: "export", point: .output),
    Waiting(words: "export --format csv", point: .output),
    Waiting(words: "favorite 1..1500 --on", point: .output),
    Waiting(words: "delete 1..1400 --yes --json", point: .output),
    Waiting(words: "delete --all --dry-run", point: .output),
    Waiting(words: "import bad.csv --on-error skip", point: .error),
    Waiting(words: "import -", point: .input, rest: half + otherHalf),
    Waiting(words: "import -", point: .input, start: half, rest: otherHalf),
    Waiting(words: "import - --skip-existing", point: .input, start: half, rest: otherHalf),
    Waiting(words: "import - -n", point: .input, start: half, rest: otherHalf),
    Waiting(words: "favorite - --on", point: .input, start: "1\n2\n", rest: "3\n"),
    Waiting(words: "delete - --yes", point: .input, start: "1\n2\n", rest: "3\n"),
    Waiting(words: "show -", point: .input, start: "1\n", rest: "2\n"),
    Waiting(words: "delete 1 2 3", point: .answer, rest: "y\n"),
    Waiting(words: "delete 3..9", point: .answer, rest: "y\n"),
    Waiting(words: "merge 1 2 3", point: .answer, rest: "y\n"),
    Waiting(words: "delete --where title:the", point: .answer, rest: "y\n"),
    Waiting(words: "delete --all", point: .answer, rest: "y\n"),
    Waiting(words: "restore other.db", point: .answer, rest: "y\n"),
  ]

  /// What happens meanwhile: a command, or an operation on the file. No seeded title contains "the".
  static let meanwhile = [
    "list --limit 5", "add The-Newcomer --actor Ann", "edit 2 --title The-Renamed",
    "edit 2 --add-actor Newcomer", "favorite 2", "delete 2", "delete 2 3 4 --yes",
    "import more.csv", "seed 3 --seed 18", "export copy.json --force",
    "backup copy.db --force", "restore other.db --yes", "doctor --fix", "migrate",
    "migrate --to 5 --no-backup", "remove", "move", "replace",
  ]

  private static let pairs = waiting.indices.flatMap { first in
    // Seeded movies depend on the titles in the catalog, and so on whether it was emptied before.
    meanwhile.filter { waiting[first].words != "delete --all" || !$0.hasPrefix("seed") }
      .map { (first, $0) }
  }

  private var directory: String { TemporaryDirectory.current }
  private var database: String { TemporaryDirectory.path("movies.db") }

  @Test("A waiting command holds no lock, and then changes only what it showed")
  func matrix() throws {
    var tally = FaultTally("X1", "concurrent commands")
    try prepare()
    for (index, other) in TestScale.sample(40, of: Self.pairs) {
      let failures = try runConcurrently(Self.waiting[index], other)
      for failure in failures { tally.fail("\(Self.waiting[index]), \(other): \(failure)") }
      tally.count("pairs")
    }
    tally.report()
  }

  /// Creates the files that every pair starts with.
  private func prepare() throws {
    var store = try Catalog(path: TemporaryDirectory.path("first.db"))
    try store.seed(1_500, seed: 1)
    var other = try Catalog(path: TemporaryDirectory.path("second.db"))
    try other.seed(40, seed: 99)
    // Its ids refer to other movies, and one title is the same.
    try other.add(MovieDraft(title: "The Second"))
    let bad = (0..<4_000).map { "Bad \($0),maybe\n" }.joined()
    try Files.write(Array(("title,favorite\n" + bad + "Good,1\n").utf8), to: path("bad.csv"))
    try Files.write(Array("title,cast\nMore,Ann\n".utf8), to: path("more.csv"))
  }

  private func path(_ name: String) -> String { TemporaryDirectory.path(name) }

  /// Runs two commands concurrently.
  ///
  /// - Returns: The expectations that failed.
  private func runConcurrently(_ first: Waiting, _ other: String) throws -> [String] {
    try reset()
    // The results of running the commands one after the other, in both orders.
    let otherOutcome = Self.perform(other, in: directory)
    let otherAlone = snapshot()
    let statusAfter = run(first)
    let otherThenFirst = snapshot()
    try reset()
    _ = run(first)
    let outcomeAfterFirst = Self.perform(other, in: directory)
    let firstThenOther = snapshot()

    try reset()
    let held = try HeldCommand(
      absolute(first.arguments), database: database, at: first.point, input: first.start)
    let start = ContinuousClock.now
    let outcome = Self.perform(other, in: directory)
    let elapsed = ContinuousClock.now - start
    let status = try held.release(input: first.rest)
    let after = snapshot()

    var failures: [String] = []
    if ![otherOutcome.status, outcomeAfterFirst.status].contains(outcome.status) {
      failures.append("the other command: \(outcome.status), \(outcome.error)")
    }
    if elapsed > .seconds(4) { failures.append("the other command took \(elapsed)") }
    guard let status else { return failures + ["the first command did not end"] }
    let allowed: [Snapshot]
    switch status {
    case .done, .badInput: allowed = [otherThenFirst, firstThenOther]
    case .notFound, .inputOutput, .wrongDatabase, statusAfter: allowed = [otherAlone]
    default: allowed = []
    }
    if !allowed.contains(after) {
      failures.append("status \(status.rawValue), with a result of neither order")
    }
    if !after.isSound { failures.append("the file is damaged") }
    return failures
  }

  // MARK: The files

  private func reset() throws {
    for name in try Files.names(in: directory)
    where !["first.db", "second.db", "bad.csv", "more.csv"].contains(name) {
      unlink(path(name))
    }
    try Files.write(Files.bytes(path("first.db")), to: database)
    try Files.write(Files.bytes(path("second.db")), to: path("other.db"))
  }

  /// The content of a catalog of any version.
  private struct Snapshot: Equatable {
    var exists = true
    var rows: [String] = []
    var isSound = true
  }

  private func snapshot() -> Snapshot {
    guard access(database, F_OK) == 0 else { return Snapshot(exists: false) }
    do {
      let connection = try Connection(.file(database))
      return try connection.read { transaction throws in
        let version = try transaction.fetchInt("PRAGMA user_version")
        let (movie, actor) = version == 6 ? ("MovieModel", "ActorModel") : ("Movie", "Actor")
        var snapshot = Snapshot(rows: ["v\(version)"])
        for sql: SQL in [
          "SELECT id || title || favorite || sortableTitle AS row FROM \(raw: movie) ORDER BY id",
          "SELECT id || name AS row FROM \(raw: actor) ORDER BY id",
          "SELECT movieID || '-' || actorID || '-' || position AS row FROM MovieActor ORDER BY 1",
        ] {
          snapshot.rows += try transaction.fetchTexts(
            "SELECT coalesce(group_concat(row, char(10)), '') FROM (\(sql))")
        }
        let hasAttributes = try transaction.fetchInt(
          "SELECT count(*) FROM sqlite_schema WHERE name = 'MovieAttribute'")
        if hasAttributes > 0 {
          snapshot.rows += try transaction.fetchTexts(
            """
            SELECT movieID || '-' || key || '-' || ordinal || '-' || quote(value)
            FROM MovieAttribute ORDER BY 1
            """)
        }
        snapshot.isSound = try transaction.fetchTexts("PRAGMA integrity_check(1)") == ["ok"]
        return snapshot
      }
    } catch {
      return Snapshot(rows: ["\(error)"], isSound: false)
    }
  }

  // MARK: Commands

  private typealias Outcome = (status: MoviesCLI.ExitStatus, error: String)

  /// Runs the other command, or the operation on the file.
  private static func perform(_ other: String, in directory: String) -> Outcome {
    let database = directory + "/movies.db"
    switch other {
    case "remove": unlink(database)
    case "move": rename(database, directory + "/moved.db")
    case "replace": rename(directory + "/other.db", database)
    default:
      let words = other.split(separator: " ").map { word in
        word.contains(".") ? directory + "/" + word : String(word).replacing("-N", with: " N")
      }
      return run(words, database: database, input: "", isTerminal: false)
    }
    return (.done, "")
  }

  private func absolute(_ arguments: [String]) -> [String] {
    arguments.map { $0.contains(".") && !$0.contains("..") ? path($0) : $0 }
  }

  /// Runs a command that does not wait, because its reader and its input are ready.
  private func run(_ command: Waiting) -> MoviesCLI.ExitStatus {
    Self.run(
      absolute(command.arguments), database: database, input: command.start + command.rest,
      isTerminal: command.point == .answer
    ).status
  }

  private static func run(
    _ arguments: [String], database: String, input: String, isTerminal: Bool
  ) -> Outcome {
    let error = OutputWriter(inMemoryAsTerminal: isTerminal)
    let status = CommandLineTool.run(
      arguments, environment: Environment(["MOVIES_DB": database]),
      streams: IOStreams(
        input: ByteSource(bytes: Array(input.utf8)), isInputTerminal: isTerminal,
        controllingTerminal: { nil },
        output: OutputWriter(inMemoryAsTerminal: false), error: error))
    return (status, String(decoding: error.written, as: UTF8.self))
  }
}
