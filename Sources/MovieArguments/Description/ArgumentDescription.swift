/// One positional argument, or, repeated, all the remaining ones.
package struct ArgumentDescription: Sendable, Equatable {
  package let value: ValueKind
  package let help: String
  package let isOptional: Bool
  package let isRepeated: Bool
  package let completion: CompletionKind

  package init(
    _ value: ValueKind, help: String, isOptional: Bool = false, isRepeated: Bool = false,
    completion: CompletionKind = .automatic
  ) {
    self.value = value
    self.help = help
    self.isOptional = isOptional
    self.isRepeated = isRepeated
    self.completion = completion
  }

  package var name: String { value.name }

  /// `<movie>`.
  var label: String { "<\(name)>" }

  /// `<movie> ...`.
  var form: String { label + (isRepeated ? " ..." : "") }

  /// `[<movie> ...]`.
  package var synopsis: String { isOptional ? "[\(form)]" : form }
}
