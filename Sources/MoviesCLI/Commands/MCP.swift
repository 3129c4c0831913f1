internal import MovieArguments
internal import MovieMCP
internal import MovieStore
internal import MovieSystem

/// `mcp`: lets a program such as an assistant use the catalog, by the Model Context Protocol.
struct MCP: Command {
  static let configuration = CommandConfiguration(
    commandName: "mcp", abstract: "Serve the catalog over the Model Context Protocol.",
    discussion: """
      A client, such as an assistant or an editor, starts the command and calls its tools: 'search', \
      'show', 'list', 'stats' and 'history' read the catalog. With '--write', 'add', 'edit' and 'undo' \
      change it: each call is one change of 'movies history', with the checks of the command. \
      'undo' undoes only changes that this server made, so it deletes only movies that this server \
      added. No other tool deletes movies, and no tool creates a catalog.

      An answer has at most \(Formatting.grouped(ToolResult.byteLimit)) bytes. It says what is missing and how \
      to get it: the total of a list and the next offset, or the members that were cut.

      Reads messages from standard input until it ends, one line each, and writes the answers to standard \
      output. To register the command in a client, add it to its configuration:

      {"mcpServers": {"movies": {"command": "movies", "args": ["mcp"]}}}
      """,
    examples: [
      Example("movies mcp", "Let a client read your catalog."),
      Example("movies mcp --write --db demo.db", "Let a client also change the movies of a file."),
    ], suggestedFor: ["serve", "server"])
  static let contract = CommandContract(.reads, with: ["write": .writes])

  @Flag(
    name: "--write",
    help: ArgumentHelp(
      "Also provide the tools that change the catalog.",
      suggestedFor: ["--allow-write", "--read-write"]))
  var write = false
  @OptionGroup(title: "Global options") var global: GlobalOptions

  func run(_ context: CommandContext) throws -> ExitStatus {
    let path = try context.database.filePath
    let location = try context.database.location
    if try location.exists {
      try context.ui.info("serving '\(path)' \(write ? "with write access" : "read-only")")
    } else {
      try context.ui.info(context.database.aboutMissingCatalog(location))
    }
    let session = ServerSession()
    var server = ToolServer(
      name: "movies", release: Release.version, instructions: Self.instructions,
      tools: ServedCommand.all.filter { write || $0.effect == .reads }.map { command in
        command.tool { try call(command, $0, $1, context, session) }
      })
    do {
      try server.serve(context.input) {
        try context.output.write(json: $0)
        try context.output.flush()
      }
    } catch is Interrupted {
      return .interrupted
    }
    return .done
  }

  private static let instructions = HelpPage(
    HelpTopic(
      "query",
      abstract:
        "A user's catalog of movies, with casts, ratings and watch dates. The 'terms' of a tool "
        + "are a query.",
      sections: Array(HelpTopic.query.sections.prefix(2)))
  ).text(columns: 100)

  // MARK: Calls

  /// The end of the process by a signal: the client gets no answer about a change that was rolled back.
  private struct Interrupted: Error {}

  /// Runs the command on the catalog of this command.
  private func call(
    _ command: ServedCommand, _ arguments: CommandArguments, _ words: [String],
    _ context: CommandContext, _ session: ServerSession
  ) throws -> ToolResult {
    let location = try context.database.location
    do {
      guard try location.exists else {
        return .error("Error: \(context.database.aboutMissingCatalog(location))")
      }
    } catch {
      return .error("Error: \(ErrorMessage(error).text)")
    }
    // In memory, so that the command never asks, and never reads what the client sends.
    let streams = IOStreams(
      input: ByteSource(bytes: []), isInputTerminal: false, controllingTerminal: { nil },
      output: OutputWriter(inMemoryAsTerminal: false),
      error: OutputWriter(inMemoryAsTerminal: false))
    session.page = nil
    let status = CommandLineTool.run(
      ["--db=\(location.path)", command.name, "--json"] + words, environment: context.environment,
      streams: streams, session: session)
    if Interruption.signal != nil { throw Interrupted() }
    try context.ui.verbose("\(command.name): exit status \(status.rawValue)")
    let output = streams.output.written
    let value = JSONValue(output)
    if value == nil, !output.isEmpty {
      return .error("Error: the output is not valid JSON. Run 'movies doctor' in a shell.")
    }
    var message = arguments.namingArguments(
      in: String(decoding: streams.error.written, as: UTF8.self))
    if status == .usage {
      message +=
        "The arguments of '\(command.name)' are: \(arguments.names.joined(separator: ", ")).\n"
    }
    return ToolResult(
      [String(decoding: output, as: UTF8.self), message].filter { !$0.isEmpty }, value: value,
      page: session.page, narrowing: command.narrowing, isError: status != .done)
  }
}

