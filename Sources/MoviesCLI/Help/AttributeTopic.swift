internal import MovieArguments

extension HelpTopic {
  static let attributes = HelpTopic(
    "attributes", abstract: "Years, ratings, tags and other attributes of movies.",
    sections: [
      HelpSection(
        "Keys",
        paragraphs: [
          "An attribute is a key with one or more values. These keys have a type:"
        ],
        rows: [
          HelpSection.Row(
            "year", "The year of release, 1870 to 2200. Lists show it behind the title."),
          HelpSection.Row("rating", "A number from 0 to 10 with at most one decimal."),
          HelpSection.Row("watched", "Dates, such as 2026-11-23, 2026-11 or 2026."),
          HelpSection.Row("genre, director", "Texts of one line."),
          HelpSection.Row("runtime", "Minutes, from 1 to 100,000."),
          HelpSection.Row("tag", "Short texts."),
          HelpSection.Row("note", "A text."),
          HelpSection.Row("aka", "Other titles."),
          HelpSection.Row(
            "imdb, tmdb, letterboxd",
            "The movie in IMDb (tt0113277), TMDB (949) and Letterboxd (its address)."),
        ]),
      HelpSection(
        "",
        paragraphs: [
          "Any other key is your own: lowercase letters, digits and underscores, starting with a letter. Its "
            + "values are texts, numbers if they are written as such (7, -1.5), or days: 'today' and "
            + "'yesterday' become dates. A text has at most 16 KiB, a movie at most 1,000 values."
        ]),
      HelpSection(
        "As you type them",
        rows: [
          HelpSection.Row(
            "a date",
            "2026-11-23, 2026-11, 2026, 28.11.2026, '5 Jan 2026'; 'jan 5' or friday for the latest one; today, "
              + "yesterday; 3d, 2w, 6m, 1y (days, weeks, months and years ago); last-month, this-year. 5/2/2026 is an "
              + "error that shows both dates."),
          HelpSection.Row(
            "a rating", "8.5 or 8,5; of another scale 4.5/5, '3 stars' (of 5) or 85%."),
          HelpSection.Row("a running time", "117, 1h57m or 1:57."),
        ]),
      HelpSection(
        "Use",
        paragraphs: [
          "A movie can have several values of 'watched', 'genre', 'director', 'tag' and 'aka': '--set' adds to "
            + "them. It replaces those of any other key. In tags and genres, a comma separates ('\\,' is a "
            + "comma). 'edit --unset' is applied first.",
          "'--sort' and '--columns' accept keys; in the order of a key, movies without it are last. 'movies help "
            + "query' has the terms that choose movies by attributes.",
        ]),
    ])
}
