internal import MovieArguments

extension Command {
  /// The parser shows the help itself; this says how to ask for it.
  static let help = CommandDescription(
    "help", abstract: "Show how a command is used, or what there is to know about a topic.",
    arguments: [
      ArgumentDescription(
        .text("subcommand"),
        help: "A command, a subcommand behind its command, or a topic; without one, all commands.",
        isOptional: true, isRepeated: true)
    ],
    examples: [
      ("movies help list", "How 'list' is used."),
      ("movies help migrate plan", "The same of a subcommand."),
      ("movies help formats", "A topic."),
    ], isHidden: true)

  /// What other programs, and people, call the commands.
  static let synonyms = [
    "bookmark": "favorite", "cast": "actors", "cat": "show", "change": "edit", "check": "doctor",
    "copy": "backup", "count": "stats", "create": "add", "drop": "delete", "dump": "export",
    "erase": "delete", "film": "show", "films": "list", "filter": "search", "find": "search",
    "fix": "doctor", "fsck": "doctor", "generate": "seed", "get": "show", "grep": "search",
    "info": "stats", "insert": "add", "interactive": "browse", "like": "favorite",
    "load": "import", "log": "migrate log", "man": "help", "manual": "help", "menu": "browse",
    "modify": "edit", "movie": "show", "movies": "list", "new": "add", "people": "actors",
    "plan": "migrate plan", "populate": "seed", "query": "search", "random": "add --random",
    "rehearse": "migrate rehearse", "remove": "delete", "rename": "edit", "repair": "doctor",
    "save": "backup", "schema": "migrate schema", "set": "edit", "snapshot": "backup",
    "star": "favorite", "statistics": "stats", "status": "migrate status", "tui": "browse",
    "ui": "browse", "unfavorite": "favorite --off", "unstar": "favorite --off",
    "update": "edit", "upgrade": "migrate", "verify": "doctor", "view": "show",
    "where": "path", "which": "path",
  ]
}
