/// A command, or a group of subcommands.
package struct CommandDescription: Sendable {
  /// A command line, and what it does.
  package struct Example: Sendable, Equatable {
    package let command: String
    package let says: String
  }

  package let name: String
  package let aliases: [String]
  package let abstract: String
  /// Paragraphs below the abstract, separated by empty lines.
  package let discussion: String?
  /// Its section in the parent's help: `Catalog` for CATALOG SUBCOMMANDS.
  package let group: String?
  package let arguments: [ArgumentDescription]
  package let options: [OptionDescription]
  package private(set) var subcommands: [CommandDescription]
  package let examples: [Example]
  /// Names that other programs use for its subcommands: suggested, never accepted.
  package let synonyms: [String: String]
  /// Commands to suggest for their options and their text, if this one lacks them.
  package let alternatives: [CommandDescription]
  package let isHidden: Bool
  /// Whether it can be run itself; otherwise it prints its help.
  package let isRunnable: Bool

  /// - Parameter isRunnable: By default, true for a command without subcommands.
  package init(
    _ name: String, aliases: [String] = [], abstract: String, discussion: String? = nil,
    group: String? = nil, arguments: [ArgumentDescription] = [], options: [OptionDescription] = [],
    subcommands: [CommandDescription] = [], examples: [(command: String, says: String)] = [],
    synonyms: [String: String] = [:], alternatives: [CommandDescription] = [],
    isHidden: Bool = false, isRunnable: Bool? = nil
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
    self.alternatives = alternatives
    self.isHidden = isHidden
    self.isRunnable = isRunnable ?? subcommands.isEmpty
  }

  package var names: [String] { [name] + aliases }

  /// Returns what a word that names no subcommand may mean: a topic that starts with it, if no
  /// subcommand does; or else the meaning of a synonym; or else the closest subcommand or topic.
  func meaning(of word: String, orTopic topics: [String] = []) -> String? {
    let names = subcommands.filter { !$0.isHidden }.flatMap(\.names)
    if word.count > 1, !names.contains(where: { $0.hasPrefix(word) }),
      let topic = topics.first(where: { $0.hasPrefix(word) })
    {
      return topic
    }
    return synonyms[word.lowercased()]
      ?? Suggestion.nearest(to: word, among: (names + topics).filter { $0 != word })
  }

  package func subcommand(named name: String) -> CommandDescription? {
    subcommands.first { $0.names.contains(name) }
  }

  /// The help command of a table that has subcommands but no help command.
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
