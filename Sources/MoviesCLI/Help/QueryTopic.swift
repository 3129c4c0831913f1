internal import MovieArguments

extension HelpTopic {
  /// The language of queries on one page.
  static let query = HelpTopic(
    "query", abstract: "Choose movies by titles, names, years, ratings and tags.",
    sections: [
      HelpSection(
        "Terms",
        paragraphs: ["A query has one or more terms. A movie must meet all of them."],
        rows: [
          HelpSection.Row(
            "heat, \"top gun\"",
            "The text in its title or an 'aka', or at the start of a word of a name in its cast."),
          HelpSection.Row(
            "title:heat, actor:pacino", "The text in its title; in a name of its cast."),
          HelpSection.Row(
            "title=heat, actor=\"al pacino\", actor=id:7",
            "Exactly this title, with or without its article; this actor."),
          HelpSection.Row(
            "year:1995, year:1990..1999, rating:8.., runtime:..90",
            "A number, or one in a range; both ends are included."),
          HelpSection.Row("year:1990s", "A year of the decade."),
          HelpSection.Row("id:12, id:3..9, id:1,5", "The movies with these ids."),
          HelpSection.Row(
            "watched:2026, watched:2026-01..2026-03", "A date in the year, the month or the range."),
          HelpSection.Row(
            "watched:30d.., watched:last-month",
            "Dates as in 'movies help attributes', without blanks and slashes; also this-week and last-week."
          ),
          HelpSection.Row("tag:heist, genre:crime, mykey:text", "A value that contains the text."),
          HelpSection.Row("tag=heist, tag!=heist", "A value that equals the text; no such value."),
          HelpSection.Row(
            "rating>=8, year<1950, year!=1995", "Comparisons; the operators are = != < <= > >=."),
          HelpSection.Row("has:rating", "Any value of the key."),
          HelpSection.Row(
            "is:favorite, is:watched", "The star; a date in 'watched', or the tag 'seen'."),
          HelpSection.Row(
            "genre:horror,thriller",
            "Any of the values, but not of 'title', 'actor' and 'note', which have commas. There is no other 'or', "
              + "and there are no parentheses."),
          HelpSection.Row("!term", "The opposite of the term."),
        ]),
      HelpSection(
        "Rules",
        rows: [
          HelpSection.Row(
            "Text",
            "Case and accents do not count, nor do characters that are neither letters nor digits, from the start "
              + "of a word on: spiderman finds 'Spider-Man'."),
          HelpSection.Row(
            "Quotes",
            "Hold a text or each value together: tag:a,\"b, c\". Inside quotes, \"\" is a quote."),
          HelpSection.Row(
            "Keys",
            "title, actor, id, has, is, the known keys of 'movies help attributes', and keys of your own, directly "
              + "before the operator."),
          HelpSection.Row(
            "Relevance",
            "With a text, lists have the best matches first: the whole title, its start, the start of a word, inside "
              + "a word, then names. '--sort' changes that."),
        ]),
      HelpSection(
        "On a command line",
        paragraphs: [
          "'list', 'search', 'stats' and 'browse' take terms as arguments. Every command that reads or "
            + "changes several movies has '--where <query>', '--not <term>' and options for single terms; "
            + "all that are given must hold. Commands that change movies require a key before each text.",
          "An argument that begins with a key and an operator is one term up to its end: "
            + "actor='al pacino'. Quote '!', '<' and '>' for the shell, or use '--not'.",
        ]),
      HelpSection(
        "Examples",
        rows: [
          HelpSection.Row("movies list de niro actor:keitel", "Two actors."),
          HelpSection.Row("movies list '\"top gun\"'", "A phrase."),
          HelpSection.Row(
            "movies list year:1970s --sort rating --limit 10",
            "The best rated of a decade."),
          HelpSection.Row(
            "movies list tag:heist --not tag=seen", "Everything with one tag but not another."),
          HelpSection.Row("movies list watched:last-month", "Watched in a month."),
          HelpSection.Row("movies list has:note rating:..4", "Rated low, with a note."),
          HelpSection.Row(
            "movies export --where tag:horror,thriller list.csv",
            "Any of several values, as a file."),
          HelpSection.Row(
            "movies delete --where title:untitled --dry-run", "Show what a change would choose."),
        ]),
    ])
}
