internal import MovieArguments

/// The commands that look at the catalog and change it.
extension Command {
  static let movieArgument = ArgumentDescription(
    .text("movie"),
    help:
      "A title, an id (12) or a range of ids (3..9); 'id:12' and 'title:12' say which is meant. "
      + "'-' reads them from standard input, one a line or as TSV of 'list'; there a number is an id.",
    isRepeated: true, completion: .lookup(CatalogLookup.movie))
  private static let words = ArgumentDescription(
    .text("text"), help: "Words that must all occur; \"two words\" in quotes are one phrase.",
    isRepeated: true)
  private static let selection = [
    Options.favorites, Options.actor, Options.movieSort, Options.reverse, Options.limit,
    Options.offset, Options.shuffleSeed,
  ]

  static let add = Command(
    CommandDescription(
      "add", abstract: "Add a movie, or a random real one.", group: "CATALOG",
      arguments: [
        ArgumentDescription(
          .text("title"), help: "The title, unless '--random' finds one.", isOptional: true)
      ],
      options: [Options.castName, Options.favorite, Options.random, Options.dataSeed]
        + Options.movieOutput + Options.writing,
      examples: [
        (
          "movies add 'The Score' --actor 'Robert De Niro' --actor 'Edward Norton'",
          "A movie and its cast, in billing order."
        ),
        ("movies add --random", "A real film that is not in the catalog yet."),
      ]), run: AddCommand.run)

  static let list = Command(
    CommandDescription(
      "list", aliases: ["ls"], abstract: "List movies.", group: "CATALOG",
      options: [Options.search] + selection + Options.movieOutput,
      examples: [
        ("movies list --favorites --sort added", "Favorites, the oldest first."),
        ("movies list --actor 7 --json", "The movies of an actor, as JSON."),
        ("movies list --sort random --limit 1", "One to watch tonight."),
      ]), run: ListCommand.run)

  static let search = Command(
    CommandDescription(
      "search", abstract: "List movies whose title has every word.", group: "CATALOG",
      arguments: [words], options: selection + Options.movieOutput,
      examples: [
        ("movies search amelie", "Case and accents do not matter."),
        ("movies search '\"golden river\"' --sort relevance", "A phrase, the best answer first."),
      ]), run: ListCommand.run)

  static let show = Command(
    CommandDescription(
      "show", abstract: "Show movies with their actors, and drill down.", group: "CATALOG",
      arguments: [movieArgument],
      options: [Options.castSort, Options.reverse, Options.depth] + Options.movieOutput,
      examples: [
        ("movies show 12", "A movie and its actors."),
        ("movies show 12 --depth 2", "And the other movies of each actor."),
      ]), run: ShowCommand.run)

  static let actors = Command(
    CommandDescription(
      "actors", abstract: "List actors with the number of their movies.", group: "CATALOG",
      arguments: [
        ArgumentDescription(
          .text("text"), help: "Words that the name must have.", isOptional: true, isRepeated: true,
          completion: .lookup(CatalogLookup.name))
      ],
      options: [
        Options.movie, Options.actorSort, Options.reverse, Options.limit, Options.offset,
      ] + Options.actorOutput,
      examples: [
        ("movies actors --sort movies --limit 10", "The ten busiest."),
        ("movies actors --movie 12 --sort billing", "The cast of a movie in billing order."),
      ]), run: ActorsCommand.run)

  static let edit = Command(
    CommandDescription(
      "edit", abstract: "Change the title or the cast of a movie.", group: "CATALOG",
      arguments: [
        ArgumentDescription(
          .text("movie"), help: "An id or a title; also 'id:12' or 'title:12'.",
          completion: .lookup(CatalogLookup.movie))
      ],
      options: [
        Options.title, Options.addActor, Options.removeActor, Options.renameActor,
      ] + Options.movieOutput + Options.writing,
      examples: [
        ("movies edit 12 --title 'The Score'", "Another title."),
        (
          "movies edit 12 --rename-actor 'Bob De Niro=Robert De Niro'",
          "Another name at the same place."
        ),
      ]), run: EditCommand.run)

  static let favorite = Command(
    CommandDescription(
      "favorite", aliases: ["fav"], abstract: "Mark movies as favorites, or unmark them.",
      group: "CATALOG", arguments: [movieArgument],
      options: [Options.on, Options.off] + Options.movieOutput + Options.writing,
      examples: [
        ("movies favorite 12 40", "Turn each around: favorites no longer are, the others become."),
        ("movies search river --format ids | movies favorite - --on", "Everything a search found."),
      ]), run: FavoriteCommand.run)

  static let delete = Command(
    CommandDescription(
      "delete", aliases: ["rm"], abstract: "Delete movies, and actors left without any.",
      discussion:
        "One or two movies that are named go at once. Three or more, '--matching' and '--all' ask "
        + "first; where nobody can be asked, they need '--yes'.",
      group: "CATALOG",
      arguments: [
        ArgumentDescription(
          .text("movie"), help: movieArgument.help, isOptional: true, isRepeated: true,
          completion: .lookup(CatalogLookup.movie))
      ],
      options: [Options.matching, Options.all] + Options.movieOutput + Options.writing,
      examples: [
        ("movies delete 12", "One movie."),
        ("movies delete --matching river --dry-run", "What would go."),
      ]), run: DeleteCommand.run)

  static let stats = Command(
    CommandDescription(
      "stats", abstract: "Show the catalog in numbers.", group: "CATALOG",
      options: [Options.plainJSON],
      examples: [
        ("movies stats", "How many movies, favorites and actors, and who is in the most."),
        ("movies stats --json --db films.db", "The same of a file, for a script."),
      ]), run: StatsCommand.run)

  static let browse = Command(
    CommandDescription(
      "browse", abstract: "Walk by keys from movies to their actors to their movies.",
      discussion:
        "j and k move, Enter opens, q goes back, / filters as you type, ? shows all keys. "
        + "Where TERM is unset or 'dumb', and with '--plain', it is a dialogue of lines.",
      group: "CATALOG",
      arguments: [
        ArgumentDescription(
          .text("text"), help: "Words to filter the first list by.", isOptional: true,
          isRepeated: true)
      ],
      options: [Options.plain],
      examples: [
        ("movies browse", "The whole catalog, on the whole screen."),
        ("printf '1\\n1\\nq\\n' | movies browse --plain", "The first actor of the first movie."),
      ]), run: BrowseCommand.run)
}
