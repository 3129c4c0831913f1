/// What can be inserted where a command line is being typed.
package struct Completion {
  package struct Candidate: Sendable, Equatable {
    package let text: String
    /// One line about it; empty for none.
    package let note: String

    package init(_ text: String, note: String = "") {
      self.text = text
      self.note = note
    }
  }

  package enum Source {
    /// Words that start with the typed text.
    case words([Candidate])
    case files
    /// Words that the program provides.
    case custom(any CustomCompletion)
  }

  /// The part of the word before the value, which is not replaced: `--movie=`, or `id,` in a list.
  package let prefix: String
  /// The typed part of the value.
  package let partial: String
  package let source: Source
  /// The positional arguments before the word.
  package let arguments: [String]
  /// The command, with the options that are given before the word.
  package let command: any ParsableCommand

  init(
    of partial: String, after prefix: String = "", from source: Source, _ reader: CommandReader
  ) {
    self.prefix = prefix
    self.partial = partial
    self.source =
      if case .words(let words) = source {
        .words(words.filter { $0.text.utf8.starts(with: partial.utf8) })
      } else {
        source
      }
    arguments = reader.words
    command = reader.path.command
  }
}

extension CommandParser {
  /// Returns what can be inserted for the last word of a command line.
  ///
  /// - Parameters:
  ///   - word: The typed part of the word; empty before its first character.
  ///   - words: The words before it, without the program's name.
  package func completion(of word: String, after words: [String]) -> Completion {
    let path = CommandPath(root: root)
    let reader = CommandReader(words, below: path)
    if let option = reader.pendingOption { return completion(of: word, for: option, reader) }
    if !reader.isTerminated, word.utf8.first == UInt8(ascii: "-") {
      guard case .option(let name, let value?) = Token(word) else {
        return Completion(of: word, from: .words(reader.options(for: word)), reader)
      }
      let option = reader.path.option(named: name)
      return completion(of: value, after: "\(name)=", for: option, reader)
    }
    // The first word can be an argument or the name of a subcommand, which completes better than free text.
    if reader.isFirst, !reader.path.configuration.subcommands.isEmpty {
      let names = reader.path.names(startingWith: word)
      if reader.nextArgument == nil || names.contains(where: { $0.text.hasPrefix(word) }) {
        return Completion(of: word, from: .words(names), reader)
      }
    }
    if reader.isFirst, reader.nextArgument == nil {
      return Completion(of: word, from: .words(reader.options(for: word)), reader)
    }
    return completion(of: word, for: reader.nextArgument, reader)
  }

  /// - Parameter definition: The option or argument; `nil` if there is none, so that nothing can be
  ///   inserted.
  private func completion(
    of partial: String, after prefix: String = "", for definition: ArgumentDefinition?,
    _ reader: CommandReader
  ) -> Completion {
    let choices = definition?.choices ?? []
    func values(_ texts: [String]) -> Completion.Source {
      .words(texts.map { Completion.Candidate($0) })
    }
    var (partial, prefix) = (partial, prefix)
    let source: Completion.Source
    /// Moves a sign that the values can have to the part that stays.
    func keepSign() {
      guard let sign = partial.first, sign == "+" || sign == "-", let choice = choices.first,
        definition?.valueType?.init(argument: "\(sign)\(choice)") != nil
      else { return }
      prefix.append(partial.removeFirst())
    }
    switch definition?.completion ?? .default {
    case .default:
      keepSign()
      source = values(choices)
    case .file, .catalog, .newFile: source = .files
    case .custom(let custom): source = .custom(custom)
    case .commandNames: source = .words(commandNames(after: reader.words))
    case .commaSeparatedList:
      let parts = partial.splitAtCommas
      let given = parts.dropLast()
      prefix += given.map { $0 + "," }.joined()
      partial = parts.last ?? ""
      keepSign()
      source = values(choices.filter { !given.contains($0) })
    }
    return Completion(of: partial, after: prefix, from: source, reader)
  }

  /// The commands and topics that `help` accepts after the names. A topic about commands is
  /// followed by their names.
  private func commandNames(after names: [String]) -> [Completion.Candidate] {
    let topic = topics.first { $0.name == names.first && $0.isAboutCommands }
    let (path, rest) = CommandPath(root: root).descend(
      along: Array(names.dropFirst(topic == nil ? 0 : 1)))
    if !rest.isEmpty { return [] }
    let topics = path.isRoot && topic == nil ? topics : []
    return path.names(startingWith: "").filter { $0.text != "help" }
      + topics.map { Completion.Candidate($0.name, note: $0.abstract) }
  }
}

extension CommandPath {
  /// The names of the subcommands; aliases only if no name starts with the word.
  fileprivate func names(startingWith word: String) -> [Completion.Candidate] {
    let shown = configuration.subcommands.map { $0.configuration }
      .filter { $0.shouldDisplay || $0.commandName == "help" }
    let names = shown.map { Completion.Candidate($0.commandName, note: $0.abstract) }
    if names.contains(where: { $0.text.hasPrefix(word) }) { return names }
    return shown.flatMap { command in
      command.aliases.map { Completion.Candidate($0, note: command.abstract) }
    }
  }
}

extension CommandReader {
  /// The long names of the options that can still be given, and the short name that the word is.
  fileprivate func options(for word: String) -> [Completion.Candidate] {
    let long = openOptions.map {
      Completion.Candidate("--\($0.longName ?? "")", note: $0.help.abstract)
    }
    let short = openOptions.filter { $0.shortName.map { "-\($0)" } == word }
    return long + short.map { Completion.Candidate(word, note: $0.help.abstract) }
  }
}
