/// The form of a word of a command line.
enum Token: Equatable {
  /// A word without a leading dash, the empty word, or a single dash.
  case value
  /// A name after one or two dashes. The value is the text after an equals sign.
  case option(OptionName, value: String?)
  case terminator
  case malformed

  init(_ word: String) {
    let text = word.drop { $0 == "-" }
    // By scalar: a combining mark at the start of the value would be part of the equals sign's
    // character.
    let parts = text.unicodeScalars.split(
      separator: "=", maxSplits: 1, omittingEmptySubsequences: false
    ).map { String($0) }
    let (name, value) = (parts[0], parts.count > 1 ? parts[1] : nil)
    switch word.count - text.count {
    case 0: self = .value
    case 1 where text.isEmpty: self = .value
    case 1 where name.isEmpty: self = .malformed
    case 1: self = .option(name.count == 1 ? .short(Character(name)) : .dashed(name), value: value)
    case 2: self = text.isEmpty ? .terminator : .option(.long(name), value: value)
    default: self = .malformed
    }
  }
}

/// The name of an option, as declared or as typed.
package enum OptionName: Equatable, Sendable, CustomStringConvertible {
  case long(String)
  case short(Character)
  /// Several letters after one dash: options of one letter each, or a long name with only one dash.
  case dashed(String)

  package var description: String {
    switch self {
    case .long(let text): "--\(text)"
    case .short(let letter): "-\(letter)"
    case .dashed(let text): "-\(text)"
    }
  }
}
