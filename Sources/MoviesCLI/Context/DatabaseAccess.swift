internal import MovieArguments
internal import MovieStore
internal import MovieSystem

/// Finds and opens the database of a command.
struct DatabaseAccess {
  private let foundLocation: Result<DatabaseLocation, CommandError>
  private let ui: UserInterface
  /// The server for which the command runs; `nil` for a user.
  let session: ServerSession?
  /// The description of changes in the history.
  let command: String

  init(
    option: String?, environment: Environment, ui: UserInterface, session: ServerSession?,
    command: String
  ) {
    foundLocation = Result { () throws(CommandError) in
      try DatabaseLocation(option: option, environment: environment)
    }
    self.ui = ui
    self.session = session
    self.command = command
  }

  /// The database file. Commands with file arguments do not need one, so that errors are thrown on access.
  var location: DatabaseLocation { get throws(CommandError) { try foundLocation.get() } }

  /// The path of the database file, printed once with `--verbose`.
  var path: String {
    get throws {
      let location = try location
      try ui.verboseOnce("database: \(location.path) (\(location.explanation))")
      return location.path
    }
  }

  /// The path of the database, for a command that needs a file.
  var filePath: String {
    get throws {
      let path = try path
      if path == ":memory:" {
        throw ValidationError("':memory:' is not a file. Specify a file with '--db <path>'.")
      }
      return path
    }
  }

  /// Opens the catalog. For reading, a missing default file is an empty catalog.
  ///
  /// - Parameter isTotal: Whether the command waits for locks for five seconds in total.
  func open(for access: Catalog.Access, waitingInTotal isTotal: Bool = true) throws -> Catalog {
    let location = try location
    if location.path == ":memory:" { return try Catalog() }
    let path = try path
    let exists = try location.exists
    if access == .reading, location.isDefault, !exists {
      try ui.info(aboutMissingCatalog(location))
      return try Catalog()
    }
    if access == .writing, !exists {
      ui.infoAfterWork { [path] isFailed in Self.aboutCreatedFile(path, isFailed: isFailed) }
    }
    let store = try Catalog(path: path, access: access, waitingInTotal: isTotal)
    store.defaultDescription = command
    if let session { store.didAddEntry = session.record }
    return store
  }

  /// The message about a file that did not exist before the command; `nil` if it still does not.
  ///
  /// The file of a command that failed stays. Another process can have opened it meanwhile, and
  /// SQLite does not notice that an empty file was removed.
  private static func aboutCreatedFile(_ path: String, isFailed: Bool) -> String? {
    guard FileMetadata.exists(path) else { return nil }
    var isEmpty = false
    if isFailed {
      do {
        let content = try CatalogFile(path).content()
        isEmpty = try content == .empty || Catalog(path: path, access: .reading).movieCount() == 0
      } catch {}
    }
    return "created '\(path)'" + (isEmpty ? ", which has no movies" : "")
  }

  /// The message about a missing default file, which is read as an empty catalog.
  func aboutMissingCatalog(_ location: DatabaseLocation) -> String {
    "no catalog at '\(location.path)' (\(location.explanation)); 'movies add' creates it"
  }

  /// Throws if the default file is missing, which most commands read as an empty catalog.
  func requireDefaultCatalog() throws {
    let location = try location
    if location.isDefault, try !location.exists {
      throw explained(StoreError(.fileNotFound(path: location.path)))
    }
  }

  /// The error; if the default file is missing, with the reason why it is the default.
  func explained(_ error: any Error) -> any Error {
    guard case .success(let location) = foundLocation, location.isDefault,
      (error as? StoreError)?.problem == .fileNotFound(path: location.path)
    else { return error }
    return CommandError.missingFile(
      "no catalog at '\(location.path)' (\(location.explanation)). To use another one, pass "
        + "'--db <path>'; adding or importing movies creates this one.")
  }

  /// Opens the catalog for a command that adds movies, or would add them with `--dry-run`.
  func openForCreate(isDryRun: Bool) throws -> Catalog {
    try open(for: isDryRun ? .dryRun : .writing)
  }

  /// Opens the catalog for a command that changes movies. A missing file is not created.
  func openForUpdate(isDryRun: Bool) throws -> Catalog {
    try location.exists ? openForCreate(isDryRun: isDryRun) : open(for: .reading)
  }
}

/// The database file of a command, and the reason for the choice.
struct DatabaseLocation: Sendable {
  let path: String
  let reason: Reason

  enum Reason: String, CaseIterable, Sendable {
    case option = "--db"
    case variable = "MOVIES_DB"
    case dataHome = "XDG_DATA_HOME"
    case home = "HOME"
  }

  /// Whether the file is the default one, which is an empty catalog if it is missing.
  var isDefault: Bool { reason == .dataHome || reason == .home }

  /// The first of `--db`, `MOVIES_DB`, the user's data directory, `~/.local/share`.
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
    } else if let folder = try value(of: "XDG_DATA_HOME"), folder.utf8.first == UInt8(ascii: "/") {
      (path, reason) = (folder + "/movies/movies.db", .dataHome)
    } else if let home = try value(of: "HOME"), home.utf8.first == UInt8(ascii: "/") {
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

  /// Whether there is anything at the path. Opening it tells whether it is a catalog.
  ///
  /// - Throws: `StoreError` for a dangling symbolic link.
  var exists: Bool {
    get throws(StoreError) {
      if FileMetadata.exists(path) { return true }
      return try CatalogFile(path).exists
    }
  }

  /// Throws if a file argument of a command is the database.
  static func requireOtherFile(_ file: String, than database: String) throws {
    let isDatabase: Bool
    do throws(SystemError) { isDatabase = try FileMetadata.refersToSamePath(file, database) } catch
    {
      throw StoreError(error, path: error.path ?? database)
    }
    if isDatabase {
      throw ValidationError("'\(file)' is the database itself. Use another file.")
    }
  }
}
