internal import MovieArguments
internal import MovieStore

/// Every option of the program.
enum Options {
  // MARK: Global

  static let database = OptionDescription(
    "db", value: .path("path"), help: "The database file.", group: "GLOBAL OPTIONS",
    environment: "MOVIES_DB", synonyms: ["--catalog", "--database", "--file"])
  static let color = OptionDescription(
    "color", value: .choice("when", ["auto", "always", "never"]),
    help: "When to color the output.", group: "GLOBAL OPTIONS", defaultValue: "auto",
    synonyms: ["--colour"], valueSynonyms: ["--no-color": "never", "--no-colour": "never"])
  static let noInput = OptionDescription(
    "no-input", help: "Never ask; commands that would ask require '--yes'.",
    group: "GLOBAL OPTIONS", synonyms: ["--batch", "--non-interactive"])
  static let noPager = OptionDescription(
    "no-pager", help: "Do not use a pager.", group: "GLOBAL OPTIONS")
  static let quiet = OptionDescription(
    "quiet", short: "q",
    help: "Print no counts, hints or progress; exit with 1 if nothing matches.",
    group: "GLOBAL OPTIONS", synonyms: ["--silent"])
  static let verbose = OptionDescription(
    "verbose", short: "v", help: "Also print the database file, row counts and timing.",
    group: "GLOBAL OPTIONS", synonyms: ["--debug", "--trace"])

  static let global = [database, color, noInput, noPager, quiet, verbose]

  // MARK: Output

  static let format = OptionDescription(
    "format", value: .choice("format", ["table", "tsv", "csv", "json", "ndjson", "ids"]),
    help: "The output format; by default, a table on a terminal, otherwise TSV.",
    group: "OUTPUT OPTIONS", valueSynonyms: formatSynonyms)
  private static let formatSynonyms = ["--json-lines": "ndjson", "--jsonl": "ndjson"]
  static let json = OptionDescription(
    "json", help: "Same as '--format json'.", group: "OUTPUT OPTIONS")
  /// For commands that print one object instead of records.
  static let plainJSON = OptionDescription(
    "json", help: "Print JSON.", group: "OUTPUT OPTIONS", synonyms: ["--format"])
  static let noHeader = OptionDescription(
    "no-header", help: "Print no header row in tables or CSV.", group: "OUTPUT OPTIONS")
  static let null = OptionDescription(
    "null", short: "0", help: "End TSV rows and ids with NUL.", group: "OUTPUT OPTIONS",
    synonyms: nullSynonyms)
  /// For commands that read references from standard input.
  private static let nullReferences = OptionDescription(
    "null", short: "0",
    help: "End TSV rows and ids with NUL, and expect NUL after each reference read from '-'.",
    group: "OUTPUT OPTIONS", synonyms: nullSynonyms)
  private static let nullSynonyms = ["--print0", "--zero"]
  static let movieColumns = OptionDescription(
    "columns", value: .choices("a,b,…", MovieRecord.columns.map(\.name)),
    help: "The columns to print, in this order.", group: "OUTPUT OPTIONS",
    synonyms: columnSynonyms)
  static let actorColumns = OptionDescription(
    "columns", value: .choices("a,b,…", ActorRecord.columns.map(\.name)),
    help: "The columns to print, in this order.", group: "OUTPUT OPTIONS",
    synonyms: columnSynonyms)
  private static let columnSynonyms = ["--cols", "--fields"]

  static let movieOutput = [format, json, movieColumns, noHeader, null]
  static let referenceOutput = [format, json, movieColumns, noHeader, nullReferences]
  static let actorOutput = [format, json, actorColumns, noHeader, null]

  // MARK: Changes

  static let dryRun = OptionDescription(
    "dry-run", short: "n", help: "Print what would happen, without changing anything.",
    group: "WRITE OPTIONS", synonyms: ["--preview", "--simulate", "--what-if"])
  static let yes = OptionDescription(
    "yes", short: "y", help: "Answer yes to all questions.", group: "WRITE OPTIONS",
    synonyms: ["--assume-yes", "--force", "-f"])

