/// An option's name as it was typed.
enum OptionName: Equatable, CustomStringConvertible {
  case long(String)
  case short(Character)
  /// Several letters behind one dash, taken as one name; no option has such a name.
  case dashed(String)

  var description: String {
    switch self {
    case .long(let text): "--\(text)"
    case .short(let letter): "-\(letter)"
    case .dashed(let text): "-\(text)"
    }
  }
}

/// One word of a command line, by its shape alone.
enum Word: Equatable {
  /// Anything without a leading dash; also the empty word and a lone dash.
  case value(String)
  /// The value is what follows an equals sign.
  case option(OptionName, value: String?)
  /// Two letters or more behind one dash, such as `-nq`.
  case cluster(String)
  case terminator
  case malformed(String)

  init(_ text: String) {
    let bare = text.drop { $0 == "-" }
    switch text.count - bare.count {
    case 0: self = .value(text)
    case 1: self = bare.isEmpty ? .value(text) : Word(afterDash: bare)
    case 2: self = bare.isEmpty ? .terminator : Word(afterDashes: bare)
    default: self = .malformed(text)
    }
  }

  /// The words of a command line; after the terminator, everything is a value.
  static func words(_ arguments: [String]) -> [Word] {
    let leading = arguments.prefix { $0 != "--" }
    return leading.map { Word($0) } + arguments[leading.endIndex...].prefix(1).map { Word($0) }
      + arguments[leading.endIndex...].dropFirst().map { .value($0) }
  }

  private init(afterDashes text: Substring) {
    let (name, value) = Self.halves(of: text)
    self = .option(.long(name), value: value)
  }

  private init(afterDash text: Substring) {
    let (name, value) = Self.halves(of: text)
    switch (name.first, name.count) {
    case (let letter?, 1): self = .option(.short(letter), value: value)
    case (nil, _): self = .malformed("-\(text)")
    default: self = value == nil ? .cluster(name) : .option(.dashed(name), value: value)
    }
  }

  // By scalar: a combining mark that begins the value would otherwise hide the equals sign.
  private static func halves(of text: Substring) -> (name: String, value: String?) {
    let scalars = text.unicodeScalars
    guard let sign = scalars.firstIndex(of: "=") else { return (String(text), nil) }
    return (
      String(scalars[..<sign]), String(scalars[scalars.index(after: sign)...])
    )
  }
}

extension Word {
  /// Whether it is one of the built-in flags; a value after an equals sign makes no difference.
  func asks(for option: OptionDescription) -> Bool {
    switch self {
    case .option(let name, _): option.hasSameName(name)
    case .cluster(let letters): letters.contains { option.hasSameName(.short($0)) }
    case .value, .terminator, .malformed: false
    }
  }

  /// The text, where this word can be the value of the option before it.
  ///
  /// A dash in front makes an option of it, but for a number where a number is expected.
  func text(asValueOf kind: ValueKind) -> String? {
    switch (self, kind) {
    case (.value(let text), _): text
    case (.option(.short(let digit), nil), .integer): Self.negative("\(digit)")
    case (.cluster(let digits), .integer): Self.negative(digits)
    default: nil
    }
  }

  private static func negative(_ digits: String) -> String? {
    let isNumber = digits.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    return isNumber ? "-" + digits : nil
  }
}
