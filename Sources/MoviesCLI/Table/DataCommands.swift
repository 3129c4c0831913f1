internal import MovieArguments

/// The commands that import and export data, and those for the database file.
extension Command {
  static let seedCount = ArgumentDescription(
    .integer("count", 0...10_000_000), help: "The number of movies to add.")

  static let seed = Command(
    CommandDescription(
      "seed", abstract: "Add random movies: real ones first, then made-up ones.", group: "DATA",
      arguments: [seedCount],
      options: [Options.dataSeed, Options.percent] + Options.writing,
      examples: [
        ("movies seed 700 --db demo.db", "Create a demo catalog."),
        ("movies seed 1000 --seed 42", "Add the same movies on every machine."),
      ]),
    run: SeedCommand.run)

  static let `import` = Command(
    CommandDescription(
      "import", abstract: "Import movies from files, all or nothing.", group: "DATA",
      arguments: [
        ArgumentDescription(
          .text("file"), help: "An NDJSON, JSON, CSV or TSV file; '-' is standard input.",
          isRepeated: true, completion: .file)
      ],
      options: [Options.importFormat, Options.skipExisting, Options.onError] + Options.writing,
      examples: [
        ("movies import movies.csv", "Import all movies of a file."),
        ("movies import movies.ndjson --skip-existing", "Import only new movies."),
      ]), run: ImportCommand.run)

  static let export = Command(
    CommandDescription(
      "export", abstract: "Export movies in a format that 'import' can read.", group: "DATA",
      arguments: [
        ArgumentDescription(
          .text("file"), help: "The file to create; by default, standard output.",
          isOptional: true, completion: .file, synonyms: ["--output", "--out", "-o"])
      ],
      options: [Options.exportFormat, Options.search, Options.favorites, Options.force],
      examples: [
        ("movies export movies.csv", "Export all movies as CSV."),
        ("movies export --favorites --format json", "Print the favorites as JSON."),
      ], alternatives: [list.description]), run: ExportCommand.run)

  static let backup = Command(
    CommandDescription(
      "backup", abstract: "Back up the database, even while it is in use.",
      discussion:
        "The backup is a snapshot of the database at one moment, readable only by its owner. The file "
        + "appears when it is complete and synced to disk. Damage is copied as well; 'movies doctor' "
        + "finds it.",
      group: "DATABASE",
      arguments: [
        ArgumentDescription(.path("file"), help: "The file to create.", completion: .file)
      ],
      options: [Options.force, Options.plainJSON],
      examples: [
        ("movies backup monday.db", "Back up the current database."),
        (
          "movies doctor -q && movies backup latest.db --force",
          "Replace the last backup if 'doctor' finds no problems."
        ),
      ]), run: BackupCommand.run)

  static let restore = Command(
    CommandDescription(
      "restore", abstract: "Replace the database with a backup.",
      discussion:
        "The backup is checked first. The previous database is saved next to the new one. Programs "
        + "that have the database open see either the old content or the new content.",
      group: "DATABASE",
      arguments: [
        ArgumentDescription(
          .path("file"), help: "A backup, or any other movies database.", completion: .file)
      ],
      options: [Options.plainJSON] + Options.writing,
      examples: [
        ("movies restore monday.db", "Restore a backup after confirmation."),
        ("movies restore monday.db --yes --db movies.db", "Restore without confirmation."),
      ]), run: RestoreCommand.run)

  static let doctor = Command(
    CommandDescription(
      "doctor", abstract: "Find problems in the database and repair them.",
      discussion: """
        Checks the file, its schema, its pages and every row, without changing anything. The exit \
        status is 1 if errors or warnings are found; notes do not count.

        '--fix' makes all possible repairs in one transaction, then checks again. If there is nothing \
        to repair, it writes nothing.
        """,
      group: "DATABASE", arguments: [fileArgument],
      options: [Options.fix, Options.plainJSON, Options.dryRun],
      examples: [
        ("movies doctor", "Check the current database."),
        ("movies doctor --fix --dry-run", "Show what '--fix' would repair."),
        ("movies doctor old.db --fix", "Repair a file."),
      ]), run: DoctorCommand.run)

  static let path = Command(
    CommandDescription(
      "path", abstract: "Show which database file is used.", group: "DATABASE",
      options: [Options.plainJSON],
      examples: [
        ("movies path", "Print the path of the database."),
        ("ls -l \"$(movies path)\"", "Show its size and date."),
      ]), run: PathCommand.run)

  /// Called only by the completion scripts.
  static let complete = Command(
    CommandDescription(
      "complete", abstract: "Print completions of a command line.",
      arguments: [
        ArgumentDescription(
          .text("words"), help: "The words of the command line.", isOptional: true,
          isRepeated: true)
      ],
      options: [Options.shell], isHidden: true), run: CompleteCommand.run)
}
