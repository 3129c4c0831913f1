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
    let names = topics.map(\.name).joined(separator: ", ")
    let topics = HelpSection("Help topics", paragraphs: names.isEmpty ? [] : [names])
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
    let body = sections.enumerated().map { index, section in
      (index > 0 && !section.isAttached ? "\n" : "") + section.text(columns: width)
    }.joined()
    let end = closing.map { "\n  \($0)\n" } ?? "\n"
    return lead + usage + body + end
      + (examples.isEmpty ? "" : "\n" + examples.text(columns: width))
  }
}

/// A page of `help <name>` that is not about a command.
package struct HelpTopic: Sendable {
  package let name: String
  package let abstract: String
  package let sections: [HelpSection]
  /// Whether the names of a command can follow that of the topic.
  package let isAboutCommands: Bool

  package init(
    _ name: String, abstract: String, isAboutCommands: Bool = false, sections: [HelpSection]
  ) {
    self.name = name
    self.abstract = abstract
    self.isAboutCommands = isAboutCommands
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
  /// The width below which all descriptions start on the next line: they would be too narrow.
  private static let tableWidth = descriptionColumn + 20

  package let title: String
  let paragraphs: [String]
  package let rows: [Row]
  /// Whether no empty line is before the section.
  var isAttached = false

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
    let column = columns < tableWidth ? 3 * indent : descriptionColumn
    let description = row.text.wrapped(to: columns, indent: column)
    let fits = padded.count < column
    return padded + (fits ? String(description.dropFirst(padded.count)) : "\n" + description)
  }
}

// MARK: - Sections of a command

extension CommandPath {
  /// Arguments, the command's own options, subcommands, the names of shared options.
  fileprivate var helpSections: [HelpSection] {
    [
      HelpSection("Arguments", rows: arguments.map(\.row)),
      HelpSection(ownGroup, rows: options(in: ownGroup).map(\.row)),
    ] + subcommandSections + [sharedOptions]
  }

  private func options(in group: String) -> [ArgumentDefinition] {
    shownOptions.filter { $0.group == group }
  }

  /// One row for each group, the global options and the built-in ones last; a single group is a
  /// section of its own.
  private var sharedOptions: HelpSection {
    var groups = groupTitles.filter { $0 != ownGroup }.map { (title: $0, options: options(in: $0)) }
    if groups.isEmpty { groups = [("Options", [])] }
    groups[groups.count - 1].options += [.version, .help]
    let rows = groups.map { group in
      let name = group.title.split(separator: " ").first.map(String.init) ?? ""
      return HelpSection.Row(name, group.options.map(\.shortForm).joined(separator: ", "))
    }
    return rows.count == 1
      ? HelpSection(groups[0].title, paragraphs: [rows[0].text])
      : HelpSection("Shared options", rows: rows)
  }

  /// One section for each group of subcommands, without empty lines between them.
  private var subcommandSections: [HelpSection] {
    let groups = configuration.groupedSubcommands.map { group in
      HelpSection(
        group.name.isEmpty ? "Subcommands" : group.name,
        rows: group.subcommands.map { $0.configuration }.filter(\.shouldDisplay).map {
          .init($0.names.joined(separator: ", "), $0.abstract)
        })
    }
    return groups.filter { !$0.isEmpty }.enumerated().map { index, section in
      var section = section
      section.isAttached = index > 0
      return section
    }
  }

  /// The titles of the groups of visible options, in the order of their declaration.
  var groupTitles: [String] { shownOptions.map(\.group).uniqued }

  /// The last line of the help: where to read on.
  fileprivate var closing: String {
    let root = names[0]
    let subcommand =
      shownSubcommands.isEmpty
      ? "" : "'\((["\(root) help"] + names.dropFirst()).joined(separator: " ")) <subcommand>' and "
    return "See \(subcommand)'\(root) help \(HelpTopic.sharedOptionsName)' for details."
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

// MARK: - Shared options

extension HelpTopic {
  static let sharedOptionsName = "options"

  /// The options that several commands have, by group.
  static func sharedOptions(below root: CommandPath) -> HelpTopic {
    let groups = SharedOptions.groups(of: root.descendants)
    return HelpTopic(
      sharedOptionsName, abstract: "Options that several commands share.",
      sections: groups.map { title, options in
        // Of options with the same name, the first.
        let names = options.map(\.definition.longName).uniqued
        return HelpSection(
          title,
          rows: names.compactMap { name in
            options.first { $0.definition.longName == name }?.definition.row
          })
      })
  }
}

/// An option of several commands.
struct SharedOptions {
  let definition: ArgumentDefinition
  let commands: [CommandPath]

  /// The options by the title of their group, in the order of their first use.
  ///
  /// Different options of the same name are separate elements.
  static func groups(
    of commands: [CommandPath]
  ) -> [(title: String, options: [SharedOptions])] {
    let uses = commands.flatMap { command in
      command.shownOptions.filter { $0.group != command.ownGroup }
        .map { (definition: $0, row: $0.row, command: command) }
    }
    return uses.map(\.definition.group).uniqued.map { title in
      let inGroup = uses.filter { $0.definition.group == title }
      return (
        title,
        inGroup.map(\.row).uniqued.map { row in
          let same = inGroup.filter { $0.row == row }
          return SharedOptions(definition: same[0].definition, commands: same.map(\.command))
        }
      )
    }
  }
}

extension Sequence where Element: Equatable {
  /// The elements, each once.
  var uniqued: [Element] {
    reduce(into: []) { found, element in if !found.contains(element) { found.append(element) } }
  }
}
