/// The help page of a command or a topic.
package struct HelpPage: Sendable {
  /// The commands from the root to this one, or the topic's name alone.
  package let names: [String]
  private let overview: String
  private var synopsis: String?
  private let sections: [HelpSection]
  private var closing: String?
  private var examples = HelpSection("")

  package init(_ topic: HelpTopic) {
    names = [topic.name]
    overview = topic.abstract
    sections = topic.sections
  }

  /// - Parameter topics: The topics listed on the page.
  init(_ path: CommandPath, topics: [HelpTopic] = []) {
    let command = path.configuration
    names = path.names
    overview = [command.abstract, command.discussion].filter { !$0.isEmpty }
      .joined(separator: "\n\n")
    synopsis = path.synopsis
    let topics = HelpSection("Help topics", rows: topics.map { .init($0.name, $0.abstract) })
    sections = (path.helpSections + [topics]).filter { !$0.isEmpty }
    closing = path.closing
    examples = HelpSection("Examples", rows: command.examples)
  }

  /// The whole page. A section at its end is followed by an empty line.
  ///
  /// - Parameter columns: The width to wrap at, at least 40.
  package func text(columns: Int) -> String {
    let width = max(columns, 40)
    let lead = overview.isEmpty ? "" : "OVERVIEW: \(overview)".wrapped(to: width) + "\n\n"
    let usage = synopsis.map { "USAGE: \($0)\n\n" } ?? ""
    let body = sections.map { $0.text(columns: width) }.joined(separator: "\n")
    let end = closing.map { "\n  \($0)\n" } ?? "\n"
    let separator = examples.isEmpty || closing == nil ? "" : "\n"
    return lead + usage + body + end + separator
      + (examples.isEmpty ? "" : examples.text(columns: width))
  }
}

/// A page of `help <name>` that is not about a command.
package struct HelpTopic: Sendable {
  package let name: String
  package let abstract: String
  package let sections: [HelpSection]

  package init(_ name: String, abstract: String, sections: [HelpSection]) {
    self.name = name
    self.abstract = abstract
    self.sections = sections
  }
}

/// A section of a page: a title, paragraphs, and rows with a label and a description.
package struct HelpSection: Sendable, Equatable {
  package struct Row: Sendable, Equatable {
    package let label: String
    package let text: String

    package init(_ label: String, _ text: String) {
      self.label = label
      self.text = text
    }
  }

  private static let indent = 2
  private static let descriptionColumn = 26

  package let title: String
  let paragraphs: [String]
  package let rows: [Row]

  /// - Parameter title: Shown in upper case; empty for a section without a heading.
  package init(_ title: String, paragraphs: [String] = [], rows: [Row] = []) {
    self.title = title
    self.paragraphs = paragraphs
    self.rows = rows
  }

  var isEmpty: Bool { paragraphs.isEmpty && rows.isEmpty }

  /// The section, with a newline at its end.
  func text(columns: Int) -> String {
    let heading = title.isEmpty ? "" : "\(title.uppercased()):\n"
    let prose = paragraphs.map { $0.wrapped(to: columns, indent: Self.indent) + "\n" }
    let table = rows.map { Self.text(of: $0, columns) + "\n" }.joined()
    let blocks = prose + (rows.isEmpty ? [] : [table])
    return heading + blocks.joined(separator: "\n")
  }

  /// The row. The description of a label of 24 characters or more starts on the next line.
  private static func text(of row: Row, _ columns: Int) -> String {
    let padded = row.label.wrapped(to: columns, indent: indent)
    if row.text.isEmpty { return padded }
    let description = row.text.wrapped(to: columns, indent: descriptionColumn)
    let fits = padded.count < descriptionColumn
    return padded + (fits ? String(description.dropFirst(padded.count)) : "\n" + description)
  }
}

// MARK: - Sections of a command

extension CommandPath {
  /// Arguments, the groups of options in the order of their declaration, built-in options, subcommands.
  fileprivate var helpSections: [HelpSection] {
    let builtIn = [ArgumentDefinition.version, .help]
    return [HelpSection("Arguments", rows: arguments.map(\.row))]
      + groupTitles.map { title in
        HelpSection(title, rows: shownOptions.filter { $0.group == title }.map(\.row))
      }
      + [HelpSection("Options", rows: builtIn.map(\.row))]
      + configuration.groupedSubcommands.map { group in
        HelpSection(
          group.name.isEmpty ? "Subcommands" : "\(group.name) Subcommands",
          rows: group.subcommands.map { $0.configuration }.filter(\.shouldDisplay).map {
            .init($0.names.joined(separator: ", "), $0.abstract)
          })
      }
  }

  /// The titles of the groups of visible options, in the order of their declaration.
  var groupTitles: [String] { shownOptions.map(\.group).uniqued }

  /// The last line of the help of a command with subcommands.
  fileprivate var closing: String? {
    if shownSubcommands.isEmpty { return nil }
    let line = (names.prefix(1) + ["help"] + names.dropFirst()).joined(separator: " ")
    return "See '\(line) <subcommand>' for detailed help."
  }
}

extension ArgumentDefinition {
  /// The names, the help, and the notes about values, default and environment variable.
  package var row: HelpSection.Row {
    let values = choices.isEmpty ? nil : "values: " + choices.joined(separator: ", ")
    let parts = [values, defaultValue.map { "default: \($0)" }].compactMap(\.self)
    let note = parts.isEmpty ? nil : "(\(parts.joined(separator: "; ")))"
    let notes = [note, help.environment.map { "(env: \($0))" }]
    return .init(label, ([help.abstract] + notes.compactMap(\.self)).joined(separator: " "))
  }
}
