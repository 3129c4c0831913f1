internal import MovieArguments
internal import MovieStore

extension ManualPage {
  /// `movies(1)`.
  static var movies: ManualPage {
    ManualPage(
      of: Command.parser, release: Release.version, date: "November 22, 2026",
      introduction: introduction,
      chapters: [
        Chapter("FORMATS", HelpTopic.formats.sections),
        Chapter("ENVIRONMENT", HelpTopic.environment.sections),
        Chapter("FILES", [files]),
        Chapter("EXIT STATUS", HelpTopic.exitCodes.sections),
      ], related: ["sqlite3"])
  }

  private static let introduction = [
    "The program keeps a catalog of movies in one SQLite file: it adds, lists, sorts, searches, "
      + "edits and deletes them, marks favorites, and goes from a movie to its actors to their "
      + "movies, by the ids that each step prints, or by keys in 'movies browse'.",
    "On a terminal it prints tables, in a pipe tab-separated values, and with '--json' JSON. "
      + "Messages, counts, questions and progress go to standard error. A change happens wholly "
      + "or not at all.",
    "Movies and actors are named by their ids, or by title and name, where case, accents and an "
      + "article at the beginning do not matter.",
    "Without a subcommand, and with 'movies help', it lists the commands; 'movies help' and the "
      + "name of a command or a topic tells more. '--generate-completion-script' and the name of a "
      + "shell (bash, zsh or fish) prints completions for it, '--generate-manual' this page.",
  ]

  private static let files = HelpSection(
    "",
    rows: [
      HelpSection.Row(
        "~/.local/share/movies/movies.db",
        "The database, where neither '--db' nor a variable names another: see ENVIRONMENT. "
          + "'movies path' shows which one is in use."),
      HelpSection.Row(
        "<database>.v<version>-<time>.backup", "The database as it was before a migration."),
      HelpSection.Row(
        "<database>.replaced-<time>.backup", "The database that 'movies restore' replaced."),
    ])
}
