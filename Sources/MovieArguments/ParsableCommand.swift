/// A type whose properties declare options and arguments with ``Option``, ``Flag``, ``Argument`` and
/// ``OptionGroup``.
package protocol ParsableArguments: Sendable {
  init()

  /// Checks values that are valid each by itself, but not together. The parser calls it, for option
  /// groups before their command.
  ///
  /// - Throws: ``ValidationError``.
  func validate() throws
}

extension ParsableArguments {
  package func validate() throws {}
}

/// A command or a group of subcommands.
///
/// Parsing, help, suggestions, shell completion and the manual page derive from the declared properties and
/// ``configuration``. The declarations have the shape of those of swift-argument-parser; MovieArguments.docc
/// lists the differences.
package protocol ParsableCommand: ParsableArguments {
  static var configuration: CommandConfiguration { get }
}

/// The name, the help and the subcommands of a command.
package struct CommandConfiguration: Sendable {
  package var commandName: String
  package var abstract: String
  /// Paragraphs below the abstract, separated by empty lines.
  package var discussion: String
  /// Whether the help and completions list the command.
  package var shouldDisplay: Bool
  package var groupedSubcommands: [CommandGroup]
  package var aliases: [String]
  package var examples: [Example]
  /// Names that other programs use for the command, suggested but not accepted. A name that means the command
  /// with an option is followed by the option: `"unmark --off"`.
  package var suggestedFor: [String]
  /// Options that users try, and the line to type instead. In it, `<movie>` stands for the first
  /// argument.
  package var lines: KeyValuePairs<String, String>
  /// Commands to suggest for their options and words where this one lacks them.
  package var alternatives: [any ParsableCommand.Type]

  package init(
    commandName: String, abstract: String, discussion: String = "", shouldDisplay: Bool = true,
    subcommands: [any ParsableCommand.Type] = [], groupedSubcommands: [CommandGroup] = [],
    aliases: [String] = [], examples: [Example] = [], suggestedFor: [String] = [],
    insteadOf lines: KeyValuePairs<String, String> = [:],
    alternatives: [any ParsableCommand.Type] = []
  ) {
    self.commandName = commandName
    self.abstract = abstract
    self.discussion = discussion
    self.shouldDisplay = shouldDisplay
    let ungrouped = CommandGroup(name: "", subcommands: subcommands)
    self.groupedSubcommands = (subcommands.isEmpty ? [] : [ungrouped]) + groupedSubcommands
    self.aliases = aliases
    self.examples = examples
    self.suggestedFor = suggestedFor
    self.lines = lines
    self.alternatives = alternatives
  }

  /// All subcommands, in the order of the help.
  package var subcommands: [any ParsableCommand.Type] { groupedSubcommands.flatMap(\.subcommands) }

  package var names: [String] { [commandName] + aliases }
}

/// Subcommands below one title of the help.
package struct CommandGroup: Sendable {
  /// The title before `Subcommands`; empty for none.
  package let name: String
  package let subcommands: [any ParsableCommand.Type]

  package init(name: String, subcommands: [any ParsableCommand.Type]) {
    self.name = name
    self.subcommands = subcommands
  }
}

/// A command line and its explanation, at the end of a help page.
package typealias Example = HelpSection.Row
