internal import MovieArguments

/// What `movies help <topic>` tells beside the commands.
extension HelpTopic {
  static let environment = HelpTopic(
    "environment", abstract: "The environment variables that movies obeys.",
    sections: [
      HelpSection(
        "Database",
        rows: [
          HelpSection.Row("MOVIES_DB", "The database file, where '--db' names none."),
          HelpSection.Row(
            "XDG_DATA_HOME",
            "Where the default file is: $XDG_DATA_HOME/movies/movies.db. A relative path is ignored."
          ),
          HelpSection.Row("HOME", "Else the default is ~/.local/share/movies/movies.db."),
        ]),
      HelpSection(
        "Terminal",
        rows: [
          HelpSection.Row("NO_COLOR", "No color, unless '--color' says otherwise."),
          HelpSection.Row("CLICOLOR_FORCE", "Color also in a pipe."),
          HelpSection.Row("CLICOLOR", "0 means no color."),
          HelpSection.Row(
            "TERM", "'dumb', or unset, means no color, and a dialogue of lines in 'browse'."),
          HelpSection.Row(
            "LC_ALL, LC_CTYPE, LANG",
            "The first that is set says whether a terminal is sent signs beyond ASCII."),
          HelpSection.Row("COLUMNS", "The width of tables and help."),
          HelpSection.Row(
            "MOVIES_PAGER, PAGER",
            "The program that shows what is taller than the terminal; empty or 'cat' means none, "
              + "unset 'less'."),
        ]),
    ])

  static let exitCodes = HelpTopic(
    "exit-codes", abstract: "What the exit status tells.",
    sections: [
      HelpSection(
        "Exit status",
        rows: [
          HelpSection.Row("0", "Done; also when a list is empty, or a pipe's reader went away."),
          HelpSection.Row(
            "1",
            "Not found, ambiguous or declined; a check found something; with '--quiet', "
              + "nothing matched."),
          HelpSection.Row("3", "For 'migrate status': migrations are pending."),
          HelpSection.Row("64", "The command line is wrong."),
          HelpSection.Row("65", "Input data is wrong; nothing was imported, unless told to skip."),
          HelpSection.Row("66", "An input or database file is missing or unreadable."),
          HelpSection.Row("70", "A defect in the program."),
          HelpSection.Row("73", "An output file exists or cannot be created."),
          HelpSection.Row("74", "A read or write failed: disk full, read-only, damaged."),
          HelpSection.Row("75", "The database is busy: try again."),
          HelpSection.Row(
            "78", "The database has another schema version, or is no movies database."),
          HelpSection.Row("129, 130, 143", "Ended by SIGHUP, SIGINT or SIGTERM."),
        ])
    ])

  static let formats = HelpTopic(
    "formats", abstract: "The formats of output, and those of import and export.",
    sections: [
      HelpSection(
        "Output",
        rows: [
          HelpSection.Row("table", "Fitted to the terminal: the default there."),
          HelpSection.Row(
            "tsv", "Whole values, no heading; \\t \\n \\r \\\\ escaped: the default in a pipe."),
          HelpSection.Row("csv", "RFC 4180 with a heading and LF line ends."),
          HelpSection.Row("json", "One array of objects, [] when there are none."),
          HelpSection.Row("ndjson", "The same objects, one a line."),
          HelpSection.Row("ids", "One id a line, for the '-' of another command."),
        ]),
      HelpSection(
        "Import and export",
        rows: [
          HelpSection.Row(
            "ndjson, json",
            "{\"title\": \"…\", \"cast\": [\"…\"], \"favorite\": false}, one a line or as an array. "
              + "'actors' may stand for 'cast', and an actor may be an object with a 'name'."),
          HelpSection.Row(
            "csv, tsv",
            "The heading title,favorite,cast; names of the cast parted by ';', which is written "
              + "'\\;' inside a name, as a backslash is '\\\\'."),
          HelpSection.Row("Required", "The title alone. Further keys and columns are ignored."),
        ]),
    ])
}
