internal import MovieArguments

/// The command that migrates a database, and the subcommands that inspect migrations.
extension Command {
  static let migrate = Command(
    CommandDescription(
      "migrate",
      abstract: "Migrate the database to another schema version.",
      discussion: """
        A migration is atomic. It first writes a backup next to the database, named after the version \
        and the time; '--backup' chooses another file, and '--no-backup' skips the backup.

        A downgrade that would lose data is refused unless '--accept-loss' is given.
        """,
      group: "DATABASE",
      options: [
        Options.targetVersion, Options.backup, Options.noBackup, Options.acceptLoss,
        Options.plainJSON, Options.dryRun,
      ],
      subcommands: migrations.map(\.description),
      examples: [
        ("movies migrate", "Upgrade to the newest version."),
        (
          "movies migrate --to 3 --dry-run",
          "Show what migrating to version 3 would do and what it would lose."
        ),
        (
          "movies migrate --db old.db --backup old.backup.db",
          "Upgrade another database, with a backup of your choice."
        ),
      ], synonyms: migrateSynonyms, isRunnable: true), subcommands: migrations,
    run: MigrateCommand.run)

  private static let migrations = [status, plan, rehearse, check, schema, log]

  private static let migrateSynonyms = [
    "diff": "plan", "history": "log", "list": "log", "pending": "status", "preview": "plan",
    "test": "rehearse", "verify": "check",
  ]

  private static let fileHelp = "A database file; by default, the current database."
  private static let filesArgument = ArgumentDescription(
    .path("file"), help: fileHelp, isOptional: true, isRepeated: true, completion: .file)
  static let fileArgument = ArgumentDescription(
    .path("file"), help: fileHelp, isOptional: true, completion: .file)

  private static let status = Command(
    CommandDescription(
      "status", abstract: "Show the schema version and pending migrations.",
      discussion:
        "Nothing is written. The exit status is 3 if migrations are pending; with several files, it "
        + "is that of the file with the most severe problem.",
      arguments: [filesArgument], options: [Options.plainJSON],
      examples: [
        ("movies migrate status", "Show the status of the current database."),
        ("movies migrate status *.db --json", "Show the status of several files, as JSON."),
      ]), run: StatusCommand.run)

  private static let plan = Command(
    CommandDescription(
      "plan", abstract: "Show what a migration would do.",
      discussion:
        "An 'instant' step changes only the schema; its duration does not depend on the number of "
        + "rows. A 'scan' reads all rows, and a 'rewrite' writes them. Nothing is changed.",
      arguments: [fileArgument],
      options: [Options.targetVersion, Options.sql, Options.plainJSON],
      examples: [
        ("movies migrate plan --to 3", "Show the steps to version 3, up or down."),
        ("movies migrate plan old.db --sql", "Print the SQL that would run on a file."),
      ]), run: PlanCommand.run)

  private static let rehearse = Command(
    CommandDescription(
      "rehearse", abstract: "Run a migration on a private copy and verify that no data is lost.",
      arguments: [fileArgument], options: [Options.targetVersion, Options.plainJSON],
      examples: [
        ("movies migrate rehearse", "Rehearse the upgrade to the newest version."),
        ("movies migrate rehearse old.db --to 3", "Rehearse the migration of a file to version 3."),
      ]),
    run: RehearseCommand.run)

  private static let check = Command(
    CommandDescription(
      "check", abstract: "Check files and their migrations, for example in CI.",
      discussion: """
        Checks each file and rehearses its migrations, up and down, on a copy. Without a file or \
        '--db', checks the built-in migrations on built-in catalogs; MOVIES_DB is ignored.

        Report files are written atomically, and replace only existing reports.
        """,
      arguments: [
        ArgumentDescription(
          .path("file"), help: "A database file; by default, the built-in migrations are checked.",
          isOptional: true, isRepeated: true, completion: .file)
      ],
      options: [Options.report, Options.plainJSON],
      examples: [
        ("movies migrate check old.db", "Check a file and its migrations."),
        (
          "movies migrate check old.db --report junit:checks.xml --report github",
          "Also write a JUnit report and GitHub annotations."
        ),
      ]), run: CheckCommand.run)

  static let schemaArgument = ArgumentDescription(
    .path("n|file"),
    help: "A schema version (3 or v3) or a file; by default, the current database.",
    isOptional: true, completion: .file)

  private static let schema = Command(
    CommandDescription(
      "schema", abstract: "Print the schema of a version or a file, as SQL.",
      arguments: [schemaArgument], options: [Options.plainJSON],
      examples: [
        ("movies migrate schema 3", "Print the schema of version 3."),
        (
          "movies migrate schema | sqlite3 empty.db",
          "Create an empty database with the schema of the current database."
        ),
      ]), run: SchemaCommand.run)

  private static let log = Command(
    CommandDescription(
      "log", abstract: "Show which migrations were run, when, and by which program.",
      arguments: [fileArgument], options: [Options.plainJSON],
      examples: [
        ("movies migrate log", "Show the log of the current database."),
        ("movies migrate log old.db --json", "Show the log of a file, as JSON."),
      ]), run: LogCommand.run)
}
