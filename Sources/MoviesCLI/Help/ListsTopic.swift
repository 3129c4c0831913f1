internal import MovieArguments
internal import MovieFormats
internal import MovieStore

extension HelpTopic {
  /// The services whose lists `import` reads.
  static let lists = HelpTopic(
    "lists", abstract: "Lists of other services: import and export.",
    sections: [
      HelpSection(
        "",
        paragraphs: [
          "'movies import <file> ...' takes the lists of these services as you get them: files, zip "
            + "archives, gzip files and directories. Their columns tell the service, and sometimes their "
            + "names the kind. Pass '--dry-run' first to see what would change. The next export of the "
            + "same service adds what is new; the same one changes nothing."
        ]),
      HelpSection(
        "Services",
        rows: ImportPreset.all.filter { !$0.usage.isEmpty }.map {
          HelpSection.Row($0.name, $0.description)
        }),
      HelpSection(
        "What is imported",
        rows: [
          HelpSection.Row(
            "rating", "Your rating, converted to 0 to 10; not that of the public."),
          HelpSection.Row("watched", "The days on which you watched the movie."),
          HelpSection.Row("tag=seen", "You saw the movie, but on no known day."),
          HelpSection.Row(
            "tag=watchlist",
            "The movie is on your watchlist, and not seen. It loses the tag with a day or 'seen'."),
          HelpSection.Row("favorite", "You like the movie."),
          HelpSection.Row(
            "note", "Your review, without its markup, if the movie has no note. At most 16 KiB."),
          HelpSection.Row(
            "imdb, tmdb, letterboxd", "The ids, by which the next import finds the movie again."),
          HelpSection.Row(
            "<list>_position",
            "The order of a list, if '--keep Position' asks for it, or the name of another such column, as "
              + "'rank' or '#'; for 'list tag:top-100 --sort top_100_position'."),
          HelpSection.Row(
            "others", "Series, episodes and rows of other users are counted and left out."),
          HelpSection.Row(
            "replaced values",
            "A rating or another single value that differs replaces that of the movie. Such values are counted, with "
              + "examples, also by '--dry-run'; '--fill' keeps them."),
        ]),
      HelpSection(
        "Your own lists",
        paragraphs: [
          "A table of a spreadsheet needs a column of titles. Names of columns are read in English, "
            + "German, French, Spanish, Italian, Portuguese, Dutch, Polish, Czech and Russian, and dates, "
            + "ratings, running times and yes or no as people write them; what was taken is printed. Rows "
            + "with the same title and year and different days are viewings of one movie. A text file with "
            + "a title in each line needs no header: '12. Heat (1995)', '- [x] Heat (1995) - 9/10' or "
            + "'2024-05-12 Heat (1995), again', below headings such as 'To watch:'. A table of Markdown is "
            + "read, too.",
          "'--map' names columns that are not found: --map title=Film,Original --map rating='Mine:5', with "
            + "the highest rating; of several titles, the first is the title.",
        ]),
      HelpSection(
        "If a file is not recognized",
        paragraphs: [
          "'--preset <service>' chooses the service, '--preset <service>:<kind>' also the kind of file, "
            + "such as 'letterboxd:watchlist', and '--preset none' reads a plain list."
        ]),
      HelpSection(
        "Export",
        paragraphs: [
          "What a service does not have of a movie is counted. The tags 'seen' and 'watchlist' are not written."
        ],
        rows: [
          HelpSection.Row(
            "--as letterboxd",
            "A row for each day, of which the latest has the rating, the tags and the note; files of at most 1 MB, "
              + "for letterboxd.com/import. Movies on the watchlist are left out, since Letterboxd marks every movie "
              + "of a file as watched; '--where tag=watchlist' writes them alone, for the page of your watchlist."
          ),
          HelpSection.Row(
            "--as imdb", "Your ratings as IMDb exports them, which other services import."),
          HelpSection.Row("--as nfo", "A directory with an NFO file for each movie."),
        ]),
    ])
}
