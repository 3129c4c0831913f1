/// A word of a command line, classified by its form.
enum Token: Equatable {
  /// A word without a leading dash, the empty word, or a single dash.
  case value(String)
  /// The value is the text after an equals sign.
  case option(OptionName, value: String?)
  /// Two or more letters after one dash, such as `-nq`.
  case cluster(String)
  case terminator
  case malformed(String)

  init(_ word: String) {
    let bare = word.drop { $0 == "-" }
    switch word.count - bare.count {
    case 0: self = .value(word)
    case 1: self = bare.isEmpty ? .value(word) : Token(afterDash: bare)
    case 2: self = bare.isEmpty ? .terminator : Token(afterDashes: bare)
    default: self = .malformed(word)
    }
  }

  /// The tokens of a command line. All words after the terminator are values.
  static func tokens(_ words: [String]) -> [Token] {
    let end = words.firstIndex(of: "--") ?? words.endIndex
    return words[..<end].map { Token($0) } + words[end...].prefix(1).map { Token($0) }
      + words[end...].dropFirst().map { .value($0) }
  }

  private init(afterDashes text: Substring) {
    let (name, value) = Self.split(text)
    self = .option(.long(name), value: value)
  }

  private init(afterDash text: Substring) {
    let (name, value) = Self.split(text)
    switch (name.first, name.count) {
    case (let letter?, 1): self = .option(.short(letter), value: value)
    case (nil, _): self = .malformed("-\(text)")
    default: self = value == nil ? .cluster(name) : .option(.dashed(name), value: value)
    }
  }

  // By scalar: a combining mark at the start of the value would be part of the equals sign's character.
  private static func split(_ text: Substring) -> (name: String, value: String?) {
    let scalars = text.unicodeScalars
    guard let sign = scalars.firstIndex(of: "=") else { return (String(text), nil) }
    return (String(scalars[..<sign]), String(scalars[scalars.index(after: sign)...]))
  }

  /// Whether the token requests help, also in a cluster of known letters, as `-help`, or with a
  /// value after an equals sign.
  func requestsHelp(of path: CommandPath) -> Bool {
    let names = ArgumentDefinition.help.names
    switch self {
    case .option(let name, _): return names.contains(name)
    case .cluster("help"): return true
    case .cluster(let letters):
      let options = letters.map(OptionName.short)
      return options.contains(where: names.contains)
        && options.allSatisfy { names.contains($0) || path.option(named: $0) != nil }
    case .value, .terminator, .malformed: return false
    }
  }

  /// The text, if the token can be a value.
  ///
  /// A word that starts with a dash is an option, except for a number where a number is expected.
  func value(acceptingNegativeNumbers: Bool) -> String? {
    switch self {
    case .value(let text): text
    case .option(.short(let digit), nil) where acceptingNegativeNumbers: Self.negative("\(digit)")
    case .cluster(let digits) where acceptingNegativeNumbers: Self.negative(digits)
    default: nil
    }
  }

  func value(for definition: ArgumentDefinition) -> String? {
    value(acceptingNegativeNumbers: definition.valueType?.acceptsNegativeNumbers == true)
  }

  private static func negative(_ digits: String) -> String? {
    let isNumber = digits.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    return isNumber ? "-" + digits : nil
  }
}
