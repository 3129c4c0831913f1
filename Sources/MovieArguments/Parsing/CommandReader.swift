/// Reads a command line: the command that its first words name, and the values of that command.
///
/// The reader does not stop at errors: parsing throws the first one, completion ignores them.
struct CommandReader {
  let path: CommandPath
  private let line: [String]
  private var position = 0
  /// The words that are arguments, also those that are not accepted.
  private(set) var words: [String] = []
  private(set) var isTerminated = false
  /// The option whose value is the word after the last one.
  private(set) var pendingOption: ArgumentDefinition?
  /// The first word that has the form of no option.
  private(set) var malformed: String?
  private var given: [[OptionName]] = []
  private var unknown: [OptionName] = []
  private var optionErrors: [UsageError] = []
  private var argumentErrors: [UsageError] = []

  /// - Parameters:
  ///   - line: The words after the names of the path.
  init(_ line: [String], below path: CommandPath) {
    self.path = path
    self.line = line
    while position < self.line.count { readWord() }
  }

  /// Whether the next word is the first that is no option.
  var isFirst: Bool { words.isEmpty && !isTerminated }

  /// The argument that the next word belongs to, or `nil` if no more are accepted.
  var nextArgument: ArgumentDefinition? {
    if words.count < path.arguments.count { return path.arguments[words.count] }
    return path.arguments.last.flatMap { $0.isRepeating ? $0 : nil }
  }

  /// The options that can still be given.
  var openOptions: [ArgumentDefinition] {
    path.suggestedOptions.filter { option in
      option.isRepeating || !given.contains(option.names)
    }
  }

  /// Whether a built-in flag is given.
  func requests(_ flag: ArgumentDefinition) -> Bool { unknown.contains(where: flag.names.contains) }

  /// Whether an option is given, also one that the command does not have.
  func hasOption(_ name: OptionName) -> Bool {
    unknown.contains(name) || given.contains { $0.contains(name) }
  }

  /// Throws the first error: options from left to right, values of arguments, missing arguments,
  /// unknown options, surplus words. `--version` overrides the last three.
  func requireValid() throws(UsageError) {
    if let error = optionErrors.first ?? argumentErrors.first { throw error }
    if requests(.version) { return }
    if let missing = path.arguments.dropFirst(words.count).first(where: { !$0.isOptional }) {
      throw .missing(missing)
    }
    if let name = unknown.first {
      let advice = path.advice(onUnknown: name, among: words) { accepts($0, insteadOf: name) }
      throw .unknown(name, advice: advice)
    }
    let surplus = nextArgument == nil ? words.dropFirst(path.arguments.count) : []
    guard let first = surplus.first else { return }
    // The words after a mistyped subcommand are probably right.
    let suggestion = path.suggestion(for: first)
    if path.isRoot, !path.configuration.subcommands.isEmpty {
      throw .unknownCommand(first, advice: [suggestion].compactMap(\.self).question)
    }
    if let suggestion { throw .unexpected([first], advice: [suggestion].question) }
    throw .unexpected(Array(surplus), advice: path.advice(onUnexpected: Array(surplus)))
  }

  /// Whether the command accepts the line with a suggestion in place of an unknown option. Only
  /// options and arguments that cannot be used together are refused, not values.
  private func accepts(_ suggestion: String, insteadOf name: OptionName) -> Bool {
    var typed: String?
    let position = line.firstIndex { word in
      guard case .option(let found, let value) = Token(word), found == name else { return false }
      typed = value
      return true
    }
    guard let position, suggestion.first == "-" else { return true }
    var rest = line[(position + 1)...]
    var words = suggestion.split(separator: " ").map(String.init)
    guard case .option(let meant, _) = Token(words[0]) else { return true }
    let hasPlaceholder = words[words.count - 1].contains("<")
    if hasPlaceholder || words.count == 1 && path.option(named: meant)?.kind == .option {
      if typed == nil, let next = rest.first, Token(next) == .value {
        typed = next
        rest = rest.dropFirst()
      }
      if hasPlaceholder { words.removeLast() }
      words.append(typed ?? "x")
    }
    return CommandReader(
      line[..<position] + words + rest, below: CommandPath(root: path.type)
    ).isUsable
  }

