internal import MovieArguments
internal import MovieStore

/// Every option of the program, once.
enum Options {
  // MARK: Everywhere

  static let database = OptionDescription(
    "db", value: .path("path"), help: "The database file.", group: "GLOBAL OPTIONS",
    environment: "MOVIES_DB", synonyms: ["--database", "--file", "--catalog", "-d"])
  static let color = OptionDescription(
    "color", value: .choice("when", ["auto", "always", "never"]),
    help: "Whether to color output.", group: "GLOBAL OPTIONS", defaultValue: "auto",
    synonyms: ["--colour"])
  static let noInput = OptionDescription(
    "no-input", help: "Never ask: a command that would ask needs '--yes'.", group: "GLOBAL OPTIONS")
  static let noPager = OptionDescription(
    "no-pager", help: "Never use a pager, however long the output is.", group: "GLOBAL OPTIONS")
  static let quiet = OptionDescription(
    "quiet", short: "q", help: "No counts, hints or progress; exit with 1 if nothing matched.",
    group: "GLOBAL OPTIONS", synonyms: ["--silent"])
  static let verbose = OptionDescription(
    "verbose", short: "v", help: "Say more: the database file, rows and time.",
    group: "GLOBAL OPTIONS")

  static let global = [database, color, noInput, noPager, quiet, verbose]

  // MARK: Where records are printed

  static let format = OptionDescription(
    "format", value: .choice("format", ["table", "tsv", "csv", "json", "ndjson", "ids"]),
    help: "How to print records: a table on a terminal, else TSV.", group: "OUTPUT OPTIONS",
    synonyms: ["--output", "-o"])
  static let json = OptionDescription(
    "json", help: "The same as '--format json'.", group: "OUTPUT OPTIONS")
  /// For what is not printed as records.
  static let plainJSON = OptionDescription("json", help: "Print JSON.", group: "OUTPUT OPTIONS")
  static let noHeader = OptionDescription(
    "no-header", help: "No heading in a table or in CSV.", group: "OUTPUT OPTIONS")
  static let null = OptionDescription(
    "null", short: "0",
    help: "End TSV rows and ids with NUL, and expect NUL behind each reference that is read.",
    group: "OUTPUT OPTIONS", synonyms: ["--print0", "--zero"])
  static let movieColumns = OptionDescription(
    "columns", value: .choices("a,b,…", MovieRecord.columns.map(\.name)),
    help: "The columns to print, in this order.", group: "OUTPUT OPTIONS")
  static let actorColumns = OptionDescription(
    "columns", value: .choices("a,b,…", ActorRecord.columns.map(\.name)),
    help: "The columns to print, in this order.", group: "OUTPUT OPTIONS")

  static let movieOutput = [format, json, movieColumns, noHeader, null]
  static let actorOutput = [format, json, actorColumns, noHeader, null]

  // MARK: Where something changes

  static let dryRun = OptionDescription(
    "dry-run", short: "n", help: "Print what would happen, and change nothing.",
    group: "WRITE OPTIONS", synonyms: ["--preview", "--simulate", "--what-if"])
  static let yes = OptionDescription(
    "yes", short: "y", help: "Answer yes to every question.", group: "WRITE OPTIONS",
    synonyms: ["--assume-yes", "--force", "-f"])

  static let writing = [dryRun, yes]

  // MARK: Which records, in which order

  static let search = OptionDescription(
    "search", value: .text("text"),
    help: "Only movies whose title has every word. If repeated, all must match.",
    isRepeated: true, synonyms: ["--filter", "--find", "--query", "--title"])
  static let favorites = OptionDescription(
    "favorites", help: "Only favorites.", synonyms: ["--starred"])
  static let actor = OptionDescription(
    "actor", value: .text("actor"),
    help:
      "Only movies with the actor: an id or a name ('id:7', 'name:7'). If repeated, all must match.",
    isRepeated: true, completion: .lookup(CatalogLookup.actor))
  static let movieSort = OptionDescription(
    "sort", value: .choice("order", ["title", "added", "relevance", "random"]),
    help: "The order of the list; relevance needs a text.", defaultValue: "title",
    synonyms: sortSynonyms)
  static let actorSort = OptionDescription(
    "sort", value: .choice("order", ["name", "movies", "billing"]),
    help: "The order of the list; billing needs '--movie'.", defaultValue: "name",
    synonyms: sortSynonyms)
  static let castSort = OptionDescription(
    "sort", value: .choice("order", ["name", "billing"]),
    help: "The order of a movie's actors.", defaultValue: "name", synonyms: sortSynonyms)
  private static let sortSynonyms = ["--order", "--order-by", "-s"]
  static let reverse = OptionDescription(
    "reverse", help: "Turn the order around.", synonyms: ["--desc", "--descending", "-r"])
  static let limit = OptionDescription(
    "limit", value: .integer("n", 0...Int64.max), help: "At most this many.",
    synonyms: ["--count", "--first", "--head", "--max", "--top", "-l", "-n"])
  static let offset = OptionDescription(
    "offset", value: .integer("n", 0...Int64.max), help: "Skip this many first.",
    defaultValue: "0", synonyms: ["--page", "--skip", "--start"])
  static let shuffleSeed = OptionDescription(
    "seed", value: .integer("n", 0...Int64.max),
    help: "Shuffle '--sort random' the same way each time.")
  static let movie = OptionDescription(
    "movie", value: .text("movie"), help: "Only the cast of the movie: an id or a title.",
    completion: .lookup(CatalogLookup.movie))
  static let depth = OptionDescription(
    "depth", value: .integer("n", 1...100),
    help: "How far to drill down: 2 adds each actor's movies, 3 their actors, and so on.",
    defaultValue: "1")

