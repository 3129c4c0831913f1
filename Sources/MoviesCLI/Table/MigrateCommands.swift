internal import MovieArguments

/// The command that brings a database from one schema version to another, and those that look
/// before it does.
extension Command {
  static let migrate = Command(
    CommandDescription(
      "migrate",
      abstract: "Bring the database to another schema version, wholly or not at all.",
      discussion: """
        The file as it was is kept beside it, under a name with its version and the time, unless \
        '--backup' names another file or '--no-backup' is given.

        The way back to an older version may lose what that has no place for. What it would lose is \
        counted first, and it is done with '--accept-loss' alone.
        """,
      group: "DATABASE",
      options: [
        Options.targetVersion, Options.backup, Options.noBackup, Options.acceptLoss,
        Options.plainJSON, Options.dryRun,
      ],
      subcommands: migrations.map(\.description),
      examples: [
        ("movies migrate", "To the newest version."),
        ("movies migrate --to 3 --dry-run", "What the way to version 3 would do and lose."),
        (
          "movies migrate --db films.db --backup films.old.db",
          "A file, and what it was in another."
        ),
      ], synonyms: migrateSynonyms, isRunnable: true), subcommands: migrations,
    run: MigrateCommand.run)

  private static let migrations = [status, plan, rehearse, check, schema, log]

  private static let migrateSynonyms = [
    "diff": "plan", "history": "log", "list": "log", "pending": "status", "preview": "plan",
    "test": "rehearse", "verify": "check",
  ]

  private static let fileHelp = "A database file; without one, the database in use."
  private static let filesArgument = ArgumentDescription(
    .path("file"), help: fileHelp, isOptional: true, isRepeated: true, completion: .file)
  static let fileArgument = ArgumentDescription(
    .path("file"), help: fileHelp, isOptional: true, completion: .file)

  private static let status = Command(
    CommandDescription(
      "status", abstract: "Show which schema version a file has, and what is pending.",
      discussion:
        "Nothing is written or created. The exit status is 3 if migrations are pending; for several "
        + "files, that of the gravest case.",
      arguments: [filesArgument], options: [Options.plainJSON],
      examples: [
        ("movies migrate status", "The database in use."),
        ("movies migrate status *.db --json", "Several files, as JSON."),
      ]), run: StatusCommand.run)

  private static let plan = Command(
    CommandDescription(
      "plan", abstract: "Show what a migration would do, and change nothing.",
      discussion:
        "An instant step changes the schema alone, however many rows there are; a scan reads all "
        + "rows, and a rewrite writes them.",
      arguments: [fileArgument],
      options: [Options.targetVersion, Options.sql, Options.plainJSON],
      examples: [
        ("movies migrate plan --to 3", "The way to version 3, up or down."),
        ("movies migrate plan films.db --sql", "The statements that would run on a file."),
      ]), run: PlanCommand.run)

  private static let rehearse = Command(
    CommandDescription(
      "rehearse", abstract: "Try a migration on a private copy, and prove that nothing is lost.",
      arguments: [fileArgument], options: [Options.targetVersion, Options.plainJSON],
      examples: [
        ("movies migrate rehearse", "The way to the newest version."),
        ("movies migrate rehearse films.db --to 3", "A file's way to version 3."),
      ]),
    run: RehearseCommand.run)

  private static let check = Command(
    CommandDescription(
      "check", abstract: "Check files, and that they can be migrated up and back; made for CI.",
      discussion: """
        A file is examined, and its migrations are rehearsed on a copy; it is not touched. Without a \
        file and without '--db', the program checks its own migrations on built-in catalogs.

        A report file is written whole or not at all, and replaces nothing but an older report.
        """,
      arguments: [
        ArgumentDescription(
          .path("file"), help: "A database file; without one, the program's own migrations.",
          isOptional: true, isRepeated: true, completion: .file)
      ],
      options: [Options.report, Options.plainJSON],
      examples: [
        ("movies migrate check films.db", "Everything that can be known of a file."),
        (
          "movies migrate check films.db --report junit:checks.xml --report github",
          "With a report and annotations for CI."
        ),
      ]), run: CheckCommand.run)

  static let schemaArgument = ArgumentDescription(
    .path("n|file"),
    help: "A schema version (3 or v3), or a file; without it, the database in use.",
    isOptional: true, completion: .file)

  private static let schema = Command(
    CommandDescription(
      "schema", abstract: "Print the schema of a version or of a file, as SQL.",
      arguments: [schemaArgument], options: [Options.plainJSON],
      examples: [
        ("movies migrate schema 3", "The schema of version 3."),
        ("movies migrate schema | sqlite3 empty.db", "An empty database like the one in use."),
      ]), run: SchemaCommand.run)

  private static let log = Command(
    CommandDescription(
      "log", abstract: "Show which migrations were done, when, and by which program.",
      arguments: [fileArgument], options: [Options.plainJSON],
      examples: [
        ("movies migrate log", "Of the database in use."),
        ("movies migrate log films.db --json", "Of a file, as JSON."),
      ]), run: LogCommand.run)
}
