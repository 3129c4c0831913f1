/// Turns the words of a command line into what they ask for, by one table of commands.
package struct ArgumentParser: Sendable {
  package let root: CommandDescription
  package let globalOptions: [OptionDescription]
  /// Made as they are asked for: most command lines want none.
  private let makeTopics: @Sendable () -> [HelpTopic]

  package var topics: [HelpTopic] { makeTopics() }

  /// - Parameters:
  ///   - globalOptions: Accepted before and after every subcommand.
  ///   - topics: What `help` knows besides the commands.
  package init(
    root: CommandDescription, globalOptions: [OptionDescription] = [],
    topics: @escaping @Sendable @autoclosure () -> [HelpTopic] = []
  ) {
    let lacksHelp = !root.subcommands.isEmpty && root.subcommand(named: "help") == nil
    self.root = lacksHelp ? root.adding(.help) : root
    self.globalOptions = globalOptions
    makeTopics = topics
  }

  /// - Parameter arguments: The command line without the program's own name.
  package func parse(_ arguments: [String]) throws(UsageError) -> Invocation {
    let words = Word.words(arguments)
    let (path, own) = route(words)
    if words.contains(where: { $0.asks(for: .showsHelp) }) {
      return .help(path.isHelp ? anyHelpPage(own) : page(path))
    }
    try requireWellFormed(words)
    guard let command = try CommandReader.command(at: path, from: own) else { return .version }
    if path.isHelp { return .help(try helpPage(asked: command)) }
    let isAskedForMore = path.current.options.contains { command.has($0) }
    return path.current.isRunnable || isAskedForMore ? .run(command) : .help(page(path))
  }

  /// The help of a command, by the names below the root; nil if there is no such command.
  package func helpPage(of names: [String]) -> HelpPage? {
    var path = rootPath
    for name in names {
      guard let next = path.current.subcommand(named: name) else { return nil }
      path.descend(to: next)
    }
    return page(path)
  }

  /// The root's page names the topics, too.
  private func page(_ path: CommandPath) -> HelpPage {
    HelpPage(path, topics: path.isRoot ? topics : [])
  }

  private var rootPath: CommandPath { CommandPath(root: root, globalOptions: globalOptions) }

  private func requireWellFormed(_ words: [Word]) throws(UsageError) {
    for case .malformed(let word) in words {
      throw UsageError.malformed(word).located(at: rootPath.usage)
    }
  }
}

// MARK: - The way to the command

extension ArgumentParser {
  /// The command that the first words name, and all words but those names.
  ///
  /// Options that a command on the way has may stand before the next name; anything else ends it.
  func route(_ words: [Word]) -> (CommandPath, [Word]) {
    var path = rootPath
    var own: [Word] = []
    var rest = words[...]
    while let word = rest.first {
      if case .value(let name) = word, let next = path.current.subcommand(named: name) {
        path.descend(to: next)
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

  /// For `help` with a help flag: no word of it is an error then.
  private func anyHelpPage(_ words: [Word]) -> HelpPage {
    let names = words.compactMap { if case .value(let name) = $0 { name } else { nil } }
    return helpPage(of: names) ?? page(rootPath)
  }

  private func helpPage(asked command: ParsedCommand) throws(UsageError) -> HelpPage {
    let names = command.arguments
    if let page = helpPage(of: names) { return page }
    if let topic = topics.first(where: { [$0.name] == names }) { return HelpPage(topic) }
    throw unexpectedName(in: names).located(at: command.usage)
  }

  private func unexpectedName(in names: [String]) -> UsageError {
    var command = root
    var topics = topics.map(\.name)
    for name in names {
      guard let next = command.subcommand(named: name) else {
        return .unexpected([name], meaning: command.meaning(of: name, orTopic: topics))
      }
      (command, topics) = (next, [])
    }
    return .unexpected(names)
  }
}

extension CommandPath {
  var isHelp: Bool { names.count == 2 && current.name == "help" }

  /// How many words the options at the front take, their values included; nil if any is unknown.
  fileprivate func length(ofOptionsAt words: ArraySlice<Word>) -> Int? {
    let names: [OptionName]
    switch words.first {
    case .option(let name, nil): names = [name]
    case .option(let name, _): return option(named: name) == nil ? nil : 1
    case .cluster(let letters): names = letters.map { .short($0) }
    default: return nil
    }
    var rest = words.dropFirst()
    for name in names {
      guard let option = option(named: name) else { return nil }
      if let kind = option.value, rest.first?.text(asValueOf: kind) != nil {
        rest = rest.dropFirst()
      }
    }
    return words.count - rest.count
  }
}
