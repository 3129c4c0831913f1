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
    of partial: String, after prefix: String = "", from source: Source,
    _ reader: PartialCommandReader
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
    let (path, own) = resolve(Token.tokens(words))
    let reader = PartialCommandReader(path: path, tokens: own)
    if let option = reader.pendingOption { return completion(of: word, for: option, reader) }
    if !reader.isTerminated, word.utf8.first == UInt8(ascii: "-") {
      return completion(ofOption: word, reader)
    }
    let isFirst = reader.words.isEmpty && !reader.isTerminated
    let names = isFirst ? path.names(startingWith: word) : []
    // The first word can be an argument or the name of a subcommand, which completes better.
    if !names.contains(where: { $0.text.hasPrefix(word) }), let argument = reader.nextArgument {
      return completion(of: word, for: argument, reader)
    }
    let isLeaf = path.configuration.subcommands.isEmpty
    return Completion(
      of: word, from: .words(isFirst && isLeaf ? reader.options : names), reader)
  }

  private func completion(
    of partial: String, after prefix: String = "", for definition: ArgumentDefinition,
    _ reader: PartialCommandReader
  ) -> Completion {
    func words(_ candidates: [String]) -> Completion.Source {
      .words(candidates.map { Completion.Candidate($0) })
    }
    switch definition.completion {
    case .default:
      return Completion(of: partial, after: prefix, from: words(definition.choices), reader)
    case .file: return Completion(of: partial, after: prefix, from: .files, reader)
    case .custom(let custom):
      return Completion(of: partial, after: prefix, from: .custom(custom), reader)
    case .commandNames:
      return Completion(of: partial, from: .words(commandNames(after: reader.words)), reader)
    case .commaSeparatedList:
      let parts = partial.splitAtCommas
      let open = definition.choices.filter { !parts.dropLast().contains($0) }
      return Completion(
        of: parts.last ?? "", after: prefix + parts.dropLast().map { $0 + "," }.joined(),
        from: words(open), reader)
    }
  }

  /// A word that starts with a dash: the name of an option, or its value after an equals sign.
  private func completion(ofOption word: String, _ reader: PartialCommandReader) -> Completion {
    if case .option(let name, let value?) = Token(word) {
      guard let option = reader.path.option(named: name), option.kind == .option else {
        return Completion(of: word, from: .words([]), reader)
      }
      return completion(of: value, after: "\(name)=", for: option, reader)
    }
    let letters = reader.openOptions.compactMap { option in
      option.shortName.map { Completion.Candidate("-\($0)", note: option.help.abstract) }
    }
    return Completion(
      of: word, from: .words(reader.options + letters.filter { $0.text == word }), reader)
  }

  /// The commands and topics that `help` accepts after the names.
  private func commandNames(after names: [String]) -> [Completion.Candidate] {
    var path = CommandPath(root: root)
    for name in names {
      guard let next = path.descend(to: name) else { return [] }
      path = next
    }
    let topics = topics.map { Completion.Candidate($0.name, note: $0.abstract) }
    return path.names(startingWith: "").filter { $0.text != "help" } + (names.isEmpty ? topics : [])
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

/// Reads the words before the one that is being typed like ``ArgumentReader``, but ignores errors.
struct PartialCommandReader {
  let path: CommandPath
  private let tokens: [Token]
  private var position = 0
  private var given: [String] = []
  private(set) var words: [String] = []
  private(set) var isTerminated = false
  /// The option whose value is the next word.
  private(set) var pendingOption: ArgumentDefinition?

  init(path: CommandPath, tokens: [Token]) {
    self.path = path
    self.tokens = tokens
    while position < tokens.count { readToken() }
  }

  /// The argument that the next word belongs to, or `nil` if no more are accepted.
  var nextArgument: ArgumentDefinition? {
    let arguments = path.arguments
    if words.count < arguments.count { return arguments[words.count] }
    return arguments.last.flatMap { $0.isRepeating ? $0 : nil }
  }

  /// The options that can still be given.
  var openOptions: [ArgumentDefinition] {
    (path.options + [.version, .help]).filter { option in
      !option.isHidden && (option.isRepeating || !given.contains(option.longName ?? ""))
    }
  }

  /// The long names of the options that can still be given.
  var options: [Completion.Candidate] {
    openOptions.map { Completion.Candidate("--\($0.longName ?? "")", note: $0.help.abstract) }
  }

  private mutating func readToken() {
    let token = tokens[position]
    position += 1
    if let next = nextArgument, let text = token.value(for: next) { return words.append(text) }
    switch token {
    case .value(let text): words.append(text)
    case .option(let name, let value): readOption(name, value)
    case .cluster(let letters): for letter in letters { readOption(.short(letter), nil) }
    case .terminator: isTerminated = true
    case .malformed: break
    }
  }

  private mutating func readOption(_ name: OptionName, _ value: String?) {
    guard let option = path.option(named: name) else { return }
    given.append(option.longName ?? "")
    guard option.kind == .option else { return option.store("") }
    if value == nil, position == tokens.count { pendingOption = option }
    guard let text = value ?? nextValue(for: option) else { return }
    option.store(text)
  }

  private mutating func nextValue(for option: ArgumentDefinition) -> String? {
    guard position < tokens.count, let text = tokens[position].value(for: option) else {
      return nil
    }
    position += 1
    return text
  }
}
