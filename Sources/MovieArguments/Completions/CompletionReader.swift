/// Reads the words before the one that is being typed as ``CommandReader`` would, but minds no
/// mistake: what is typed next may have nothing to do with it.
struct CompletionReader {
  let path: CommandPath
  private let words: [Word]
  private var position = 0
  private(set) var occurrences: [ParsedCommand.Occurrence] = []
  private(set) var values: [String] = []
  private(set) var isTerminated = false
  /// The option of which the next word is the value.
  private(set) var waiting: OptionDescription?

  init(path: CommandPath, words: [Word]) {
    self.path = path
    self.words = words
    while position < words.count { readWord() }
  }

  /// The argument that the next word would be; nil where there are enough.
  var nextArgument: ArgumentDescription? {
    let arguments = path.current.arguments
    if values.count < arguments.count { return arguments[values.count] }
    return arguments.last.flatMap { $0.isRepeated ? $0 : nil }
  }

  private mutating func readWord() {
    let word = words[position]
    position += 1
    if let kind = nextArgument?.value, let text = word.text(asValueOf: kind) {
      return values.append(text)
    }
    switch word {
    case .value(let text): values.append(text)
    case .option(let name, let value): readOption(name, value)
    case .cluster(let letters): for letter in letters { readOption(.short(letter), nil) }
    case .terminator: isTerminated = true
    case .malformed: break
    }
  }

  private mutating func readOption(_ name: OptionName, _ value: String?) {
    guard let option = path.option(named: name) else { return }
    if option.value != nil, value == nil, position == words.count { waiting = option }
    let text = value ?? option.value.flatMap { takenValue(of: $0) }
    occurrences.append(ParsedCommand.Occurrence(option: option.long, value: text))
  }

  private mutating func takenValue(of kind: ValueKind) -> String? {
    guard position < words.count, let text = words[position].text(asValueOf: kind) else {
      return nil
    }
    position += 1
    return text
  }
}
