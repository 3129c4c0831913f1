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
          HelpSection.Row(
            "watched", "A date, such as 2026-11-23; '--set watched=today' is the current one."),
          HelpSection.Row("tag", "A short text. A movie can have several tags."),
          HelpSection.Row("note", "A text."),
        ]),
      HelpSection(
        "",
        paragraphs: [
          "Any other key is your own: lowercase letters, digits and underscores, starting with a letter. Its "
            + "values are texts, or numbers if they are written as such (7, -1.5). A text has at most 16 "
            + "KiB, a movie at most 1,000 values."
        ]),
      HelpSection(
        "Use",
        paragraphs: [
          "'edit --set' replaces the values of a key, but adds a tag to the other tags. 'edit --unset' is "
            + "applied first.",
          "'--sort' and '--columns' accept keys; in the order of a key, movies without it are last. 'movies help "
            + "query' has the terms that choose movies by attributes.",
        ]),
    ])
}
