/// Parses command lines of a program.
package struct CommandParser: Sendable {
  package let root: any ParsableCommand.Type
  private let makeTopics: @Sendable () -> [HelpTopic]

  /// Topics of the help besides the commands.
  package var topics: [HelpTopic] {
    makeTopics() + [.sharedOptions(below: CommandPath(root: root))]
  }

  /// - Parameter topics: Created only when they are needed.
  package init(
    root: any ParsableCommand.Type,
    topics: @escaping @Sendable @autoclosure () -> [HelpTopic] = []
  ) {
    self.root = root
    makeTopics = topics
  }

  /// What a command line requests.
  package enum Invocation {
    /// A command with its values. The path has the usage, for errors that the command reports.
    case run(any ParsableCommand, CommandPath)
    /// The command has the valid options of the command line; with `--json` among them, a program
    /// requests the help.
    case help(HelpPage, any ParsableCommand, isJSON: Bool)
    case version
  }

  /// - Parameter arguments: The command line without the program's name.
  package func parse(_ arguments: [String]) throws(UsageError) -> Invocation {
    let root = CommandPath(root: root)
    let reader = CommandReader(arguments, below: root)
    let path = reader.path
    if reader.requests(.help) {
      return .help(page(path), path.command, isJSON: reader.hasOption(.long("json")))
    }
    if let word = reader.malformed { throw UsageError.malformed(word).with(usage: root.usage) }
    do throws(UsageError) {
      try reader.requireValid()
      if reader.requests(.version) { return .version }
      try path.validate()
      return .run(path.command, path)
    } catch {
      throw error.with(usage: path.usage)
    }
  }

  // MARK: Help

  /// The help of a command or topic.
  ///
  /// - Parameter names: The names below the root; none for the root.
  package func helpPage(of names: [String]) throws(UsageError) -> HelpPage {
    let (path, rest) = CommandPath(root: root).descend(along: names)
    if path.isRoot, rest.count == 1, let topic = topics.first(where: { $0.name == rest.first }) {
      return HelpPage(topic)
    }
    return page(try command(named: names))
  }

  /// The path to a command.
  ///
  /// - Parameter names: The names below the root; none for the root.
  /// - Throws: An error with the correction if there is no such command.
  package func command(named names: [String]) throws(UsageError) -> CommandPath {
    let (path, rest) = CommandPath(root: root).descend(along: names)
    guard let name = rest.first else { return path }
    let topics = path.isRoot ? topics.map(\.name) : []
    let suggestion = path.suggestion(for: name, orTopic: topics)
    throw .unexpected([name], advice: [suggestion].compactMap(\.self).question)
  }

  /// The page of the root lists the topics, too.
  private func page(_ path: CommandPath) -> HelpPage {
    HelpPage(path, topics: path.isRoot ? topics : [])
  }
}