/// A command that a client can call as a tool.
private struct ServedCommand {
  let name: String
  let effect: Tool.Effect
  let description: String
  /// The options and arguments that the tool has.
  let arguments: [String]
  var required: [String] = []
  var bounds: [String: CommandArguments.Bounds] = [:]

  /// The arguments with which a call returns less, or the next part.
  var narrowing: [String] {
    ["offset", "limit", "fields", "top", "depth", "movies", "terms"].filter(arguments.contains)
  }

  /// - Parameter run: Runs the command with the words of a call.
  func tool(_ run: @escaping (CommandArguments, [String]) throws -> ToolResult) -> Tool {
    let path = CommandPath(root: Movies.self).subcommands.first { $0.names.last == name }
    let arguments = CommandArguments(
      arguments, of: path?.definitions ?? [], required: required, bounds: bounds,
      renamings: ["fields": Self.fields])
    return Tool(name, description: description, schema: arguments.schema, effect: effect) { given in
      let words: [String]
      do throws(CommandArguments.InvalidArguments) { words = try arguments.words(given) } catch {
        return .error("Error: \(error.text)")
      }
      return try run(arguments, words)
    }
  }

  private static let fields = CommandArguments.Renaming(
    of: "columns", "The members to return, or keys of attributes, such as year; by default all.")

  private static let page: [String: CommandArguments.Bounds] = [
    "limit": CommandArguments.Bounds(1...500, default: 50)
  ]

  static let all = [
    ServedCommand(
      name: "search", effect: .reads,
      description:
        "Search movies by title, cast or attributes, the best matches first. Returns JSON "
        + "with their ids. If there are more than 'limit', it says the total and the next "
        + "'offset'.",
      arguments: ["terms", "sort", "reverse", "seed", "limit", "offset", "fields"],
      required: ["terms"], bounds: page),
    ServedCommand(
      name: "show", effect: .reads,
      description:
        "Show movies with their actors; with 'depth', also the other movies of each actor.",
      arguments: ["movies", "depth", "fields"], required: ["movies"],
      bounds: ["depth": CommandArguments.Bounds(1...3)]),
    ServedCommand(
      name: "list", effect: .reads,
      description:
        "List movies by title or in another order, all or those that match the terms. If there "
        + "are more than 'limit', it says the total and the next 'offset'.",
      arguments: ["terms", "sort", "reverse", "seed", "limit", "offset", "fields"], bounds: page),
    ServedCommand(
      name: "stats", effect: .reads,
      description:
        "Count movies, actors and viewings: of the whole catalog or of the movies that match "
        + "the terms, also by a key, by day, or as changes since a date.",
      arguments: ["terms", "by", "value", "top", "calendar", "since", "until"]),
    ServedCommand(
      name: "history", effect: .reads,
      description:
        "Show the changes of the catalog with their numbers, the newest first; with 'since', those "
        + "after a change, the oldest first. If there are more than 'limit', it says the total and "
        + "the next 'offset'.",
      arguments: ["search", "since", "limit", "offset", "fields"], bounds: page),
    ServedCommand(
      name: "add", effect: .adds,
      description: "Add a movie. Search first: it can be there already. Returns it with its id.",
      arguments: [
        "title", "title_as_is", "actor", "favorite", "set", "year", "rating", "tag", "watched",
        "director", "note", "dry_run",
      ], required: ["title"]),
    ServedCommand(
      name: "edit", effect: .changes,
      description:
        "Change titles, casts or attributes of movies, as one change that 'undo' undoes. "
        + "'watched' is a day such as '2026-11-28' or 'today'.",
      arguments: [
        "movies", "title", "add_actor", "remove_actor", "rename_actor", "set", "year", "rating",
        "tag", "watched", "director", "note", "unset", "dry_run",
      ], required: ["movies"]),
    ServedCommand(
      name: "undo", effect: .changes,
      description:
        "Undo the latest change, if this server made it. To make sure that it is still the latest, "
        + "pass its number. To undo other changes, run 'movies undo' in a shell.",
      arguments: ["change", "dry_run"]),
  ]
}
