internal import MovieArguments
internal import MovieTerminal

/// The topics of `movies help`.
extension HelpTopic {
  static let environment = HelpTopic(
    "environment", abstract: "Environment variables that affect movies.",
    sections: [
      HelpSection(
        "Database",
        paragraphs: [
          "The first of these that is set determines the database; 'movies path' prints the path that "
            + "is used. Adding movies creates the file, accessible only to its owner. A missing "
            + "default file is an empty catalog, and commands report it."
        ],
        rows: [
          HelpSection.Row("MOVIES_DB", "The database file, unless '--db' is given."),
          HelpSection.Row(
            "XDG_DATA_HOME",
            "The data directory. The default database is $XDG_DATA_HOME/movies/movies.db. A relative "
              + "path is ignored."),
          HelpSection.Row(
            "HOME",
            "The home directory. Without XDG_DATA_HOME, the default database is "
              + "~/.local/share/movies/movies.db."),
        ]),
      HelpSection(
        "Temporary files",
        rows: [
          HelpSection.Row(
            "TMPDIR",
            "The directory for temporary files, such as those for sorting and 'migrate rehearse'. "
              + "Default: /var/tmp, then /tmp."),
          HelpSection.Row("SQLITE_TMPDIR", "Overrides TMPDIR for SQLite, such as for sorting."),
          HelpSection.Row(
            "TZ, TZDIR", "The time zone of 'import' and 'today', and where zones are."),
        ]),
      HelpSection(
        "Color",
        paragraphs: ["The option '--color' overrides these variables."],
        rows: [
          HelpSection.Row("NO_COLOR", "Disables color if not empty."),
          HelpSection.Row("CLICOLOR_FORCE", "Enables color even in a pipe, unless it is 0."),
          HelpSection.Row("CLICOLOR", "0 disables color."),
        ]),
      HelpSection(
        "Terminal",
        rows: [
          HelpSection.Row(
            "TERM",
            "If unset or 'dumb': no color, no pager, and the line-based mode of 'browse'."),
          HelpSection.Row(
            "LC_ALL, LC_CTYPE, LANG",
            "The locale; the first that is set applies. If it is not UTF-8, markers and lines are "
              + "drawn in ASCII."),
          HelpSection.Row(
            "COLUMNS", "The width of tables and help. Default: the width of the terminal."),
        ]),
      HelpSection(
        "Pager",
        paragraphs: [
          "Output taller than the terminal is shown in a pager: lists, 'show', 'stats', help, "
            + "'migrate log', 'migrate schema' and 'migrate plan --sql'. '--no-pager' disables it."
        ],
        rows: [
          HelpSection.Row(
            "MOVIES_PAGER, PAGER",
            "The pager command; the first that is set applies. Default: 'less'. If empty or 'cat', "
              + "no pager is used."),
          HelpSection.Row(
            "LESS, LV",
            "Options for less and lv. Defaults: FRX for less, -c for lv. The option R is always added "
              + "to LESS."),
          HelpSection.Row("PATH", "The directories to search for the pager."),
        ]),
      HelpSection(
        "Editor",
        rows: [
          HelpSection.Row(
            "VISUAL, EDITOR",
            "The editor of 'edit --editor'; the first that is set applies. Default: 'vi'.")
        ]),
      HelpSection(
        "",
        paragraphs: ["Except for MOVIES_PAGER and PAGER, an empty variable is treated as unset."]),
    ])

  static let exitCodes = HelpTopic(
    "exit-codes", abstract: "Meaning of the exit status.",
    sections: [
      HelpSection(
        "Exit status",
        rows: ExitStatus.allCases.map { status in
          HelpSection.Row(status.codes.map(String.init).joined(separator: ", "), status.meaning)
        })
    ])

