internal import Synchronization

/// The declaration of an option, flag or positional argument, and the texts that the command line gives it.
package final class ArgumentDefinition: Sendable {
  package enum Kind: Sendable {
    case positional, option, flag
  }

  package let kind: Kind
  let names: [OptionName]
  package let help: ArgumentHelp
  package let isOptional: Bool
  package let isRepeating: Bool
  /// The default value, shown by the help.
  let defaultValue: String?
  /// The type of the value; `nil` for a flag.
  package let valueType: (any ExpressibleByArgument.Type)?
  /// The allowed values of a number.
  package let range: ClosedRange<Int>?
  let completion: CompletionKind
  /// The value that a flag stores for an option: `--json` is `--format json`.
  let flagValue: String?
  /// The title of its group in the help.
  package let group: String
  let values: ParsedValues

  /// Creates a definition, and adds it to the command that is being initialized, if any is.
  @discardableResult
  init(
    _ kind: Kind, _ names: NameSpecification = [], help: ArgumentHelp,
    values: ParsedValues = ParsedValues(), isOptional: Bool = true, isRepeating: Bool = false,
    defaultValue: String? = nil, valueType: (any ExpressibleByArgument.Type)? = nil,
    range: ClosedRange<Int>? = nil, completion: CompletionKind = .default, flagValue: String? = nil
  ) {
    self.kind = kind
    self.names = names.names
    self.help = help
    self.values = values
    self.isOptional = isOptional
    self.isRepeating = isRepeating
    self.defaultValue = defaultValue
    self.valueType = valueType
    self.range = range
    self.completion = completion
    self.flagValue = flagValue
    group = DefinitionCollector.current?.group ?? ""
    DefinitionCollector.current?.add(self)
  }

  static let version = ArgumentDefinition(.flag, "--version", help: "Show the version.")
  static let help = ArgumentDefinition(
    .flag, ["-h", "--help"], help: "Show help information.")

  package var isPositional: Bool { kind == .positional }
  package var isHidden: Bool { help.visibility == .hidden }
  package var longName: String? {
    names.lazy.compactMap { if case .long(let name) = $0 { name } else { nil } }.first
  }
  var shortName: Character? {
    names.lazy.compactMap { if case .short(let letter) = $0 { letter } else { nil } }.first
  }
  package var valueName: String { help.valueName ?? longName ?? "value" }

  /// The accepted values; empty if there is no fixed list.
  package var choices: [String] { valueType?.allValueStrings ?? [] }

  // MARK: Forms

  /// `<movie> ...` of an argument, `--limit <n>` of an option.
  var form: String {
    guard let longName else { return label + (isRepeating ? " ..." : "") }
    return form(of: .long(longName))
  }

  /// `<movie>` of an argument, `-n, --limit <n>` of an option.
  var label: String {
    guard let longName else { return "<\(valueName)>" }
    return (shortName.map { "-\($0), " } ?? "") + form(of: .long(longName))
  }

  /// `-q` of an option with a short name, `--limit <n>` of any other.
  var shortForm: String {
    shortName.map { form(of: .short($0)) } ?? form
  }

  /// The option under one of its names, with its value: `-s <order>`.
  func form(of name: OptionName) -> String {
    kind == .option ? "\(name) <\(valueName)>" : "\(name)"
  }

  /// `[<movie> ...]`, `<movie>`, `[--actor <name> ...]`.
  var synopsis: String {
    if isPositional { return isOptional ? "[\(form)]" : form }
    return "[\(form)\(isRepeating ? " ..." : "")]"
  }

  // MARK: Values

  /// Stores a value. Of a repeated single option, the last value is used.
  func store(_ text: String) { values.append(flagValue ?? text) }

  /// A part of a value that is not accepted, and the correction.
  struct Rejection {
    let part: String
    let advice: String
  }

  /// Returns why the value is not accepted, or `nil` if it is.
  func rejection(of text: String) -> Rejection? {
    guard let valueType else { return nil }
    if let part = valueType.rejectedPart(of: text) {
      return Rejection(part: part, advice: advice(insteadOf: part))
    }
    if let range, let number = Int(argument: text), !range.contains(number) {
      return Rejection(part: text, advice: advice(insteadOf: text))
    }
    return nil
  }

  private func advice(insteadOf part: String) -> String {
    if !choices.isEmpty { return Self.advice(choices, insteadOf: part) }
    let expected = valueType?.expectedArgument(insteadOf: part).map { $0 + bounds }
    return expected.map { ". Please provide \($0)." } ?? ""
  }

  private var bounds: String {
    guard let range else { return "" }
    switch (range.lowerBound == .min, range.upperBound == .max) {
    case (true, true): return ""
    case (false, true): return " of at least \(range.lowerBound)"
    case (true, false): return " of at most \(range.upperBound)"
    case (false, false): return " from \(range.lowerBound) to \(range.upperBound)"
    }
  }

  private static func advice(_ choices: [String], insteadOf wrong: String) -> String {
    let isShort = choices.count < 6
    let list =
      isShort
      ? ". Please provide one of \(choices.quotedAlternatives)."
      : ". Please provide one of the following:\n"
        + choices.map { "  - \($0)" }.joined(separator: "\n")
    guard let near = Suggestion.nearest(to: wrong, among: choices) else { return list }
    return list + (isShort ? " " : "\n") + "Did you mean '\(near)'?"
  }
}

/// The texts that the command line gives one argument. The parser and the property share the object.
final class ParsedValues: Sendable {
  private let storage = Mutex<[String]>([])

  var texts: [String] { storage.withLock { $0 } }

  func append(_ text: String) { storage.withLock { $0.append(text) } }
}

/// Collects the definitions of a command: each property wrapper creates one when it is initialized.
///
/// Reflection also finds the properties, but is slower than the rest of parsing.
final class DefinitionCollector: Sendable {
  @TaskLocal static var current: DefinitionCollector?

  private let state: Mutex<(definitions: [ArgumentDefinition], group: String)>

  private init(group: String) { state = Mutex(([], group)) }

  var group: String { state.withLock(\.group) }

  func add(_ definition: ArgumentDefinition) {
    state.withLock { $0.definitions.append(definition) }
  }

  /// Creates a value and returns it with the definitions of its properties.
  ///
  /// - Parameter group: The title for properties that are in no other group.
  static func collect<Value>(
    in group: String, _ create: () -> Value
  ) -> (value: Value, definitions: [ArgumentDefinition]) {
    let collector = DefinitionCollector(group: group)
    let value = $current.withValue(collector, operation: create)
    return (value, collector.state.withLock(\.definitions))
  }

  /// Creates a value whose properties belong to the group, or to the group around it if the title is empty.
  static func inGroup<Value>(_ title: String, _ create: () -> Value) -> Value {
    guard !title.isEmpty, let current else { return create() }
    let outer = current.group
    current.state.withLock { $0.group = title }
    defer { current.state.withLock { $0.group = outer } }
    return create()
  }
}
