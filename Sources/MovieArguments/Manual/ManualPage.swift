/// A manual page in mdoc(7), generated from the declarations of a program.
package enum ManualPage {
  /// A heading and its parts.
  package struct Section: Sendable {
    let title: String
    let parts: [HelpSection]

    /// - Parameter title: In upper case, as usual in manual pages.
    package init(_ title: String, _ parts: [HelpSection]) {
      self.title = title
      self.parts = parts
    }
  }

  /// The page's source, with a newline at its end.
  ///
  /// - Parameters:
  ///   - release: The program's version.
  ///   - date: The day of that version, as `November 22, 2026`.
  ///   - introduction: The paragraphs of the description.
  ///   - sections: The sections after the commands and options.
  ///   - related: Programs of section 1, for SEE ALSO.
  package static func text(
    of parser: CommandParser, release: String, date: String, introduction: [String],
    sections: [Section], related: [String]
  ) -> String {
    let root = CommandPath(root: parser.root)
    let commands = root.descendants
    let lines =
      opening(root, release, date) + [".Sh DESCRIPTION"] + Mdoc.paragraphs(introduction)
      + [".Sh COMMANDS"] + commands.flatMap(lines) + options(root, commands)
      + sections.flatMap(lines) + examples([root] + commands)
      + [".Sh SEE ALSO"] + related.map { ".Xr \($0) 1" }
    return lines.joined(separator: "\n") + "\n"
  }

  // MARK: Parts

  private static func opening(_ root: CommandPath, _ release: String, _ date: String) -> [String] {
    let name = Mdoc.word(root.line)
    let abstract = root.configuration.abstract
    let summary = abstract.hasSuffix(".") ? String(abstract.dropLast()) : abstract
    // Turns off hyphenation in groff, so that words can be copied.
    return [
      ".Dd \(date)", ".Dt \(Mdoc.word(root.line.uppercased())) 1",
      ".Os \(name) \(Mdoc.word(release))", ".nr doc-hyphen-flags 0",
      ".Sh NAME", ".Nm \(name)",
      ".Nd \(Mdoc.word(summary))", ".Sh SYNOPSIS", ".Nm \(name)",
    ] + root.shownOptions.map(\.mdocSynopsis) + [".Ar subcommand", ".Op Ar argument ..."]
  }

  private static func lines(of command: CommandPath) -> [String] {
    let configuration = command.configuration
    let aliases = configuration.aliases.map { "'\($0)'" }.joined(separator: ", ")
    let summary = configuration.abstract + (aliases.isEmpty ? "" : " Also called \(aliases).")
    let discussion = configuration.discussion.split(separator: "\n").map(String.init)
    let own = command.shownOptions.filter { $0.group == command.ownGroup }
    let path = command.names.dropFirst().map { "Cm \(Mdoc.word($0))" }.joined(separator: " ")
    return [".Ss \(Mdoc.word(command.line))", ".Nm \(path)"]
      + (command.shownOptions + command.arguments).map(\.mdocSynopsis)
      + (configuration.subcommands.isEmpty ? [] : [".Op Ar subcommand"])
      + [".Pp"] + Mdoc.paragraphs([summary] + discussion)
      + Mdoc.list((command.arguments + own).map { ($0.mdocTerm, $0.row.text) })
  }

  /// The options of the root, then those that several commands share, by group.
  private static func options(_ root: CommandPath, _ commands: [CommandPath]) -> [String] {
    let globalTitles = root.groupTitles
    let shared = commands.flatMap { command in
      command.groupTitles.filter { $0 != command.ownGroup && !globalTitles.contains($0) }
    }
    return [".Sh GLOBAL OPTIONS"]
      + Mdoc.prose("Global options are accepted before and after the subcommand.")
      + Mdoc.list(root.suggestedOptions.map { ($0.mdocTerm, $0.row.text) })
      + shared.uniqued.flatMap { title in
        [".Sh \(Mdoc.heading(title.uppercased()))"]
          + Mdoc.list(sharedOptions(of: title, in: commands))
      }
  }

  /// The options of a group, sorted by name, with the commands that have them.
  ///
  /// Different options of the same name, such as `--columns` of movies and of actors, are separate items.
  private static func sharedOptions(
    of group: String, in commands: [CommandPath]
  ) -> [(term: String, text: String)] {
    let uses = commands.flatMap { command in
      command.shownOptions.filter { $0.group == group }.map {
        (item: $0, command: command.names.dropFirst().joined(separator: " "))
      }
    }
    return uses.map(\.item.longName).uniqued.flatMap { name in
      let named = uses.filter { $0.item.longName == name }
      return named.map(\.item.row).uniqued.map { row in
        let same = named.filter { $0.item.row == row }
        let users = same.map(\.command).joined(separator: ", ")
        return (same[0].item.mdocTerm, "\(row.text) Used by \(users).")
      }
    }
  }

  private static func lines(of section: Section) -> [String] {
    [".Sh \(Mdoc.heading(section.title))"]
      + section.parts.enumerated().flatMap { index, part in
        let hasHeading = section.parts.count > 1 && !part.title.isEmpty
        let lead = hasHeading ? [".Ss \(Mdoc.word(part.title))"] : index > 0 ? [".Pp"] : []
        return lead + Mdoc.paragraphs(part.paragraphs)
          + Mdoc.list(part.rows.map(\.mdocItem))
      }
  }

  private static func examples(_ commands: [CommandPath]) -> [String] {
    let rows = commands.flatMap(\.configuration.examples).uniqued
    return [".Sh EXAMPLES"] + Mdoc.list(rows.map(\.mdocItem))
  }
}

extension HelpSection.Row {
  fileprivate var mdocItem: (term: String, text: String) { ("Sy \(Mdoc.word(label))", text) }
}

extension Sequence where Element: Equatable {
  /// The elements, each once.
  var uniqued: [Element] {
    reduce(into: []) { found, element in if !found.contains(element) { found.append(element) } }
  }
}
