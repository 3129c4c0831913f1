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
    /// The command has the valid options of the command line.
    case help(HelpPage, any ParsableCommand)
    case version
  }

  /// - Parameter arguments: The command line without the program's name.
  package func parse(_ arguments: [String]) throws(UsageError) -> Invocation {
    let tokens = Token.tokens(arguments)
    let (path, own) = resolve(tokens)
    if tokens.contains(where: { $0.requestsHelp(of: path) }) {
      return .help(page(path), PartialCommandReader(path: path, tokens: own).path.command)
    }
    for case .malformed(let word) in tokens {
      throw UsageError.malformed(word).with(usage: CommandPath(root: root).usage)
    }
    do throws(UsageError) {
      var reader = ArgumentReader(path: path, tokens: own)
      try reader.read()
      if reader.requestsVersion { return .version }
      var command = path.command
      do { try command.validate() } catch { throw UsageError(validation: error) }
      return .run(command, path)
    } catch {
      throw error.with(usage: path.usage)
    }
  }

  /// The command that the first words name, and all tokens except those names.
  ///
  /// Options that the current command has can stand before the next name.
  func resolve(_ tokens: [Token]) -> (CommandPath, [Token]) {
    var path = CommandPath(root: root)
    var own: [Token] = []
    var rest = tokens[...]
    while let token = rest.first {
      if case .value(let name) = token, let next = path.descend(to: name) {
        path = next
        rest = rest.dropFirst()
      } else if let length = path.length(ofOptionsAt: rest) {
        own += rest.prefix(length)
        rest = rest.dropFirst(length)
      } else {
        break
      }
    }
    return (path, own + rest)
  }

  // MARK: Help

  /// The help of a command or topic.
  ///
  /// - Parameter names: The names below the root; none for the root.
  package func helpPage(of names: [String]) throws(UsageError) -> HelpPage {
    if let page = commandPage(of: names) { return page }
    if names.count == 1, let topic = topics.first(where: { $0.name == names[0] }) {
      return HelpPage(topic)
    }
    throw unexpectedName(in: names)
  }

  private func commandPage(of names: [String]) -> HelpPage? {
    var path = CommandPath(root: root)
    for name in names {
      guard let next = path.descend(to: name) else { return nil }
      path = next
    }
    return page(path)
  }

  /// The page of the root lists the topics, too.
  private func page(_ path: CommandPath) -> HelpPage {
    HelpPage(path, topics: path.isRoot ? topics : [])
  }

  private func unexpectedName(in names: [String]) -> UsageError {
    var path = CommandPath(root: root)
    for name in names {
      guard let next = path.descend(to: name) else {
        let topics = path.isRoot ? topics.map(\.name) : []
        return .unexpected([name], suggestion: path.suggestion(for: name, orTopic: topics))
      }
      path = next
    }
    return .unexpected(names)
  }
}

extension CommandPath {
  /// The number of tokens of the options at the front, with their values; `nil` if one is unknown.
  fileprivate func length(ofOptionsAt tokens: ArraySlice<Token>) -> Int? {
    let names: [OptionName]
    switch tokens.first {
    case .option(let name, nil): names = [name]
    case .option(let name, _): return option(named: name) == nil ? nil : 1
    case .cluster(let letters): names = letters.map { .short($0) }
    default: return nil
    }
    var rest = tokens.dropFirst()
    for name in names {
      guard let option = option(named: name) else { return nil }
      if option.kind == .option, rest.first?.value(for: option) != nil { rest = rest.dropFirst() }
    }
    return tokens.count - rest.count
  }
}
