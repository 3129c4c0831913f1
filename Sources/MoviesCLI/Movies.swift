internal import MovieArguments
internal import MovieStore

/// The root command. Without a subcommand, it prints its help.
struct Movies: Command {
  static let configuration = CommandConfiguration(
    commandName: "movies",
    abstract: "A movie catalog for the command line.",
    subcommands: [Help.self, Complete.self],
    groupedSubcommands: [
      CommandGroup(
        name: "Find",
        subcommands: [
          List.self, Search.self, Random.self, Show.self, Actors.self, Connect.self,
        ]),
      CommandGroup(
        name: "Record",
        subcommands: [Add.self, Rate.self, Watch.self, Tag.self, Favorite.self, Edit.self]),
      CommandGroup(
        name: "Clean up",
        subcommands: [
          Duplicates.self, Merge.self, RenameActor.self, Delete.self, Undo.self, Redo.self,
          History.self,
        ]),
      CommandGroup(name: "Look", subcommands: [Browse.self, Stats.self, ReportCommand.self]),
      CommandGroup(
        name: "Move and compare data",
        subcommands: [
          Import.self, Export.self, Sync.self, Diff.self, Compare.self, Seed.self, MCP.self,
        ]),
      CommandGroup(
        name: "Look after the file",
        subcommands: [
          DoctorCommand.self, BackupCommand.self, Restore.self, Migrate.self, Path.self,
          Completions.self,
        ]),
    ])
  static let contract = CommandContract(.none)

  @Flag(
    name: "--generate-manual",
    help: ArgumentHelp("Print the manual page.", visibility: .hidden))
  var manual = false
  @OptionGroup(title: "Global options") var global: GlobalOptions

  func run(_ context: CommandContext) throws -> ExitStatus {
    if manual {
      try context.output.write(ManualPage.movies)
    } else {
      try context.print(try CommandLineTool.parser.helpPage(of: []))
    }
    return .done
  }
}

/// `completions`: prints a completion script.
struct Completions: Command {
  static let configuration = CommandConfiguration(
    commandName: "completions", abstract: "Print a completion script for a shell.",
    examples: [
      Example("movies completions bash", "Print the script, for 'source <(…)' in bash."),
      Example("movies completions fish", "Print it for ~/.config/fish/completions/movies.fish."),
    ], suggestedFor: ["completion", "--generate-completion-script"])
  static let contract = CommandContract(.none)

  @Argument(help: ArgumentHelp("The shell.", valueName: "shell")) var shell: CompletionShell
  @OptionGroup(title: "Global options") var global: GlobalOptions

  func run(_ context: CommandContext) throws -> ExitStatus {
    try context.output.write(shell.script(for: Movies.configuration.commandName))
    return .done
  }
}

extension ManualPage {
  /// `movies(1)`.
  static var movies: String {
    text(
      of: CommandLineTool.parser, release: Release.version, date: ReleaseChanges.all[0].date,
      introduction: introduction,
      sections: [
        Section("KEYS", HelpTopic.keys.sections),
        Section("QUERIES", HelpTopic.query.sections),
        Section("ATTRIBUTES", HelpTopic.attributes.sections),
        Section("FORMATS", HelpTopic.formats.sections),
        Section("LISTS OF OTHER SERVICES", HelpTopic.lists.sections),
        Section("ENVIRONMENT", HelpTopic.environment.sections),
        Section("FILES", [files]),
        Section("EXIT STATUS", HelpTopic.exitCodes.sections),
      ], related: ["sqlite3"])
  }

  private static let introduction = [
    "The program manages a catalog of movies and actors in one SQLite file. It adds, lists, sorts, "
      + "searches, edits and deletes movies, and marks favorites. From a movie, 'show' and 'browse' "
      + "drill down to its actors and to their movies.",
    "Output is a table on a terminal, tab-separated values in a pipe, or JSON with '--json'. "
      + "Messages, counts, questions and progress go to standard error. Every change is atomic, and "
      + "'undo' undoes it.",
    "Movies and actors are identified by id, or by title and name. Case, accents and a leading "
      + "article are ignored.",
    "Without a subcommand, the program lists its commands. 'movies help <name>' describes a command "
      + "or a topic. 'movies completions <shell>' prints completions for bash, zsh or fish; "
      + "'--generate-manual' prints this page.",
  ]

  private static let files = HelpSection(
    "",
    rows: [
      HelpSection.Row(
        "~/.local/share/movies/movies.db",
        "The default database; see ENVIRONMENT. 'movies path' prints the path that is used. Files "
          + "with the same name plus '-journal', '-wal' or '-shm' are part of the database: move and "
          + "copy them together, or use 'movies backup'."),
      HelpSection.Row(
        "<database>.v<version>-<time>.backup", "A backup written before a migration or a repair."),
      HelpSection.Row(
        "<database>.replaced-<time>.backup", "The database that 'movies restore' replaced."),
    ])
}
