internal import MovieArguments

extension Command {
  /// Describes `help`, which the parser implements.
  static let help = CommandDescription(
    "help", abstract: "Show help for a command or a topic.",
    arguments: [
      ArgumentDescription(
        .text("subcommand"),
        help: "A command, a command and its subcommand, or a topic; by default, all commands.",
        isOptional: true, isRepeated: true)
    ],
    examples: [
      ("movies help list", "Show help for 'list'."),
      ("movies help migrate plan", "Show help for a subcommand."),
      ("movies help formats", "Show a topic."),
    ], isHidden: true)

  /// Names that other programs use for the commands: suggested, never accepted.
  static let synonyms = [
    "bookmark": "favorite", "cast": "actors", "cat": "show", "change": "edit", "check": "doctor",
    "copy": "backup", "count": "stats", "create": "add", "destroy": "delete", "dir": "list",
    "downgrade": "migrate", "drop": "delete", "dump": "export", "erase": "delete", "film": "show",
    "films": "list", "filter": "search", "find": "search", "fix": "doctor", "fsck": "doctor",
    "generate": "seed", "get": "show", "grep": "search", "info": "show", "insert": "add",
    "interactive": "browse", "like": "favorite", "load": "import", "log": "migrate log",
    "man": "help", "manual": "help", "mark": "favorite", "menu": "browse", "modify": "edit",
    "movie": "show", "movies": "list", "new": "add", "people": "actors", "plan": "migrate plan",
    "populate": "seed", "purge": "delete", "query": "search", "random": "add --random",
    "rehearse": "migrate rehearse", "remove": "delete", "rename": "edit", "repair": "doctor",
    "save": "backup", "schema": "migrate schema", "set": "edit", "snapshot": "backup",
    "star": "favorite", "statistics": "stats", "status": "migrate status", "tui": "browse",
    "ui": "browse", "unfavorite": "favorite --off", "unmark": "favorite --off",
    "unstar": "favorite --off", "update": "edit", "upgrade": "migrate", "verify": "doctor",
    "view": "show", "where": "path", "which": "path",
  ]
}