  static let writing = [dryRun, yes]

  // MARK: Selection and order

  /// Options that other programs have for a text to search for.
  static let textSynonyms = [
    "--contains", "--filter", "--find", "--match", "--name", "--query", "--search", "--title",
  ]
  private static let ifRepeated = "If the option is repeated, every value must match."
  static let search = OptionDescription(
    "search", value: .text("text"),
    help: "Only movies whose title contains every word, also inside other words. \(ifRepeated)",
    isRepeated: true, synonyms: textSynonyms + ["--matching", "--text"])
  static let favorites = OptionDescription(
    "favorites", help: "Only favorites.", synonyms: favoriteSynonyms)
  private static let favoriteSynonyms = ["--liked", "--star", "--starred"]
  static let actor = OptionDescription(
    "actor", value: .text("actor"),
    help:
      "Only movies with this actor: a name or an id ('name:7' or 'id:7' to be explicit). "
      + ifRepeated,
    isRepeated: true, completion: .lookup(CatalogLookup.actor),
    synonyms: castSynonyms + ["--star"])
  private static let castSynonyms = ["--cast", "--person", "--starring", "--with"]
  static let movieSort = OptionDescription(
    "sort", value: .choice("order", ListCommand.Order.allCases.map(\.rawValue)),
    help: "The sort order; 'relevance' requires a search text.", defaultValue: "title",
    synonyms: sortSynonyms)
  static let actorSort = OptionDescription(
    "sort", value: .choice("order", ActorsCommand.Order.allCases.map(\.rawValue)),
    help: "The sort order; 'billing' requires '--movie'.", defaultValue: "name",
    synonyms: sortSynonyms)
  static let castSort = OptionDescription(
    "sort", value: .choice("order", ["name", "billing"]),
    help: "The order of the actors.", defaultValue: "name", synonyms: sortSynonyms)
  private static let sortSynonyms = ["--order", "--order-by", "-s"]
  static let reverse = OptionDescription(
    "reverse", help: "Reverse the order.", synonyms: ["--desc", "--descending", "-r"])
  static let limit = OptionDescription(
    "limit", value: .integer("n", 0...Int64.max), help: "The maximum number of results.",
    synonyms: ["--first", "--head", "--max", "--max-count", "--top", "-l", "-n"])
  static let offset = OptionDescription(
    "offset", value: .integer("n", 0...Int64.max), help: "The number of results to skip.",
    defaultValue: "0", synonyms: ["--skip", "--start"])
  static let shuffleSeed = OptionDescription(
    "seed", value: .integer("n", 0...Int64.max),
    help: "The seed for '--sort random'; the same seed gives the same order.")
  static let movie = OptionDescription(
    "movie", value: .text("movie"), help: "Only the cast of this movie: a title or an id.",
    completion: .lookup(CatalogLookup.movie), synonyms: ["--movies"])
  static let depth = OptionDescription(
    "depth", value: .integer("n", 1...100),
    help: "How deep to drill down: 2 adds the movies of each actor, 3 their actors, and so on.",
    defaultValue: "1", synonyms: ["--level", "--levels", "--recursive"])

  // MARK: Single commands

