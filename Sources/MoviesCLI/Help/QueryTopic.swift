internal import MovieArguments

extension HelpTopic {
  /// The language of queries on one page.
  static let query = HelpTopic(
    "query", abstract: "Choose movies by titles, names, years, ratings and tags.",
    sections: [
      HelpSection(
        "Terms",
        paragraphs: ["A query has one or more terms. A movie must meet all of them."],
        rows: QueryReference.terms.map(HelpSection.Row.init)),
      HelpSection(
        "Rules",
        rows: QueryReference.rules.map(HelpSection.Row.init)),
      HelpSection(
        "On a command line",
        paragraphs: [
          "'list', 'search', 'stats' and 'browse' take terms as arguments. Every command that reads or "
            + "changes several movies has '--where <query>', '--not <term>', '--title <title>', '--actor "
            + "<actor>' and '--favorites'; all that are given must hold. In 'edit', '--title' sets the title. "
            + "Commands that change movies require a key before each text.",
          "An argument that begins with a key and an operator is one term up to its end: "
            + "actor='al pacino'. Quote '!', '<' and '>' for the shell, or use '--not'.",
        ]),
      HelpSection("Examples", rows: QueryReference.examples.map(HelpSection.Row.init)),
    ])
}

/// The language of queries, for the help, the manual and the check of the library's article.
enum QueryReference {
  /// A term, and what a movie has that meets it.
  static let terms: [(String, String)] = [
    (
      "heat, \"top gun\"",
      "The text in its title, or at the start of a word of a name in its cast."
    ),
    ("title:heat, actor:pacino", "The text in its title; in a name of its cast."),
    (
      "title=heat, actor=\"al pacino\", actor=id:7",
      "Exactly this title, with or without its article; this actor."
    ),
    (
      "year:1995, year:1990..1999, rating:8..",
      "A number, or one in a range; both ends are included."
    ),
    ("year:1990s", "A year of the decade."),
    ("watched:2026, watched:2026-01..2026-03", "A date in the year, the month or the range."),
    ("tag:heist, note:river, mykey:text", "A value that contains the text."),
    ("tag=heist, tag!=heist", "A value that equals the text; no such value."),
    ("rating>=8, year<1950, year!=1995", "Comparisons; the operators are = != < <= > >=."),
    ("has:rating", "Any value of the key."),
    ("is:favorite, is:watched", "The star; a date in 'watched', or the tag 'seen'."),
    (
      "genre:horror,thriller",
      "Any of the values, but not of 'title', 'actor' and 'note', which have commas. There is no other 'or', "
        + "and there are no parentheses."
    ),
    ("!term", "The opposite of the term."),
  ]

  static let rules: [(String, String)] = [
    (
      "Text",
      "Case and accents do not count, nor do characters that are neither letters nor digits, from the start "
        + "of a word on: spiderman finds 'Spider-Man'."
    ),
    ("Quotes", "Hold a text together. Inside quotes, \"\" is a quote."),
    (
      "Keys",
      "title, actor, year, rating, watched, tag, note, has, is, and keys of your own, directly before the "
        + "operator."
    ),
    (
      "Relevance",
      "With a text, lists have the best matches first: the whole title, its start, the start of a word, inside "
        + "a word, then names. '--sort' changes that."
    ),
  ]

  static let examples: [(String, String)] = [
    ("movies list pacino year:1990s", "An actor and a decade."),
    ("movies list de niro actor:keitel", "Two actors."),
    ("movies list '\"top gun\"'", "A phrase."),
    ("movies list --not is:watched", "Not yet watched."),
    ("movies list year:1970s --sort rating --reverse --limit 10", "The best rated of a decade."),
    ("movies list tag:heist --not tag=seen", "Everything with one tag but not another."),
    ("movies list watched:2026-11", "Watched in a month."),
    ("movies list has:note rating:..4", "Rated low, with a note."),
    ("movies export --where genre:horror,thriller list.csv", "Any of several values, as a file."),
    ("movies delete --where title:untitled --dry-run", "Show what a change would choose."),
  ]
}
