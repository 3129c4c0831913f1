internal import MovieArguments
internal import MovieStore

/// Whole words for the place where a command line is being typed, and how a shell may insert them.
struct CompletionAnswer: Equatable {
  /// How the words go with what is typed.
  enum Fit: String {
    /// Each begins with it, byte for byte.
    case exact
    /// What they have in common can stand in its place.
    case alike
    /// What they have in common can not.
    case other
  }

  let fit: Fit
  let words: [Completion.Candidate]
  /// What all words begin with that a list need not show.
  let kept: String

  /// - Parameter values: each goes behind what is kept of the word.
  init(_ completion: Completion, _ values: [Completion.Candidate]) {
    kept = completion.kept
    words = values.map { Completion.Candidate(completion.kept + $0.text, note: $0.note) }
    fit = Self.fit(of: values.map(\.text), for: completion.typed)
  }

  private static func fit(of values: [String], for typed: String) -> Fit {
    if values.allSatisfy({ $0.utf8.starts(with: typed.utf8) }) { return .exact }
    return values.count == 1 || covers(commonBeginning(of: values), typed) ? .alike : .other
  }

  private static func covers(_ beginning: String, _ typed: String) -> Bool {
    let wanted = Folding.fold(typed).utf8
    return Folding.fold(beginning).utf8.starts(with: wanted)
      || SortableTitle.of(beginning).utf8.starts(with: wanted)
  }

  private static func commonBeginning(of texts: [String]) -> String {
    var common = (texts.first ?? "").unicodeScalars[...]
    for text in texts {
      let same = zip(common, text.unicodeScalars).prefix { $0 == $1 }.count
      common = common.prefix(same)
    }
    return String(common)
  }
}
