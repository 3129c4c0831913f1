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
        "Set",
        rows: [
          HelpSection.Row("--set year=1995", "Set the key to this value instead of its values."),
          HelpSection.Row("--set tag=heist", "Add a tag to the other tags."),
          HelpSection.Row("--unset note", "Remove the key with all values."),
          HelpSection.Row(
            "--unset tag=heist", "Remove one value. '--unset' is applied before '--set'."),
        ]),
      HelpSection(
        "Conditions of '--where'",
        rows: [
          HelpSection.Row(
            "year=1995, year!=1995",
            "The movie has the value; it does not have it, which includes movies without the key. Texts "
              + "must be equal letter for letter."),
          HelpSection.Row(
            "rating>8, >=, <, <=",
            "Numbers are compared as numbers, texts by their bytes. A number is never less or greater "
              + "than a text."),
          HelpSection.Row("note~river", "A value contains the text; case and accents are ignored."),
          HelpSection.Row("rating, !rating", "The movie has the key; it does not have it."),
          HelpSection.Row(
            "watched=2026, watched>=2026-11",
            "A year or a month stands for all of its dates."),
        ]),
      HelpSection(
        "",
        paragraphs: [
          "Quote conditions, so that the shell does not interpret '>', '<' and '!'. '--sort' and '--columns' "
            + "accept keys; in the order of a key, movies without it are last. A title can be followed by the year "
            + "in parentheses: movies show 'titanic (1997)'."
        ]),
    ])
}
