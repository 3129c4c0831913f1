import TestSupport
import Testing

/// A command that makes a change, and the setup that it requires.
struct Scenario: Sendable, CustomTestStringConvertible {
  let name: String
  /// A script that creates the files.
  let setup: String
  /// The arguments of `movies`; `@` stands for the sandbox directory.
  let command: [String]
  /// Other files that the command writes. Each is complete before the catalog changes.
  var targets: [String] = []
  /// The allowed exit statuses of `doctor`: 1 if the catalog has findings from the start.
  var doctorStatuses: Set<Int32> = [0]
  /// Another program that runs with the command's arguments, for controls; empty for `movies`.
  var program: [String] = []
  /// A command that must succeed after the change.
  var next = ["export", "@next.ndjson", "--force", "-q"]

  var testDescription: String { name }

  static let all = catalogChanges + fileChanges + backups + [repair] + migrations + syncs

  /// One of each kind, for slow tests.
  static let few = [
    catalogChanges[0], undo, fileChanges[0], fileChanges[2], backups[2], migrations[0], syncs[0],
  ]

  static let first = catalogChanges[0]
  static let importing = fileChanges[0]
  static let migration = migrations[0]

  private static let movies = #""$MOVIES" seed 40 --seed 1 -q"#

  private static let catalogChanges = [
    Scenario(
      name: "add", setup: movies, command: ["add", "Le Fün", "--actor", "A", "--actor", "B"]),
    Scenario(name: "first add", setup: ":", command: ["add", "Le Fün", "--actor", "A"]),
    Scenario(
      name: "edit", setup: movies,
      command: [
        "edit", "3", "--title", "Other", "--add-actor", "Ann Else", "--set", "year=1999", "--set",
        "tag=a",
      ]),
    Scenario(name: "favorite", setup: movies, command: ["favorite", "1..40"]),
    Scenario(name: "delete", setup: movies, command: ["delete", "2..30", "--yes"]),
    Scenario(name: "merge", setup: movies, command: ["merge", "3", "4", "5", "--yes", "-q"]),
    Scenario(
      name: "rename-actor", setup: movies + #"; "$MOVIES" rename-actor 6 'Ann Else' -q >&2"#,
      command: ["rename-actor", "5", "Ann Else", "--yes", "-q"]),
    Scenario(name: "seed", setup: movies, command: ["seed", "60", "--seed", "2", "-q"]),
    undo,
    Scenario(
      name: "undo of a seeding", setup: movies + #"; "$MOVIES" seed 30 --seed 2 -q >&2"#,
      command: ["undo", "-q"]),
    Scenario(
      name: "redo",
      setup: movies + #"; "$MOVIES" edit 3 --title Other -q >&2; "$MOVIES" undo --last 2 -q >&2"#,
      command: ["redo", "--last", "2", "-q"]),
  ]

  private static let undo = Scenario(
    name: "undo",
    setup: movies
      + #"; "$MOVIES" edit 1..9 --set year=1999 -q >&2; "$MOVIES" delete 2..30 --yes -q >&2"#,
    command: ["undo"])