  static let formats = HelpTopic(
    "formats", abstract: "Formats of output, references, import and export.",
    sections: [
      HelpSection(
        "Output",
        rows: [
          HelpSection.Row("table", "Fitted to the terminal; the default on a terminal."),
          HelpSection.Row(
            "tsv",
            "Values in full length, without a header; the default in a pipe. Tab, newline, carriage "
              + "return and backslash are written as \\t, \\n, \\r and \\\\."),
          HelpSection.Row("csv", "RFC 4180 with a header and LF line endings."),
          HelpSection.Row("json", "An array of objects, [] if empty. Same as '--json'."),
          HelpSection.Row("ndjson", "The same objects, one per line."),
          HelpSection.Row("ids", "One id per line."),
          HelpSection.Row(
            "html",
            "Of 'export': a page with a table, and links from movies to actors and back; of "
              + "'report': a page with charts. Both are one file, which loads nothing."),
          HelpSection.Row("md", "Of 'export': a table of Markdown."),
          HelpSection.Row(
            "svg", "Of 'stats' with '--by' or '--calendar': the drawing of the chart."),
          HelpSection.Row("page", "What a terminal shows of 'show' and 'stats'."),
        ]),
      HelpSection(
        "",
        paragraphs: [
          "In TSV and CSV, the names in the column 'actors' are separated by ';'. 'import' accepts "
            + "this column, so a list in CSV can be imported. TSV lacks the header that 'import' "
            + "requires."
        ]),
      HelpSection(
        "JSON objects",
        paragraphs: [
          "'movies help schema <command>' prints the JSON Schema of what a command prints."
        ],
        rows: [
          HelpSection.Row(
            "Movie",
            "id, title, sortableTitle, favorite, actors (objects with id and name, in billing "
              + "order) and attributes (an object; lists such as 'tag' and keys of your own have an "
              + "array, other keys a value). Commands that change movies also print the key 'change': added, updated, "
              + "deleted or unchanged."),
          HelpSection.Row("Actor", "id, name and movies (the number of movies)."),
          HelpSection.Row(
            "Entry of 'history'",
            "id, time (UTC), kind (change, undo or redo), state (done, undone or superseded), target "
              + "(the change that an undo or redo is about), command, summary, movies (their number) "
              + "and undoable. 'history show' prints id, change, before and after for each movie."),
          HelpSection.Row(
            "Difference",
            "Of 'diff': change (added, deleted, updated or ambiguous), id (null for a movie of another "
              + "file), fields (those that differ), candidates (the ids that an ambiguous movie can be), before and "
              + "after (movies). 'compare' prints movies with the keys 'group' and 'candidates'."),
          HelpSection.Row(
            "Statistics",
            "Of 'stats --by': key, of (the key of '--value'), values (value, movies, and with "
              + "'--value' count, average, minimum and maximum), omittedValues and without (the "
              + "movies without a value); rows of TSV have the same order. Of '--calendar': year, "
              + "viewings, withoutDay and days (date and movies). Of '--since' and '--until': "
              + "changes, the movies added, edited, deleted and unstored (in changes whose values "
              + "the history does not have), commands and days."),
          HelpSection.Row(
            "Other",
            "stats, path, backup, restore, doctor and migrate print one object; migrate status and "
              + "migrate check print an array for several files."),
          HelpSection.Row(
            "Finding", "code, severity, message, object, rows and hint; part of doctor and migrate."
          ),
        ]),
      HelpSection(
        "The same movie",
        paragraphs: [
          "'import', 'add', 'duplicates', 'compare', 'diff', 'sync' and 'seed' tell in one way whether two "
            + "descriptions are of one movie."
        ],
        rows: [
          HelpSection.Row(
            "Same",
            "An equal imdb, tmdb or letterboxd; or titles, original titles or 'aka' with the same "
              + "words, and equal years or none. Case, accents, apostrophes and the spelling of "
              + "numbers are ignored: 2, two, II and Part 2. With a person in common, also the "
              + "same letters in other words; with two names of the cast or a director in common, "
              + "also years one apart."),
          HelpSection.Row(
            "Perhaps",
            "One of these: titles that differ by an article; the same letters in other words; one "
              + "year missing; years one apart; a single name, or the directors, are others. "
              + "'import' then sets only missing values; if there are several, the record is "
              + "ambiguous."),
          HelpSection.Row(
            "Different",
            "Another imdb, tmdb or letterboxd; years more than one apart; casts of two names or "
              + "more without a name in common; other titles, also ones that differ by an article or "
              + "have the same letters, if the years are not equal; two titles of one service that "
              + "differ by an article."),
          HelpSection.Row(
            "Rows of a list",
            "Rows of a service that are the same are one movie. Each row of another list is about a "
              + "movie of its own: a second row with the same title and year is a new movie."),
        ]),
      HelpSection(
        "References",
        rows: [
          HelpSection.Row(
            "12, id:12",
            "An id. If 12 is also the title of another movie, commands that change movies reject it; "
              + "use id:12 or title=12."),
          HelpSection.Row(
            "Heat, title=Heat",
            "A title, or an 'aka' of one movie. Case, accents and a leading article are ignored, as "
              + "in names. If several movies match, the command lists them and stops."),
          HelpSection.Row(
            "Titanic (1997)", "The movie with the title and the year, if no title is so written."),
          HelpSection.Row("Cher, name:Cher", "The name of an actor."),
          HelpSection.Row(
            "-",
            "References from standard input, one per line; with '--null', they end with NUL. In a "
              + "line with tabs, the reference is the text before the first tab."),
        ]),
      HelpSection(
        "Import and export",
        rows: [
          HelpSection.Row(
            "ndjson, json",
            "{\"title\": \"…\", \"cast\": [\"…\"], \"favorite\": false, \"attributes\": {\"year\": 1995}}, one "
              + "per line or as an array; 'attributes' only if the movie has some. "
              + "The key 'cast' may also be 'actors', and a name may also be an object with a 'name'."
          ),
          HelpSection.Row(
            "csv, tsv",
            "The header title,favorite,cast and the attributes. The names in a cast and the values of an attribute are "
              + "separated by ';'; within one, write '\\;' for ';' and '\\\\' for a backslash, except in keys of "
              + "which a movie has one value, such as 'note'. 'import' keeps all columns of a file whose header begins "
              + "so."),
          HelpSection.Row(
            "favorite", "true or false; in CSV and TSV also 1, 0, yes, no, * or empty."),
          HelpSection.Row(
            "Records",
            "A record of 'import' is about the movie with one of its ids (imdb, tmdb, letterboxd), or else with its "
              + "title, year and a cast that does not contradict. It replaces values, adds to lists, sets a star and "
              + "a missing cast, and never changes the title, the year or an id. If they are only perhaps the same, "
              + "and no other record or movie fits, the record sets missing values, but not the year, ids, cast, "
              + "director or other titles. If several movies fit, the record is ambiguous and changes nothing."
          ),
          HelpSection.Row(
            "Decisions",
            "'--unresolved <directory>' writes the ambiguous and the invalid records as they came, with reason, "
              + "candidates, source and decision. Put one of the candidates into 'decision', or 'new' if it is none "
              + "of them, and import that file with the same options."),
          HelpSection.Row(
            "Other files",
            "Only a title is required. 'import' finds the names of fields in any case, also 'name', 'film', "
              + "'your rating', 'watched date' and 'imdb id'; '--map' names other columns, '--keep' others to keep. Commas, "
              + "semicolons, tabs or '::' separate columns. 'Heat (1995)' is a title and a year. Values of other keys must be "
              + "well-formed and, in JSON, nested at most 512 levels deep."),
          HelpSection.Row(
            "Their values",
            "A rating can be 8,5, 4/5, '3 stars' (also as signs) or 85%, and a number has the scale of these; '--scale 5' makes five stars "
              + "a rating of 10. A date can be written in any way that has its year, such as 23.11.2026 or 'Jan 5, "
              + "2026'; 11/23/2026 has the order of '--date-order', or of the first day above 12. Times become days of '--time-zone', of the "
              + "first import with times, or of the system. In a column of dates, yes is the tag 'seen', and 'to "
              + "watch' is 'watchlist'. A running time is 117, 1h 57m or 1:57. 0 and 'n/a' are no values; in JSON and "
              + "NFO files, neither are 0001-01-01, 1601-01-01 and 1970-01-01. Commas separate tags and genres, and "
              + "names only with '--split ,'; ['A', 'B'] is a list. Rows whose 'type' is a series, an episode or a "
              + "game are left out."),
          HelpSection.Row(
            "--on-error skip",
            "Leaves out a value that cannot be read; the whole record if that is its title, year or id, or if it is "
              + "malformed."),
        ]),
    ])

  /// The keys of `browse`, from its key bindings.
  static var keys: HelpTopic {
    func names(_ keys: [Key]) -> String {
      keys.map { $0.name(Glyphs(isUTF8: true)) }.joined(separator: ", ")
    }
    let rows = KeyBinding.documented.map { binding in
      let word = binding.usage(forMovies: true).map { " (--plain: \($0))" } ?? ""
      return HelpSection.Row(names(binding.keys), binding.help + word)
    }
    var typingRows: [(keys: [Key], text: String)] = []
    for binding in KeyBinding.all where !binding.modes.contains(.list) && !binding.help.isEmpty {
      if typingRows.last?.text == binding.help {
        typingRows[typingRows.count - 1].keys += binding.keys
      } else {
        typingRows.append((binding.keys, binding.help))
      }
    }
    return HelpTopic(
      "keys", abstract: "Keys of 'browse'.",
      sections: [
        HelpSection(
          "Keys", paragraphs: ["'--plain:' marks the commands of the line-based mode."], rows: rows),
        HelpSection(
          "While typing a filter, a value or in a form",
          rows: typingRows.map { HelpSection.Row(names($0.keys), $0.text) }),
      ])
  }
}
