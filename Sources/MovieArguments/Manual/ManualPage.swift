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
    let shared = SharedOptions.groups(of: commands).filter { !root.groupTitles.contains($0.title) }
    return [".Sh GLOBAL OPTIONS"]
      + Mdoc.prose("Global options are accepted before and after the subcommand.")
      + Mdoc.list(root.suggestedOptions.map { ($0.mdocTerm, $0.row.text) })
      + shared.flatMap { title, options in
        [".Sh \(Mdoc.heading(title.uppercased()))"]
          + Mdoc.list(
            options.map { option in
              let users = option.commands.map { $0.names.dropFirst().joined(separator: " ") }
              return (
                option.definition.mdocTerm,
                "\(option.definition.row.text) Used by \(users.joined(separator: ", "))."
              )
            })
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
