internal import MovieArguments

/// The commands that move data in and out, and those about the database file.
extension Command {
  static let seedCount = ArgumentDescription(
    .integer("count", 0...10_000_000), help: "How many movies to add.")

  static let seed = Command(
    CommandDescription(
      "seed", abstract: "Add random movies: real films first, then made-up ones.", group: "DATA",
      arguments: [seedCount],
      options: [Options.dataSeed, Options.percent] + Options.writing,
      examples: [
        ("movies seed 700 --db demo.db", "A catalog to play with."),
        ("movies seed 1000 --seed 42", "The same thousand on every machine."),
      ]),
    run: SeedCommand.run)

  static let `import` = Command(
    CommandDescription(
      "import", abstract: "Add movies from files: all of them, or none.", group: "DATA",
      arguments: [
        ArgumentDescription(
          .text("file"), help: "NDJSON, JSON, CSV or TSV; - is standard input.", isRepeated: true,
          completion: .file)
      ],
      options: [Options.importFormat, Options.skipExisting, Options.onError] + Options.writing,
      examples: [
        ("movies import films.csv", "All films of a file."),
        ("movies import films.ndjson --skip-existing", "Only those that are new."),
      ]), run: ImportCommand.run)

  static let export = Command(
    CommandDescription(
      "export", abstract: "Write movies in a form that 'import' reads.", group: "DATA",
      arguments: [
        ArgumentDescription(
          .text("file"), help: "The file to make; without it, standard output.", isOptional: true,
          completion: .file)
      ],
      options: [Options.exportFormat, Options.search, Options.favorites, Options.force],
      examples: [
        ("movies export films.csv", "Everything, as CSV."),
        ("movies export --favorites --format json", "Favorites, on standard output."),
      ]), run: ExportCommand.run)

  static let backup = Command(
    CommandDescription(
      "backup", abstract: "Copy the database to another file, even while it is in use.",
      discussion:
        "The copy is the database as of one moment, readable by its owner alone. It appears when it "
        + "is whole and on the disk, and never before. Damage is copied, too: 'movies doctor' "
        + "finds it.",
      group: "DATABASE",
      arguments: [
        ArgumentDescription(.path("file"), help: "The file to make.", completion: .file)
      ],
      options: [Options.force, Options.plainJSON],
      examples: [
        ("movies backup monday.db", "A copy of the catalog in use."),
        (
          "movies doctor -q && movies backup latest.db --force",
          "In place of the last one, if the catalog is in order."
        ),
      ]), run: BackupCommand.run)

  static let restore = Command(
    CommandDescription(
      "restore", abstract: "Replace the database with a backup.",
      discussion:
        "The backup is checked first, and the database that it replaces is kept beside it. Programs "
        + "that have the database open see either the old one or the new.",
      group: "DATABASE",
      arguments: [
        ArgumentDescription(.path("file"), help: "A backup, or any catalog.", completion: .file)
      ],
      options: [Options.plainJSON] + Options.writing,
      examples: [
        ("movies restore monday.db", "Asks before it replaces anything."),
        ("movies restore monday.db --yes --db movies.db", "Asks nothing."),
      ]), run: RestoreCommand.run)

  static let doctor = Command(
    CommandDescription(
      "doctor", abstract: "Find what is wrong with the database, and mend it.",
      discussion: """
        Looks at the file, its schema and pages, and at every row, and changes nothing. The exit \
        status is 1 if something is wrong; notes do not count.

        '--fix' mends all that can be mended at once, or nothing, and then looks again. Where there \
        is nothing to mend it writes nothing.
        """,
      group: "DATABASE", arguments: [fileArgument],
      options: [Options.fix, Options.plainJSON, Options.dryRun],
      examples: [
        ("movies doctor", "Everything that can be known of the database in use."),
        ("movies doctor --fix --dry-run", "What '--fix' would do."),
        ("movies doctor films.db --fix", "Mend a file."),
      ]), run: DoctorCommand.run)

  static let path = Command(
    CommandDescription(
      "path", abstract: "Show the database file in use, and why that one.", group: "DATABASE",
      options: [Options.plainJSON],
      examples: [
        ("movies path", "The file, or where it will be."),
        ("ls -l \"$(movies path)\"", "Its size and age."),
      ]), run: PathCommand.run)

  /// Asked by the scripts of the shells alone.
  static let complete = Command(
    CommandDescription(
      "complete", abstract: "Print what can stand at the end of a command line.",
      arguments: [
        ArgumentDescription(
          .text("words"), help: "The command line, as the shell tells it.", isOptional: true,
          isRepeated: true)
      ],
      options: [Options.shell], isHidden: true), run: CompleteCommand.run)
}
