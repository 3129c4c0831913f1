/// A flag or option. Parsing, help and completions are derived from it.
package struct OptionDescription: Sendable, Equatable {
  package let long: String
  package let short: Character?
  /// Its value; nil for a flag.
  package let value: ValueKind?
  package let help: String
  /// Whether each occurrence adds a value; otherwise the last one wins.
  package let isRepeated: Bool
  /// Its section in the help, such as `Output options`; nil for OPTIONS.
  package let group: String?
  /// Only shown in the help; the command itself implements the default.
  package let defaultValue: String?
  /// The environment variable that replaces the option. Only shown in the help.
  package let environment: String?
  package let isHidden: Bool
  package let completion: CompletionKind
  /// Names that other programs use for it, such as `--desc`: suggested, never accepted.
  package let synonyms: [String]
  /// Names that other programs use for it with a value: `--no-color` for `--color never`.
  package let valueSynonyms: [String: String]
  /// A prefix that its number may have, and that is removed: the `v` of `v3`.
  package let numberPrefix: Character?

  package init(
    _ long: String, short: Character? = nil, value: ValueKind? = nil, help: String,
    isRepeated: Bool = false, group: String? = nil, defaultValue: String? = nil,
    environment: String? = nil, isHidden: Bool = false, completion: CompletionKind = .automatic,
    synonyms: [String] = [], valueSynonyms: [String: String] = [:], numberPrefix: Character? = nil
  ) {
    self.long = long
    self.short = short
    self.value = value
    self.help = help
    self.isRepeated = isRepeated
    self.group = group
    self.defaultValue = defaultValue
    self.environment = environment
    self.isHidden = isHidden
    self.completion = completion
    self.synonyms = synonyms
    self.valueSynonyms = valueSynonyms
    self.numberPrefix = numberPrefix
  }
}

extension OptionDescription {
  static let version = OptionDescription("version", help: "Show the version.")
  /// Belongs to the root command of a program with a ``CompletionScript``.
  package static let completionScript = OptionDescription(
    "generate-completion-script", value: .choice("shell", CompletionShell.allCases.map(\.rawValue)),
    help: "Print a shell completion script.", isHidden: true)
  static let showsHelp = OptionDescription("help", short: "h", help: "Show help information.")

  /// `--limit <n>`.
  package var longForm: String { form(of: .long(long)) }

  /// The option under one of its names, with its value: `-s <order>`.
  func form(of name: OptionName) -> String {
    value.map { "\(name) <\($0.name)>" } ?? "\(name)"
  }

  /// `-s, --sort <order>`.
  package var label: String { (short.map { "-\($0), " } ?? "") + longForm }

  /// `[--actor <name> ...]`.
  var synopsis: String { "[\(longForm)\(isRepeated ? " ..." : "")]" }

  /// The value without the prefix that its number may have.
  func plainValue(_ text: String) -> String {
    guard let numberPrefix, text.first == numberPrefix else { return text }
    let number = String(text.dropFirst())
    return value?.objection(to: number) == nil ? number : text
  }

  func hasSameName(_ name: OptionName) -> Bool {
    switch name {
    case .long(let text): text == long
    case .short(let letter): letter == short
    case .dashed: false
    }
  }
}