  // MARK: One command's own

  static let castName = OptionDescription(
    "actor", value: .text("name"), help: "An actor of the cast, in billing order.",
    isRepeated: true, completion: .lookup(CatalogLookup.name))
  static let favorite = OptionDescription("favorite", help: "Make the movie a favorite.")
  static let random = OptionDescription(
    "random", help: "Add a real film that is not in the catalog yet.")
  static let dataSeed = OptionDescription(
    "seed", value: .integer("n", 0...Int64.max),
    help: "Where the random films start: the same number, the same films.")
  static let plain = OptionDescription(
    "plain", help: "A dialogue of lines instead of a screen: for screen readers and scripts.")
  static let title = OptionDescription(
    "title", value: .text("title"), help: "A new title.")
  static let addActor = OptionDescription(
    "add-actor", value: .text("name"), help: "An actor to put at the end of the cast.",
    isRepeated: true, completion: .lookup(CatalogLookup.name))
  static let removeActor = OptionDescription(
    "remove-actor", value: .text("name"), help: "An actor to take from the cast.",
    isRepeated: true, completion: .lookup(CatalogLookup.cast))
  static let renameActor = OptionDescription(
    "rename-actor", value: .text("old=new"),
    help: "Another name at the same place of this movie's cast.", isRepeated: true)
  static let on = OptionDescription("on", help: "Mark them, whatever they were.")
  static let off = OptionDescription("off", help: "Unmark them, whatever they were.")
  static let matching = OptionDescription(
    "matching", value: .text("text"),
    help: "Every movie whose title has every word. If repeated, all must match.",
    isRepeated: true, synonyms: ["--filter", "--query", "--search"])
  static let all = OptionDescription("all", help: "Every movie of the catalog.")
  static let percent = OptionDescription(
    "favorites", value: .integer("percent", 0...100),
    help: "How many in a hundred are favorites.", defaultValue: "10")
  static let importFormat = OptionDescription(
    "format", value: .choice("format", ["auto", "ndjson", "json", "csv", "tsv"]),
    help: "What the files are; auto looks at the first bytes.", defaultValue: "auto")
  static let skipExisting = OptionDescription(
    "skip-existing", help: "Skip records whose title and cast are in the catalog already.")
  static let onError = OptionDescription(
    "on-error", value: .choice("action", ["stop", "skip"]),
    help: "What to do with a bad record: import nothing, or report it and import the rest.",
    defaultValue: "stop")
  static let exportFormat = OptionDescription(
    "format", value: .choice("format", ["ndjson", "json", "csv", "tsv"]),
    help: "What to write. Default: by the file's extension; NDJSON without an extension or file.")
  static let manual = OptionDescription(
    "generate-manual", help: "Print the manual page.", isHidden: true)
  static let shell = OptionDescription(
    "shell", value: .choice("shell", CompletionShell.allCases.map(\.rawValue)),
    help: "The shell that asks.")
  static let force = OptionDescription(
    "force", help: "Replace the file if it exists.", synonyms: ["--overwrite", "--yes", "-f", "-y"])

  static let fix = OptionDescription(
    "fix", help: "Mend what can be mended, after a backup beside the file.",
    synonyms: ["--mend", "--repair"])

  // MARK: Migrations

  static let versions = 1...Int64(SchemaVersion.newest.rawValue)
  static let targetVersion = OptionDescription(
    "to", value: .integer("n", versions), help: "The schema version to reach, up or down: 3 or v3.",
    defaultValue: "\(versions.upperBound)", synonyms: ["--target"], numberPrefix: "v")
  static let backup = OptionDescription(
    "backup", value: .path("file"), help: "A new file for the database as it was.")
  static let noBackup = OptionDescription(
    "no-backup", help: "Do not keep the database as it was.")
  static let acceptLoss = OptionDescription(
    "accept-loss", help: "Lose what an older schema has no place for.",
    synonyms: ["--allow-loss", "--force", "--yes", "-f", "-y"])
  static let sql = OptionDescription(
    "sql", help: "Print the SQL of the steps instead, for reading.")
  static let report = OptionDescription(
    "report", value: .text("format:file"),
    help: "Report as well: junit:<file>, json:<file>, or github for annotations.",
    isRepeated: true)
}
