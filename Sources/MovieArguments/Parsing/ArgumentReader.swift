/// Reads the tokens of one command into its properties.
///
/// Errors are reported in this order: options from left to right, values of arguments, missing arguments,
/// unknown options, surplus words. `--version` overrides the last three.
struct ArgumentReader {
  private let path: CommandPath
  private let tokens: [Token]
  private var position = 0
  private var unknown: [OptionName] = []
  private var words: [String] = []
  private(set) var requestsVersion = false

  init(path: CommandPath, tokens: [Token]) {
    self.path = path
    self.tokens = tokens
  }

  mutating func read() throws(UsageError) {
    let arguments = path.arguments
    try readTokens(arguments)
    let surplus = try assignWords(to: arguments)
    if requestsVersion { return }
    for argument in arguments where !argument.isOptional && argument.values.texts.isEmpty {
      throw .missing(argument)
    }
    if let name = unknown.first {
      throw .unknown(name, advice: path.advice(onUnknown: name, among: tokens))
    }
    try requireNone(surplus)
  }

  private mutating func readTokens(_ arguments: [ArgumentDefinition]) throws(UsageError) {
    while position < tokens.count {
      let token = tokens[position]
      position += 1
      // A negative number is a value if the next argument is a number.
      if let next = arguments.dropFirst(words.count).first, let text = token.value(for: next) {
        words.append(text)
        continue
      }
      switch token {
      case .value(let text): words.append(text)
      case .option(let name, let value): try readOption(name, value)
      case .cluster(let letters): try readCluster(letters)
      case .terminator, .malformed: break
      }
    }
  }

  // MARK: Options

  private mutating func readOption(_ name: OptionName, _ value: String?) throws(UsageError) {
    guard let option = path.option(named: name) else {
      if ArgumentDefinition.version.names.contains(name) { requestsVersion = true }
      return unknown.append(name)
    }
    guard option.kind == .option else {
      if let value { throw .valueForFlag(name, value) }
      return option.store("")
    }
    // An empty value, as of an unset shell variable, counts as missing. The next word is not used instead.
    guard let text = value ?? nextValue(for: option), value != "" else {
      throw .missingValue(for: option, as: name)
    }
    try store(text, option, as: name)
  }

  private mutating func readCluster(_ letters: String) throws(UsageError) {
    // If the first letter is no option, the word is probably a long name with only one dash.
    guard let first = letters.first, path.option(named: .short(first)) != nil else {
      return unknown.append(.dashed(letters))
    }
    for letter in letters {
      let name = OptionName.short(letter)
      guard let option = path.option(named: name) else {
        unknown.append(name)
        continue
      }
      if option.kind != .option {
        option.store("")
      } else if let text = nextValue(for: option) {
        try store(text, option, as: name)
      } else {
        let advice = path.advice(onUnknown: .dashed(letters), among: tokens)
        throw .missingValue(for: option, as: name, in: letters, advice: advice)
      }
    }
  }

  private mutating func nextValue(for option: ArgumentDefinition) -> String? {
    guard position < tokens.count, let text = tokens[position].value(for: option) else {
      return nil
    }
    position += 1
    return text
  }

  private func store(
    _ text: String, _ option: ArgumentDefinition, as name: OptionName
  ) throws(UsageError) {
    if let rejection = option.rejection(of: text) {
      throw .invalidValue(rejection.part, for: option, as: name, advice: rejection.advice)
    }
    option.store(text)
  }

  // MARK: Arguments

  /// - Returns: The words that no argument accepts.
  private func assignWords(to arguments: [ArgumentDefinition]) throws(UsageError) -> ArraySlice<
    String
  > {
    var rest = words[...]
    for argument in arguments {
      for text in argument.isRepeating ? rest : rest.prefix(1) {
        if let rejection = argument.rejection(of: text) {
          throw .invalidValue(rejection.part, for: argument, advice: rejection.advice)
        }
        argument.store(text)
      }
      rest = argument.isRepeating ? [] : rest.dropFirst()
    }
    return rest
  }

  private func requireNone(_ surplus: ArraySlice<String>) throws(UsageError) {
    guard let first = surplus.first else { return }
    // The words after a mistyped subcommand are probably right.
    if let suggestion = path.suggestion(for: first) {
      throw .unexpected([first], suggestion: suggestion)
    }
    throw .unexpected(Array(surplus), advice: path.advice(onUnexpected: Array(surplus)))
  }
}
