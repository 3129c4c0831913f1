internal import MovieArguments

/// What `movies help <topic>` tells beside the commands.
extension HelpTopic {
  static let environment = HelpTopic(
    "environment", abstract: "The environment variables that the program looks at.",
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
          HelpSection.Row(
            "TMPDIR",
            "Where temporary files go, as those of sorting and of a rehearsal; else /var/tmp and /tmp."
          ),
          HelpSection.Row("SQLITE_TMPDIR", "The same for SQLite's own, before TMPDIR."),
        ]),
      HelpSection(
        "Terminal",
        rows: [
          HelpSection.Row(
            "NO_COLOR", "No color if it is not empty; '--color' goes before all of these."),
          HelpSection.Row("CLICOLOR_FORCE", "Color also in a pipe, unless it is 0."),
          HelpSection.Row("CLICOLOR", "0 means no color."),
          HelpSection.Row(
            "TERM", "'dumb', or unset, means no color, and a dialogue of lines in 'browse'."),
          HelpSection.Row(
            "LC_ALL, LC_CTYPE, LANG",
            "The first that is set says whether a terminal is sent signs beyond ASCII."),
          HelpSection.Row("COLUMNS", "The width of tables and help; else the terminal's."),
          HelpSection.Row(
            "MOVIES_PAGER, PAGER",
            "The program that shows what is taller than the terminal: the first that is set, else "
              + "'less'. Empty or 'cat' means none."),
          HelpSection.Row(
            "LESS, LV",
            "Options of these pagers, to which less gets R; where they are unset, FRX and -c."),
          HelpSection.Row("PATH", "Where the pager is looked for."),
        ]),
      HelpSection("", paragraphs: ["Any other variable that is empty counts as unset."]),
    ])

  static let exitCodes = HelpTopic(
    "exit-codes", abstract: "What the exit status means.",
    sections: [
      HelpSection(
        "Exit status",
        rows: [
          HelpSection.Row(
            "0", "Done; also when a list is empty, or when the reader of a pipe went away."),
          HelpSection.Row(
            "1",
            "Not found, ambiguous or declined; a check found something; with '--quiet', "
              + "nothing matched."),
          HelpSection.Row("3", "For 'migrate status': migrations are pending."),
          HelpSection.Row("64", "The command line is wrong."),
          HelpSection.Row(
            "65", "Input data is wrong; nothing was imported, but with '--on-error skip'."),
          HelpSection.Row("66", "An input or database file is missing or unreadable."),
          HelpSection.Row("70", "A defect in the program."),
          HelpSection.Row("73", "An output file exists or cannot be created."),
          HelpSection.Row("74", "A read or write failed: disk full, read-only, damaged."),
          HelpSection.Row("75", "The database is busy: try again."),
          HelpSection.Row(
            "78",
            "The database has an older or a newer schema than this program's, or is no movies "
              + "database: see 'movies migrate status'. Or the SQLite library is older than 3.40."),
          HelpSection.Row("129, 130, 143", "Ended by SIGHUP, SIGINT or SIGTERM."),
        ])
    ])

  static let formats = HelpTopic(
    "formats", abstract: "The formats of output, and of import and export.",
    sections: [
      HelpSection(
        "Output",
        rows: [
          HelpSection.Row("table", "Fitted to the terminal: the default there."),
          HelpSection.Row(
            "tsv",
            "Whole values without a heading; tab, newline, carriage return and backslash are written "
              + "\\t \\n \\r \\\\: the default in a pipe."),
          HelpSection.Row("csv", "RFC 4180 with a heading and LF line ends."),
          HelpSection.Row(
            "actors", "In TSV and CSV the names are separated by ';', as 'import' reads them."),
          HelpSection.Row("json", "One array of objects, [] when there are none; also '--json'."),
          HelpSection.Row("ndjson", "The same objects, one a line."),
          HelpSection.Row("ids", "One id a line, for the '-' of another command."),
        ]),
      HelpSection(
        "JSON objects",
        rows: [
          HelpSection.Row(
            "Movie",
            "id, title, sortableTitle, favorite, and actors: objects with id and name, in billing "
              + "order. Where a command changes something, also change: added, updated, deleted or "
              + "unchanged."),
          HelpSection.Row("Actor", "id, name, and movies: the number of them."),
          HelpSection.Row(
            "Others", "stats, path, backup, restore, doctor and migrate print one object."),
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
            "The heading title,favorite,cast; names of the cast separated by ';', which is written "
              + "'\\;' inside a name, as a backslash is '\\\\'."),
          HelpSection.Row("Required", "The title alone. Further keys and columns are ignored."),
          HelpSection.Row(
            "favorite", "true or false; in CSV and TSV also 1, 0, yes, no, * or empty."),
          HelpSection.Row(
            "Which one",
            "'import' looks at the first bytes, 'export' at the file's extension; '--format' decides "
              + "before either."),
        ]),
    ])
}
