/// A positional argument. If repeated, it takes all remaining words.
package struct ArgumentDescription: Sendable, Equatable {
  package let value: ValueKind
  package let help: String
  package let isOptional: Bool
  package let isRepeated: Bool
  package let completion: CompletionKind
  /// Options that other programs have for it, such as `--output`: suggested, never accepted.
  package let synonyms: [String]

  package init(
    _ value: ValueKind, help: String, isOptional: Bool = false, isRepeated: Bool = false,
    completion: CompletionKind = .automatic, synonyms: [String] = []
  ) {
    self.value = value
    self.help = help
    self.isOptional = isOptional
    self.isRepeated = isRepeated
    self.completion = completion
    self.synonyms = synonyms
  }

  package var name: String { value.name }

  /// `<movie>`.
  var label: String { "<\(name)>" }

  /// `<movie> ...`.
  var form: String { label + (isRepeated ? " ..." : "") }

  /// `[<movie> ...]`.
  package var synopsis: String { isOptional ? "[\(form)]" : form }
}
