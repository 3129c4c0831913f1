internal import Synchronization

/// The declaration of an option, flag or positional argument.
package struct ArgumentDefinition: Sendable {
  package enum Kind: Sendable {
    case positional, option, flag
  }

  package let kind: Kind
  package var names: [OptionName] = []
  package let help: ArgumentHelp
  package var isOptional = true
  package var isRepeating = false
  /// The default value, shown by the help.
  package var defaultValue: String?
  /// The value of an option without one; `nil` if it must have one.
  package var impliedValue: String?
  /// The type of the value; `nil` for a flag.
  package var valueType: (any ExpressibleByArgument.Type)?
  /// The allowed values of a number.
  package var range: ClosedRange<Int>?
  package var completion = CompletionKind.default
  /// The title of its group in the help.
  package let group = DeclarationCollector.group
  /// Stores the value of a text in the property, or returns false if there is none.
  var append: @Sendable (String) -> Bool = { _ in true }

  package static let version = ArgumentDefinition(
    kind: .flag, names: [.long("version")], help: "Show the version.")
  package static let help = ArgumentDefinition(
    kind: .flag, names: [.short("h"), .long("help"), .dashed("help")],
    help: "Show help information.")

  package var isPositional: Bool { kind == .positional }
  package var isHidden: Bool { help.visibility == .hidden }
  package var longName: String? {
    names.lazy.compactMap { if case .long(let name) = $0 { name } else { nil } }.first
  }
  package var shortName: Character? {
    names.lazy.compactMap { if case .short(let letter) = $0 { letter } else { nil } }.first
  }
  package var valueName: String { help.valueName ?? longName ?? "value" }

  /// The accepted values; empty if there is no fixed list.
  package var choices: [String] { valueType?.allValueStrings ?? [] }

  // MARK: Forms

  /// `<movie> ...`, `--limit <n>`.
  var form: String {
    (longName.map { form(of: .long($0)) } ?? label) + (isRepeating ? " ..." : "")
  }

  /// `<movie>` of an argument, `-n, --limit <n>` of an option.
  package var label: String {
    guard let longName else { return "<\(valueName)>" }
    return (shortName.map { "-\($0), " } ?? "") + form(of: .long(longName))
  }

  /// `-q` of an option with a short name, `--limit <n>` of any other.
  var shortForm: String {
    form(of: shortName.map { .short($0) } ?? .long(longName ?? ""))
  }

  /// The option under one of its names, with its value: `-s <order>`.
  func form(of name: OptionName) -> String {
    if kind != .option { return "\(name)" }
    return impliedValue == nil ? "\(name) <\(valueName)>" : "\(name) [<\(valueName)>]"
  }

  /// `[<movie> ...]`, `<movie>`, `[--actor <name> ...]`.
  var synopsis: String { isOptional ? "[\(form)]" : form }

  // MARK: Values

  /// Stores a value in the property. Of a repeated single option, the last value is used.
  ///
  /// - Parameter name: The name of the option as typed; `nil` for an argument.
  /// - Throws: An error with the correction if the value is not accepted.
  package func store(_ text: String, as name: OptionName? = nil) throws(UsageError) {
    let isOutside = range.flatMap { range in Int(argument: text).map { !range.contains($0) } }
    if isOutside != true, append(text) { return }
    let part = valueType?.rejectedPart(of: text) ?? text
    throw .invalidValue(part, of: self, as: name, advice: advice(insteadOf: part))
  }

  private func advice(insteadOf part: String) -> String {
    if let expected = valueType?.expectedArgument(insteadOf: part) {
      return "Please provide \(expected)\(bounds)."
    }
    if choices.isEmpty { return "" }
    let question = Suggestion.nearest(1, to: part, among: choices).question
    let end = question.isEmpty ? [] : [question]
    if choices.count < 6 {
      return (["Please provide one of \(choices.quotedAlternatives)."] + end)
        .joined(separator: " ")
    }
    let list = choices.map { "  - \($0)" }
    return (["Please provide one of the following:"] + list + end).joined(separator: "\n")
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
}

/// The values that the command line gives one property. The property and its definition share the
/// object.
final class ParsedValues<Element: ExpressibleByArgument>: Sendable {
  private let storage = Mutex<[Element]>([])

  var all: [Element] { storage.withLock { $0 } }

  /// - Returns: Whether the text has a value.
  func append(_ text: String) -> Bool {
    guard let value = Element(argument: text) else { return false }
    storage.withLock { $0.append(value) }
    return true
  }
}

/// Collects the declarations of a command: each property wrapper adds its own when it is
/// initialized.
///
/// Reflection also finds the properties, but is slower than the rest of parsing.
final class DeclarationCollector: Sendable {
  @TaskLocal static var current: DeclarationCollector?
  /// The title of the group that is being initialized.
  @TaskLocal static var group = ""

  private let state = Mutex<(definitions: [ArgumentDefinition], groups: [any ParsableArguments])>(
    ([], []))

  /// Adds a definition to the command that is being initialized, if any is.
  static func add(_ definition: ArgumentDefinition) {
    current?.state.withLock { $0.definitions.append(definition) }
  }

  /// Creates a value, and returns it with the definitions of its properties and its option groups.
  ///
  /// - Parameter title: The title for properties that are in no other group.
  static func collect<Value>(
    in title: String, _ create: () -> Value
  ) -> (value: Value, definitions: [ArgumentDefinition], groups: [any ParsableArguments]) {
    let collector = DeclarationCollector()
    let value = $current.withValue(collector) { $group.withValue(title, operation: create) }
    let (definitions, groups) = collector.state.withLock { $0 }
    return (value, definitions, groups)
  }

  /// Creates an option group. Its properties belong to the group around it if the title is empty.
  static func makeGroup<Group: ParsableArguments>(_ title: String) -> Group {
    let group = title.isEmpty ? Group() : $group.withValue(title) { Group() }
    current?.state.withLock { $0.groups.append(group) }
    return group
  }
}
