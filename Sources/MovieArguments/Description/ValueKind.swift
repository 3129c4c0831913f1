/// The kind of value an option or argument takes. The first string of each case is shown as `<name>`.
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

  /// The accepted values; empty if any value is accepted.
  package var choices: [String] {
    switch self {
    case .choice(_, let values), .choices(_, let values): values
    case .text, .path, .integer: []
    }
  }

  /// The parts of a value; more than one only in a comma-separated list.
  package func parts(of text: String) -> [String] {
    guard case .choices = self else { return [text] }
    return text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
  }

  /// Parses ASCII digits with an optional minus sign; nil for anything else, or beyond 64 bits.
  package static func integer(from text: String) -> Int64? {
    let digits = text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst() : text.utf8[...]
    let isPlain = digits.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    return isPlain && !digits.isEmpty ? Int64(text) : nil
  }
}

extension ValueKind {
  /// The part of a value that is not accepted, and what to use instead.
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
      case (true, false): " of at least \(range.lowerBound)"
      case (false, true): " of at most \(range.upperBound)"
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

  // swift-argument-parser joins two values by "and".
  private static func spoken(_ values: [String]) -> String {
    values.count == 2 ? "'\(values[0])' and '\(values[1])'" : values.quotedAlternatives
  }
}
