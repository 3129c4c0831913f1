/// What an option or argument takes. The first word of each case is shown as `<name>`.
package enum ValueKind: Sendable, Equatable {
  case text(String)
  case path(String)
  case integer(String, ClosedRange<Int64>)
  case choice(String, [String])
  /// A comma-separated list; each part must be one of the choices.
  case choices(String, [String])

  package var name: String {
    switch self {
    case .text(let name), .path(let name), .integer(let name, _), .choice(let name, _),
      .choices(let name, _):
      name
    }
  }

  /// The values to choose from; none if any may be given.
  package var choices: [String] {
    switch self {
    case .choice(_, let values), .choices(_, let values): values
    case .text, .path, .integer: []
    }
  }

  /// The words that a given value stands for: several only in a comma-separated list.
  package func parts(of text: String) -> [String] {
    guard case .choices = self else { return [text] }
    return text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
  }

  /// ASCII digits with an optional minus sign, within the 64 bits; nil for anything else.
  package static func integer(from text: String) -> Int64? {
    let digits = text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst() : text.utf8[...]
    let isPlain = digits.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    return isPlain && !digits.isEmpty ? Int64(text) : nil
  }
}

extension ValueKind {
  /// The part of a value that cannot be taken, and the sentence that says what can be.
  struct Objection: Equatable {
    var part: String
    var advice: String
  }

  func objection(to text: String) -> Objection? {
    switch self {
    case .text, .path: return nil
    case .integer(_, let range):
      if let number = Self.integer(from: text), range.contains(number) { return nil }
      return Objection(part: text, advice: Self.advice(range))
    case .choice(_, let values), .choices(_, let values):
      guard let wrong = parts(of: text).first(where: { !values.contains($0) }) else { return nil }
      return Objection(part: wrong, advice: Self.advice(values, insteadOf: wrong))
    }
  }

  private static func advice(_ range: ClosedRange<Int64>) -> String {
    let isBoundedBelow = range.lowerBound != .min
    let bounds =
      switch (isBoundedBelow, range.upperBound != .max) {
      case (false, false): ""
      case (true, false): " from \(range.lowerBound) up"
      case (false, true): " up to \(range.upperBound)"
      case (true, true): " from \(range.lowerBound) to \(range.upperBound)"
      }
    return ". Please provide a whole number\(bounds)."
  }

  private static func advice(_ values: [String], insteadOf wrong: String) -> String {
    let isShort = values.count < 6
    let list = isShort ? ". Please provide one of \(spoken(values))." : bullets(values)
    guard let near = Suggestion.nearest(to: wrong, among: values) else { return list }
    return list + (isShort ? " " : "\n") + "Did you mean '\(near)'?"
  }

  private static func bullets(_ values: [String]) -> String {
    ". Please provide one of the following:\n" + values.map { "  - \($0)" }.joined(separator: "\n")
  }

  private static func spoken(_ values: [String]) -> String {
    let quoted = values.map { "'\($0)'" }
    guard quoted.count > 2, let last = quoted.last else { return quoted.joined(separator: " and ") }
    return quoted.dropLast().joined(separator: ", ") + " or " + last
  }
}