  /// Whether the options and arguments can be used together, whatever their values.
  var isUsable: Bool {
    // A command cannot be checked without a value of each argument that it requires.
    let isMissing = path.arguments.dropFirst(words.count).contains { !$0.isOptional }
    if isMissing || !unknown.isEmpty || !optionErrors.isEmpty || !argumentErrors.isEmpty {
      return true
    }
    do { try path.validate() } catch { return false }
    return true
  }

  // MARK: Words

  private mutating func readWord() {
    let word = line[position]
    let mayBeName = isFirst && unknown.isEmpty && malformed == nil
    if mayBeName, Token(word) == .value, let subcommand = path.descend(to: word) {
      // The subcommand has the options before its name, too.
      var rest = line
      rest.remove(at: position)
      self = CommandReader(rest, below: subcommand)
      return
    }
    position += 1
    if canBeValue(word, of: nextArgument) { return readArgument(word) }
    switch Token(word) {
    case .option(let name, let value): readOption(name, value)
    case .terminator: isTerminated = true
    case .malformed: malformed = malformed ?? word
    case .value: break
    }
  }

  private mutating func readArgument(_ word: String) {
    do throws(UsageError) { try nextArgument?.store(word) } catch { argumentErrors.append(error) }
    words.append(word)
  }

  /// Whether the word can be a value: a word with one dash only if the type says so.
  private func canBeValue(_ word: String, of definition: ArgumentDefinition?) -> Bool {
    if isTerminated { return true }
    return switch Token(word) {
    case .value: true
    case .option(.short, _), .option(.dashed, _):
      definition?.valueType?.acceptsDashed(word) ?? false
    case .option(.long, _), .terminator, .malformed: false
    }
  }

  // MARK: Options

  /// - Parameter cluster: The letters among which the name is.
  private mutating func readOption(
    _ name: OptionName, _ value: String?, in cluster: OptionName? = nil
  ) {
    if case .dashed(let letters) = name, value == nil, isCluster(letters) {
      for letter in letters { readOption(.short(letter), nil, in: name) }
      return
    }
    guard let option = path.option(named: name) else { return unknown.append(name) }
    given.append(option.names)
    if option.kind == .flag {
      if let value { return optionErrors.append(.valueForFlag(name, value)) }
      store("", in: option, as: name)
    } else if let text = value ?? nextValue(of: option) ?? option.impliedValue, value != "" {
      store(text, in: option, as: name)
    } else {
      // An empty value, as of an unset shell variable, counts as missing. The next word is not used
      // instead.
      if value == nil, position == line.count { pendingOption = option }
      let advice = cluster.map { ($0, path.advice(onUnknown: $0, among: words)) }
      optionErrors.append(.missingValue(of: option, as: name, in: advice))
    }
  }

  /// If the first letter is no option, the word is probably a long name with only one dash. `-h`
  /// overrides all other words, which is not meant by a letter among others.
  private func isCluster(_ letters: String) -> Bool {
    guard let first = letters.first, !letters.contains("h") else { return false }
    return path.option(named: .short(first)) != nil
  }

  private mutating func nextValue(of option: ArgumentDefinition) -> String? {
    guard position < line.count, canBeValue(line[position], of: option) else { return nil }
    if option.impliedValue != nil, option.valueType?.init(argument: line[position]) == nil {
      return nil
    }
    position += 1
    return line[position - 1]
  }

  private mutating func store(_ text: String, in option: ArgumentDefinition, as name: OptionName) {
    do throws(UsageError) { try option.store(text, as: name) } catch { optionErrors.append(error) }
  }
}
