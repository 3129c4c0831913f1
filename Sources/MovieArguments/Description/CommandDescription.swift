/// One command, or a group of them.
package struct CommandDescription: Sendable {
  /// A command line as someone would type it, and what it does.
  package struct Example: Sendable, Equatable {
    package let command: String
    package let says: String
  }

  package let name: String
  package let aliases: [String]
  package let abstract: String
  /// Paragraphs below the abstract, separated by empty lines.
  package let discussion: String?
  /// Its block in the parent's help: `Catalog` stands under CATALOG SUBCOMMANDS.
  package let group: String?
  package let arguments: [ArgumentDescription]
  package let options: [OptionDescription]
  package private(set) var subcommands: [CommandDescription]
  package let examples: [Example]
  /// What other programs call its subcommands: suggested, and never accepted.
  package let synonyms: [String: String]
  package let isHidden: Bool
  /// Whether it does something itself; a command that does not answers with its help.
  package let isRunnable: Bool

  /// - Parameter isRunnable: By default, true of a command without subcommands.
  package init(
    _ name: String, aliases: [String] = [], abstract: String, discussion: String? = nil,
    group: String? = nil, arguments: [ArgumentDescription] = [], options: [OptionDescription] = [],
    subcommands: [CommandDescription] = [], examples: [(command: String, says: String)] = [],
    synonyms: [String: String] = [:], isHidden: Bool = false, isRunnable: Bool? = nil
  ) {
    self.name = name
    self.aliases = aliases
    self.abstract = abstract
    self.discussion = discussion
    self.group = group
    self.arguments = arguments
    self.options = options
    self.subcommands = subcommands
    self.examples = examples.map { Example(command: $0.command, says: $0.says) }
    self.synonyms = synonyms
    self.isHidden = isHidden
    self.isRunnable = isRunnable ?? subcommands.isEmpty
  }

  package var names: [String] { [name] + aliases }

  /// What a word that names no subcommand was meant for: by a synonym, else by its likeness to the
  /// names of subcommands, or to other words.
  func meaning(of word: String, or others: [String] = []) -> String? {
    let names = subcommands.filter { !$0.isHidden }.flatMap(\.names) + others
    return synonyms[word.lowercased()]
      ?? Suggestion.nearest(to: word, among: names.filter { $0 != word })
  }

  package func subcommand(named name: String) -> CommandDescription? {
    subcommands.first { $0.names.contains(name) }
  }

  /// The help command that every tool with subcommands has, for a table without one of its own.
  static let help = CommandDescription(
    "help", abstract: "Show subcommand help information.",
    arguments: [
      ArgumentDescription(
        .text("subcommands"), help: "The subcommand.", isOptional: true, isRepeated: true)
    ], isHidden: true)

  func adding(_ subcommand: CommandDescription) -> CommandDescription {
    var command = self
    command.subcommands.append(subcommand)
    return command
  }
}