  private static let fileChanges = [
    Scenario(
      name: "import",
      setup: movies + #"""
        ; "$MOVIES" edit 1..20 --set year=1999 --set tag=a -q >&2
        "$MOVIES" export movies.ndjson -q; "$MOVIES" undo -q >&2; "$MOVIES" delete 30..40 --yes -q >&2
        """#,
      command: ["import", "@movies.ndjson", "-q"]),
    Scenario(
      name: "export", setup: movies, command: ["export", "@new.csv", "-q"], targets: ["new.csv"]),
    Scenario(
      name: "export over a file",
      setup: movies + #"; "$MOVIES" export old.json -q; "$MOVIES" favorite 1..9 -q >&2"#,
      command: ["export", "@old.json", "--force", "-q"], targets: ["old.json"]),
  ]

  private static let backups = [
    Scenario(
      name: "backup", setup: movies, command: ["backup", "@backup.db", "-q"], targets: ["backup.db"]
    ),
    Scenario(
      name: "backup over a file",
      setup: movies + #"; "$MOVIES" backup backup.db -q >&2; "$MOVIES" favorite 1..9 -q >&2"#,
      command: ["backup", "@backup.db", "--force", "-q"], targets: ["backup.db"]),
    Scenario(
      name: "restore",
      // A restored history is deleted in a second transaction.
      setup: movies
        + #"""
        ; "$MOVIES" history clear --yes -q >&2; "$MOVIES" backup backup.db -q >&2
        "$MOVIES" delete 2..30 --yes -q >&2
        """#,
      command: ["restore", "@backup.db", "--yes", "-q"]),
  ]

  private static let syncs = [
    Scenario(
      name: "sync",
      setup: movies + #"""
        ; cp movies.db other.db; "$MOVIES" edit 1..9 --set year=1999 -q >&2
        "$MOVIES" delete 20..25 --yes -q --db other.db >&2
        "$MOVIES" add 'Le Fün' -q --db other.db >&2
        """#,
      command: ["sync", "@other.db", "-q"], targets: ["other.db"],
      next: ["sync", "@other.db", "-q"]),
    Scenario(
      name: "sync by way of a directory",
      setup: movies + #"""
        ; cp movies.db other.db; "$MOVIES" edit 1..9 --set year=1999 -q >&2
        "$MOVIES" sync . -q >&2; "$MOVIES" delete 20..25 --yes -q --db other.db >&2
        "$MOVIES" sync . -q --db other.db >&2; "$MOVIES" edit 1..9 --set tag=a -q >&2
        """#,
      command: ["sync", "@", "-q"], next: ["sync", "@", "-q"]),
  ]

  private static let repair = Scenario(
    name: "doctor --fix",
    setup: movies + #"""
      ; "$SQL" movies.db "INSERT INTO ActorModel(name) VALUES ('Ann Other');
        UPDATE MovieModel SET sortableTitle = 'wrong' WHERE id % 3 = 0"
      """#,
    command: ["doctor", "--fix"], doctorStatuses: [0, 1])

  private static let migrations = [
    Scenario(
      name: "migrate", setup: "\"$SQL\" movies.db < '\(Golden.path("catalog-v1.sql"))'",
      command: ["migrate", "-q", "--backup", "@backup.db"], targets: ["backup.db"],
      doctorStatuses: [1]),
    Scenario(
      name: "migrate down", setup: "\"$SQL\" movies.db < '\(Golden.path("catalog-v6.sql"))'",
      command: ["migrate", "-q", "--to", "1", "--accept-loss", "--backup", "@backup.db"],
      targets: ["backup.db"], doctorStatuses: [1], next: ["migrate", "-q"]),
  ]
}

extension Scenario {
  /// Adds a movie after an import was killed at its last write, so that its journal is next to the
  /// catalog.
  static func afterKilledImport(command: [String] = ["add", "Le Fün", "--actor", "A"]) throws
    -> Scenario
  {
    let points = try Recording(importing).faultPoints()
    guard let last = points.last(where: { $0.call == "pwrite64" }) else {
      throw SandboxError("an import writes nothing")
    }
    let options = last.injection("signal=SIGKILL").joined(separator: " ")
    return Scenario(
      name: "add after a killed import",
      setup: """
        \(importing.setup)
        (strace -f -qq -o /dev/null \(options) "$MOVIES" import movies.ndjson -q) 2> ../scratch/killed
        [ -e movies.db-journal ]
        """,
      command: command)
  }
}

/// Faulty programs, to verify that the tests detect them.
extension Scenario {
  /// A change by a plain SQLite client with an unsafe setting.
  static func byShell(_ pragma: String) -> Scenario {
    Scenario(
      name: pragma, setup: first.setup,
      command: [
        """
        \(pragma); BEGIN; DELETE FROM MovieActor WHERE movieID % 2;
        DELETE FROM MovieAttribute WHERE movieID % 2; DELETE FROM MovieModel WHERE id % 2;
        UPDATE ActorModel SET name = name || ' the Younger'; COMMIT;
        """
      ], program: [Tool.plainSQL, "@movies.db"])
  }

  /// The same command, run by a script that always ends with status 0.
  var hidingErrors: Scenario {
    var scenario = self
    scenario.program = ["bash", "-c", #""$MOVIES" "$@"; exit 0"#, "bash"]
    return scenario
  }
}
