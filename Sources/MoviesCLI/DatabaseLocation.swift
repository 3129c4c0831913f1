internal import MovieSystem

/// Which database file is in use, and why that one.
struct DatabaseLocation: Sendable {
  let path: String
  let reason: Reason

  enum Reason: String, Sendable {
    case option = "--db"
    case variable = "MOVIES_DB"
    case dataHome = "XDG_DATA_HOME"
    case home = "HOME"
  }

  /// Whether nobody named the file, so that a missing one is an empty catalog.
  var isDefault: Bool { reason == .dataHome || reason == .home }

  /// The first of `--db`, `MOVIES_DB`, the user's data folder, `~/.local/share`.
  init(option: String?, environment: Environment) throws(CommandError) {
    func value(of name: String) throws(CommandError) -> String? {
      if environment.isUnreadable(name) {
        throw .usage(
          "the environment variable \(name) is not valid UTF-8. Correct it, or pass '--db <path>'.")
      }
      return environment[name]
    }
    if let option {
      if option.isEmpty { throw .usage("'--db' requires a file name.") }
      (path, reason) = (option, .option)
    } else if let variable = try value(of: "MOVIES_DB") {
      (path, reason) = (variable, .variable)
    } else if let folder = try value(of: "XDG_DATA_HOME"), folder.hasPrefix("/") {
      (path, reason) = (folder + "/movies/movies.db", .dataHome)
    } else if let home = try value(of: "HOME"), home.hasPrefix("/") {
      (path, reason) = (home + "/.local/share/movies/movies.db", .home)
    } else {
      throw .missingFile(
        "no home directory for the database. Set HOME, or pass '--db <path>'.")
    }
  }

  /// The reason for the choice, as a clause.
  var explanation: String {
    switch reason {
    case .option: "set by --db"
    case .variable: "set by the environment variable MOVIES_DB"
    case .dataHome: "the default, in the directory set by XDG_DATA_HOME"
    case .home: "the default, because neither --db nor MOVIES_DB is set"
    }
  }

  /// Whether something stands at the path.
  var exists: Bool { FileMetadata.exists(path) }

  /// Whether both paths lead to one file, or would if it were there.
  static func isSamePlace(_ one: String, _ other: String) -> Bool {
    if FileMetadata.refersToSameFile(one, other) { return true }
    let (left, right) = (parts(of: one), parts(of: other))
    return left.name == right.name && FileMetadata.refersToSameFile(left.folder, right.folder)
  }

  private static func parts(of path: String) -> (folder: String, name: [UInt8]) {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else {
      return (".", Array(path.utf8))
    }
    return (String(path[...slash]), Array(path.utf8[path.utf8.index(after: slash)...]))
  }
}
