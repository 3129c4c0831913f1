import TestSupport
import Testing

/// A command that changes something, and what must be there for it.
struct Change: Sendable, CustomTestStringConvertible {
  let name: String
  /// A script that lays out the files.
  let setup: String
  /// What follows `movies`; `@` stands for the lab's folder.
  let command: [String]
  /// Files that the command writes besides the catalog, each whole before the catalog changes.
  var targets: [String] = []
  /// What `doctor` may say of the catalog: 1 where something is to be found in it from the start.
  var diagnoses: Set<Int32> = [0]
  /// Another program that gets the command's words, for controls; none for `movies`.
  var program: [String] = []
  /// What is to work after the change: another one, that finds what a killed one left behind.
  var next = ["export", "@next.ndjson", "--force", "-q"]

  var testDescription: String { name }

  static let all = catalogChanges + fileChanges + backups + [mending] + migrations

  /// One of each sort, for what takes long.
  static let few = [catalogChanges[0], fileChanges[0], fileChanges[2], backups[2], migrations[0]]

  static let first = catalogChanges[0]
  static let importing = fileChanges[0]
  static let migration = migrations[0]

  private static let films = #""$MOVIES" seed 40 --seed 1 -q"#

  private static let catalogChanges = [
    Change(name: "add", setup: films, command: ["add", "Le Fün", "--actor", "A", "--actor", "B"]),
    Change(name: "first add", setup: ":", command: ["add", "Le Fün", "--actor", "A"]),
    Change(
      name: "edit", setup: films,
      command: ["edit", "3", "--title", "Other", "--add-actor", "Nobody Else"]),
    Change(name: "favorite", setup: films, command: ["favorite", "1..40"]),
    Change(name: "delete", setup: films, command: ["delete", "2..30", "--yes"]),
    Change(name: "seed", setup: films, command: ["seed", "60", "--seed", "2", "-q"]),
  ]

  private static let fileChanges = [
    Change(
      name: "import",
      setup: films + #"; "$MOVIES" export films.ndjson -q; "$MOVIES" favorite 1..9 -q >&2"#,
      command: ["import", "@films.ndjson", "-q"]),
    Change(
      name: "export", setup: films, command: ["export", "@new.csv", "-q"], targets: ["new.csv"]),
    Change(
      name: "export over a file",
      setup: films + #"; "$MOVIES" export old.json -q; "$MOVIES" favorite 1..9 -q >&2"#,
      command: ["export", "@old.json", "--force", "-q"], targets: ["old.json"]),
  ]

  private static let backups = [
    Change(
      name: "backup", setup: films, command: ["backup", "@kept.db", "-q"], targets: ["kept.db"]),
    Change(
      name: "backup over a file",
      setup: films + #"; "$MOVIES" backup kept.db -q >&2; "$MOVIES" favorite 1..9 -q >&2"#,
      command: ["backup", "@kept.db", "--force", "-q"], targets: ["kept.db"]),
    Change(
      name: "restore",
      setup: films + #"; "$MOVIES" backup kept.db -q >&2; "$MOVIES" delete 2..30 --yes -q >&2"#,
      command: ["restore", "@kept.db", "--yes", "-q"]),
  ]

  private static let mending = Change(
    name: "doctor --fix",
    setup: films + #"""
      ; "$SQL" movies.db "INSERT INTO ActorModel(name) VALUES ('Nobody At All');
        UPDATE MovieModel SET sortableTitle = 'wrong' WHERE id % 3 = 0"
      """#,
    command: ["doctor", "--fix"], diagnoses: [0, 1])

  private static let migrations = [
    Change(
      name: "migrate", setup: "\"$SQL\" movies.db < '\(Golden.path("catalog-v1.sql"))'",
      command: ["migrate", "-q", "--backup", "@kept.db"], targets: ["kept.db"], diagnoses: [1]),
    Change(
      name: "migrate down", setup: "\"$SQL\" movies.db < '\(Golden.path("catalog-v6.sql"))'",
      command: ["migrate", "-q", "--to", "1", "--accept-loss", "--backup", "@kept.db"],
      targets: ["kept.db"], diagnoses: [1], next: ["migrate", "-q"]),
  ]
}
