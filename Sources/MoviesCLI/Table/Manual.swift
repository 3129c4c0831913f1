internal import MovieArguments
internal import MovieStore

extension ManualPage {
  /// `movies(1)`.
  static var movies: ManualPage {
    ManualPage(
      of: Command.parser, release: Release.version, date: "November 22, 2026",
      introduction: introduction,
      chapters: [
        Chapter("KEYS", HelpTopic.keys.sections),
        Chapter("FORMATS", HelpTopic.formats.sections),
        Chapter("ENVIRONMENT", HelpTopic.environment.sections),
        Chapter("FILES", [files]),
        Chapter("EXIT STATUS", HelpTopic.exitCodes.sections),
      ], related: ["sqlite3"])
  }

  private static let introduction = [
    "The program manages a catalog of movies and actors in one SQLite file. It adds, lists, sorts, "
      + "searches, edits and deletes movies, and marks favorites. From a movie, 'show' and 'browse' "
      + "drill down to its actors and to their movies.",
    "Output is a table on a terminal, tab-separated values in a pipe, or JSON with '--json'. "
      + "Messages, counts, questions and progress go to standard error. Every change is atomic.",
    "Movies and actors are identified by id, or by title and name. Case, accents and a leading "
      + "article are ignored.",
    "Without a subcommand, the program lists its commands. 'movies help <name>' describes a command "
      + "or a topic. '--generate-completion-script <shell>' prints completions for bash, zsh or "
      + "fish; '--generate-manual' prints this page.",
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
