/// Reads the words of one command, in the order in which errors take precedence: options from left
/// to right, values of arguments, `--version`, missing arguments, unknown options, words left over.
struct CommandReader {
  private let path: CommandPath
  private let words: [Word]
  private var position = 0
  private var occurrences: [ParsedCommand.Occurrence] = []
  private var unknown: [OptionName] = []
  private var values: [String] = []
  /// How many values stand before `--`.
  private var openCount: Int?
  private var asksForVersion = false

  private init(path: CommandPath, words: [Word]) {
    self.path = path
    self.words = words
  }

  /// - Returns: The command, or nil where its version is asked for.
  static func command(
    at path: CommandPath, from words: [Word]
  ) throws(UsageError) -> ParsedCommand? {
    var reader = CommandReader(path: path, words: words)
    do throws(UsageError) {
      try reader.readWords()
      return try reader.command()
    } catch {
      throw error.located(at: path.usage)
    }
  }
}

// MARK: - Options

extension CommandReader {
  private mutating func readWords() throws(UsageError) {
    while position < words.count {
      let word = words[position]
      position += 1
      // A negative number is a value where the next argument wants a number.
      if let kind = nextArgument?.value, let text = word.text(asValueOf: kind) {
        values.append(text)
        continue
      }
      switch word {
      case .value(let text): values.append(text)
      case .option(let name, let value): try readOption(name, value)
      case .cluster(let letters): try readCluster(letters)
      case .terminator: openCount = values.count
      case .malformed: break
      }
    }
  }

  private var nextArgument: ArgumentDescription? {
    path.current.arguments.dropFirst(values.count).first
  }

  private mutating func readOption(_ name: OptionName, _ value: String?) throws(UsageError) {
    guard let option = path.option(named: name) else {
      if OptionDescription.version.hasSameName(name) { asksForVersion = true }
      return unknown.append(name)
    }
    guard let kind = option.value else {
      if let value { throw .valueForFlag(name, value) }
      return record(option, nil)
    }
    // An empty value, as of an unset shell variable, counts as missing; the next word is not taken.
    guard let text = value ?? takenValue(of: kind), value != "" else {
      throw .missingValue(for: option, as: name)
    }
    try record(option, as: name, kind, text)
  }

  private mutating func readCluster(_ letters: String) throws(UsageError) {
    guard letters.contains(where: { path.option(named: .short($0)) != nil }) else {
      return unknown.append(.dashed(letters))
    }
    for letter in letters {
      try readLetter(.short(letter), in: letters)
    }
  }

  private mutating func readLetter(
    _ name: OptionName, in cluster: String
  ) throws(UsageError) {
    guard let option = path.option(named: name) else { return unknown.append(name) }
    guard let kind = option.value else { return record(option, nil) }
    guard let text = takenValue(of: kind) else {
      let advice = path.advice(onUnknown: .dashed(cluster), among: words)
      throw .missingValue(for: option, as: name, in: cluster, advice: advice)
    }
    try record(option, as: name, kind, text)
  }

  /// The next word, used up, if it can be a value.
  private mutating func takenValue(of kind: ValueKind) -> String? {
    guard position < words.count, let text = words[position].text(asValueOf: kind) else {
      return nil
    }
    position += 1
    return text
  }

  private mutating func record(
    _ option: OptionDescription, as name: OptionName, _ kind: ValueKind, _ text: String
  ) throws(UsageError) {
    let text = option.plainValue(text)
    if let objection = kind.objection(to: text) {
      throw .invalidValue(objection.part, for: option, as: name, advice: objection.advice)
    }
    record(option, text)
  }

  private mutating func record(_ option: OptionDescription, _ value: String?) {
    occurrences.append(ParsedCommand.Occurrence(option: option.long, value: value))
  }
}

// MARK: - Arguments

extension CommandReader {
  private func command() throws(UsageError) -> ParsedCommand? {
    let assigned = try assignedValues()
    if asksForVersion { return nil }
    try requireArguments(in: assigned)
    if let name = unknown.first {
      throw .unknown(name, advice: path.advice(onUnknown: name, among: words))
    }
    try requireNothingLeft()
    return ParsedCommand(
      path: Array(path.names.dropFirst()), arguments: values,
      terminatedCount: values.count - (openCount ?? values.count), commandPath: path,
      valuesByArgument: assigned, occurrences: occurrences)
  }

  private func assignedValues() throws(UsageError) -> [String: [String]] {
    var remaining = values[...]
    var assigned: [String: [String]] = [:]
    for argument in path.current.arguments {
      let taken = argument.isRepeated ? remaining : remaining.prefix(1)
      remaining = remaining.dropFirst(taken.count)
      for text in taken { try check(text, argument) }
      assigned[argument.name] = Array(taken)
    }
    return assigned
  }

  private func check(_ text: String, _ argument: ArgumentDescription) throws(UsageError) {
    guard let objection = argument.value.objection(to: text) else { return }
    throw .invalidValue(objection.part, for: argument, advice: objection.advice)
  }

  private func requireArguments(in assigned: [String: [String]]) throws(UsageError) {
    for argument in path.current.arguments where !argument.isOptional {
      if assigned[argument.name, default: []].isEmpty { throw .missing(argument) }
    }
  }

  private func requireNothingLeft() throws(UsageError) {
    let arguments = path.current.arguments
    let extra = arguments.contains(where: \.isRepeated) ? [] : values.dropFirst(arguments.count)
    guard let first = extra.first else { return }
    // The words after a mistyped subcommand are probably right.
    if let meaning = path.current.meaning(of: first) {
      throw .unexpected([first], meaning: meaning)
    }
    throw .unexpected(Array(extra), advice: path.advice(onUnexpected: Array(extra)))
  }
}