  static let castName = OptionDescription(
    "actor", value: .text("name"),
    help: "An actor in the cast. Repeat the option for each actor, in billing order.",
    isRepeated: true, completion: .lookup(CatalogLookup.name), synonyms: castSynonyms)
  static let favorite = OptionDescription(
    "favorite", help: "Mark the movie as a favorite.", synonyms: favoriteSynonyms)
  static let random = OptionDescription(
    "random", help: "Add a random real movie that is not yet in the catalog.")
  static let dataSeed = OptionDescription(
    "seed", value: .integer("n", 0...Int64.max),
    help: "The random seed; the same seed gives the same movies in an empty catalog.")
  static let plain = OptionDescription(
    "plain", help: "Use a line-based mode for screen readers, scripts and dumb terminals.")
  static let title = OptionDescription(
    "title", value: .text("title"), help: "The new title.", synonyms: ["--name", "--rename"])
  static let addActor = OptionDescription(
    "add-actor", value: .text("name"), help: "Add an actor at the end of the cast.",
    isRepeated: true, completion: .lookup(CatalogLookup.name), synonyms: ["--cast"])
  static let removeActor = OptionDescription(
    "remove-actor", value: .text("name"), help: "Remove an actor from the cast.",
    isRepeated: true, completion: .lookup(CatalogLookup.cast),
    synonyms: ["--cast", "--delete-actor", "--drop-actor"])
  static let renameActor = OptionDescription(
    "rename-actor", value: .text("old=new"),
    help: "Change a name in the cast of this movie; the billing order stays the same.",
    isRepeated: true, synonyms: ["--cast"])
  static let on = OptionDescription(
    "on", help: "Mark the movies instead of toggling them.", synonyms: ["--mark", "--set"])
  static let off = OptionDescription(
    "off", help: "Unmark the movies instead of toggling them.",
    synonyms: ["--remove", "--unmark", "--unset"])
  static let matching = OptionDescription(
    "matching", value: .text("text"),
    help: "All movies whose title contains every word, also inside other words. \(ifRepeated)",
    isRepeated: true, synonyms: textSynonyms)
  static let all = OptionDescription("all", help: "All movies in the catalog.")
  static let percent = OptionDescription(
    "favorites", value: .integer("percent", 0...100),
    help: "The percentage of favorites.", defaultValue: "10")
  static let importFormat = OptionDescription(
    "format", value: .choice("format", ["auto", "ndjson", "json", "csv", "tsv"]),
    help: "The input format; 'auto' detects it from the first bytes.", defaultValue: "auto",
    valueSynonyms: formatSynonyms)
  static let skipExisting = OptionDescription(
    "skip-existing", help: "Skip records whose title and cast are already in the catalog.",
    synonyms: ["--ignore-duplicates", "--ignore-existing", "--no-duplicates", "--skip-duplicates"])
  static let onError = OptionDescription(
    "on-error", value: .choice("action", ["stop", "skip"]),
    help: "How to handle invalid records: 'stop' imports nothing, 'skip' imports the others.",
    defaultValue: "stop",
    valueSynonyms: ["--ignore-errors": "skip", "--keep-going": "skip", "--skip-errors": "skip"])
  static let exportFormat = OptionDescription(
    "format", value: .choice("format", ["ndjson", "json", "csv", "tsv"]),
    help: "The output format; by default, that of the file extension, or NDJSON.",
    valueSynonyms: formatSynonyms)
  static let manual = OptionDescription(
    "generate-manual", help: "Print the manual page.", isHidden: true)
  static let shell = OptionDescription(
    "shell", value: .choice("shell", CompletionShell.allCases.map(\.rawValue)),
    help: "The shell to complete for.")
  static let force = OptionDescription(
    "force", help: "Replace the file if it exists.",
    synonyms: ["--overwrite", "--replace", "-f"])

  static let fix = OptionDescription(
    "fix", help: "Repair what can be repaired; writes a backup first.",
    synonyms: ["--repair"])

  // MARK: Migrations

  static let versions = 1...Int64(SchemaVersion.newest.rawValue)
  static let targetVersion = OptionDescription(
    "to", value: .integer("n", versions),
    help: "The schema version to migrate to, such as 3 or v3.",
    defaultValue: "\(versions.upperBound)", synonyms: ["--down", "--rollback", "--target"],
    numberPrefix: "v")
  static let backup = OptionDescription(
    "backup", value: .path("file"), help: "The file to create for the backup.")
  static let noBackup = OptionDescription("no-backup", help: "Do not write a backup.")
  static let acceptLoss = OptionDescription(
    "accept-loss", help: "Allow a downgrade to lose data that the older schema cannot store.",
    synonyms: ["--allow-loss"])
  static let sql = OptionDescription(
    "sql", help: "Print the SQL of the steps instead of the plan.")
  static let report = OptionDescription(
    "report", value: .text("format:file"),
    help:
      "Also write a report: 'junit:<file>', 'json:<file>', or 'github' for annotations on standard "
      + "output.",
    isRepeated: true)
}
