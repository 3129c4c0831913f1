/// One flag or option, declared once: parsing, help and completions all come from it.
package struct OptionDescription: Sendable, Equatable {
  package let long: String
  package let short: Character?
  /// What it takes; nil for a flag.
  package let value: ValueKind?
  package let help: String
  /// Whether each occurrence adds a value; otherwise the last one wins.
  package let isRepeated: Bool
  /// The titled block of the help it stands in, such as `Output options`; nil for OPTIONS.
  package let group: String?
  /// Shown in the help only: what happens without the option is the command's business.
  package let defaultValue: String?
  /// The environment variable that stands in for the option, shown in the help only.
  package let environment: String?
  package let isHidden: Bool
  package let completion: CompletionKind
  /// What other programs call it, such as `--desc`: suggested, and never accepted.
  package let synonyms: [String]
  /// What may stand before its number and is dropped: the `v` of `v3`.
  package let numberPrefix: Character?

  package init(
    _ long: String, short: Character? = nil, value: ValueKind? = nil, help: String,
    isRepeated: Bool = false, group: String? = nil, defaultValue: String? = nil,
    environment: String? = nil, isHidden: Bool = false, completion: CompletionKind = .automatic,
    synonyms: [String] = [], numberPrefix: Character? = nil
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
    self.numberPrefix = numberPrefix
  }
}

extension OptionDescription {
  static let version = OptionDescription("version", help: "Show the version.")
  /// For the root of a program that ``CompletionScript`` can ask.
  package static let completionScript = OptionDescription(
    "generate-completion-script", value: .choice("shell", CompletionShell.allCases.map(\.rawValue)),
    help: "Print a script that completes command lines.", isHidden: true)
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

  func isNamed(_ name: OptionName) -> Bool {
    switch name {
    case .long(let text): text == long
    case .short(let letter): letter == short
    case .dashed: false
    }
  }
}
