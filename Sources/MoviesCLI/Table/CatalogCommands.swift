internal import MovieArguments

/// The commands that read and change the catalog.
extension Command {
  static let movieArgument = ArgumentDescription(
    .text("movie"),
    help:
      "A title, an id (12) or a range of ids (3..9). Use 'id:12' or 'title:12' to be explicit. '-' "
      + "reads references from standard input: one per line, or the TSV output of 'list'. On "
      + "standard input, a number is always an id.",
    isRepeated: true, completion: .lookup(CatalogLookup.movie))
  private static let words = ArgumentDescription(
    .text("text"),
    help:
      "Words that the title must contain, also inside other words. Words in double quotes form a "
      + "phrase.",
    isRepeated: true, synonyms: Options.textSynonyms)
  private static let selection = [
    Options.favorites, Options.actor, Options.movieSort, Options.reverse, Options.limit,
    Options.offset, Options.shuffleSeed,
  ]

  static let add = Command(
    CommandDescription(
      "add", abstract: "Add a movie.", group: "CATALOG",
      arguments: [
        ArgumentDescription(
          .text("title"), help: "The title; omit it with '--random'.", isOptional: true,
          synonyms: ["--name"])
      ],
      options: [Options.castName, Options.favorite, Options.random, Options.dataSeed]
        + Options.movieOutput + Options.writing,
      examples: [
        (
          "movies add 'The Score' --actor 'Robert De Niro' --actor 'Edward Norton'",
          "Add a movie with its cast, in billing order."
        ),
        ("movies add --random", "Add a random real movie."),
      ]), run: AddCommand.run)

  static let list = Command(
    CommandDescription(
      "list", aliases: ["ls"], abstract: "List movies.", group: "CATALOG",
      options: [Options.search] + selection + Options.movieOutput,
      examples: [
        ("movies list --favorites --sort added", "List favorites in the order they were added."),
        ("movies list --actor 7 --json", "List the movies of actor 7, as JSON."),
        ("movies list --sort random --limit 1", "Pick a random movie."),
      ], alternatives: [search.description]), run: ListCommand.run)

  static let search = Command(
    CommandDescription(
      "search", abstract: "Search movies by title.", group: "CATALOG",
      arguments: [words], options: selection + Options.movieOutput,
      examples: [
        ("movies search amelie", "Find 'Amélie'; case and accents are ignored."),
        (
          "movies search '\"golden river\"' --sort relevance",
          "Search for a phrase, best match first."
        ),
      ]), run: ListCommand.run)

  static let show = Command(
    CommandDescription(
      "show", abstract: "Show movies and their actors, or drill down with '--depth'.",
      group: "CATALOG",
      arguments: [movieArgument],
      options: [Options.castSort, Options.reverse, Options.depth] + Options.referenceOutput,
      examples: [
        ("movies show 12", "Show a movie and its actors."),
        ("movies show 12 --depth 2", "Also show the other movies of each actor."),
      ]), run: ShowCommand.run)

  static let actors = Command(
    CommandDescription(
      "actors", abstract: "List actors and the number of their movies.", group: "CATALOG",
      arguments: [
        ArgumentDescription(
          .text("text"), help: "Words that the name must contain, also inside other words.",
          isOptional: true, isRepeated: true, completion: .lookup(CatalogLookup.name),
          synonyms: Options.textSynonyms + ["--actor"])
      ],
      options: [
        Options.movie, Options.actorSort, Options.reverse, Options.limit, Options.offset,
      ] + Options.actorOutput,
      examples: [
        ("movies actors --sort movies --limit 10", "List the ten actors with the most movies."),
        ("movies actors --movie 12 --sort billing", "List the cast of a movie in billing order."),
      ]), run: ActorsCommand.run)

  static let edit = Command(
    CommandDescription(
      "edit", abstract: "Change the title or the cast of a movie.", group: "CATALOG",
      arguments: [
        ArgumentDescription(
          .text("movie"), help: "A title or an id; use 'id:12' or 'title:12' to be explicit.",
          completion: .lookup(CatalogLookup.movie))
      ],
      options: [
        Options.title, Options.addActor, Options.removeActor, Options.renameActor,
      ] + Options.movieOutput + Options.writing,
      examples: [
        ("movies edit 12 --title 'The Score'", "Change the title."),
        (
          "movies edit 12 --rename-actor 'Bob De Niro=Robert De Niro'",
          "Change a name in the cast."
        ),
      ]), run: EditCommand.run)

  static let favorite = Command(
    CommandDescription(
      "favorite", aliases: ["fav"], abstract: "Mark movies as favorites, or unmark them.",
      group: "CATALOG", arguments: [movieArgument],
      options: [Options.on, Options.off] + Options.referenceOutput + Options.writing,
      examples: [
        ("movies favorite 12 40", "Mark each movie, or unmark it if it is a favorite."),
        (
          "movies search river --format ids | movies favorite - --on",
          "Mark all movies that a search finds."
        ),
      ]), run: FavoriteCommand.run)

  static let delete = Command(
    CommandDescription(
      "delete", aliases: ["rm"], abstract: "Delete movies.",
      discussion:
        "Actors that have no movies left are deleted as well. Deleting three or more movies requires "
        + "confirmation, and so do '--matching' and '--all'; when not run interactively, these need "
        + "'--yes'.",
      group: "CATALOG",
      arguments: [
        ArgumentDescription(
          .text("movie"), help: movieArgument.help, isOptional: true, isRepeated: true,
          completion: .lookup(CatalogLookup.movie))
      ],
      options: [Options.matching, Options.all] + Options.referenceOutput + Options.writing,
      examples: [
        ("movies delete 12", "Delete one movie."),
        ("movies delete --matching river --dry-run", "Show which movies would be deleted."),
      ]), run: DeleteCommand.run)

  static let stats = Command(
    CommandDescription(
      "stats", abstract: "Show statistics about the catalog.", group: "CATALOG",
      options: [Options.plainJSON],
      examples: [
        ("movies stats", "Show totals and the busiest actors."),
        ("movies stats --json --db old.db", "Show the statistics of another database, as JSON."),
      ]), run: StatsCommand.run)

  static let browse = Command(
    CommandDescription(
      "browse", abstract: "Browse movies and actors interactively.",
      discussion:
        "Press Enter to open, q to go back, / to filter and ? for help. 'movies help keys' lists all "
        + "keys. If TERM is unset or 'dumb', 'browse' uses the line-based mode of '--plain'.",
      group: "CATALOG",
      arguments: [
        ArgumentDescription(
          .text("text"), help: "Words to filter the movies by.", isOptional: true,
          isRepeated: true, synonyms: Options.textSynonyms)
      ],
      options: [Options.plain],
      examples: [
        ("movies browse", "Browse the whole catalog."),
        (
          "printf '1\\n1\\nq\\n' | movies browse --plain",
          "Open the first movie and its first actor, then quit."
        ),
      ]), run: BrowseCommand.run)
}
