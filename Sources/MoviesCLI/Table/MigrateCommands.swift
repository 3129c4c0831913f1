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
        '--backup' names another file or '--no-backup' declines.

        The way back may lose what an older version has no place for. That is counted first, and \
        done with '--accept-loss' alone.
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
      ], isRunnable: true), subcommands: migrations, run: MigrateCommand.run)

  private static let migrations = [status, plan, rehearse, check, schema, log]

  private static let fileArgument = ArgumentDescription(
    .path("file"), help: "A database file; without one, the database in use.", isOptional: true,
    isRepeated: true, completion: .file)

  private static let status = Command(
    CommandDescription(
      "status", abstract: "Show which schema version a file has, and what is pending.",
      discussion:
        "Nothing is written, created or touched. The exit status is 3 where migrations are "
        + "pending; of several files, that of the gravest case.",
      arguments: [fileArgument], options: [Options.plainJSON],
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
      options: [Options.targetVersion, Options.sql, Options.plainJSON],
      examples: [
        ("movies migrate plan --to 3", "The way to version 3, up or down."),
        ("movies migrate plan --sql", "The statements that would run."),
      ]), run: PlanCommand.run)

  private static let rehearse = Command(
    CommandDescription(
      "rehearse", abstract: "Try a migration on a private copy, and prove that nothing is lost.",
      options: [Options.targetVersion, Options.plainJSON],
      examples: [("movies migrate rehearse", "The way to the newest version.")]),
    run: RehearseCommand.run)

  private static let check = Command(
    CommandDescription(
      "check", abstract: "Check files and their way up and down; made for CI.",
      discussion: """
        A file is looked at and rehearsed without being touched. Without a file and without \
        '--db', the program checks its own migrations on built-in catalogs.

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
    .path("n|file"), help: "A schema version, or a file; without it, the database in use.",
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
      "log", abstract: "Show which migrations were done, when, and by what.",
      options: [Options.plainJSON]), run: LogCommand.run)
}
