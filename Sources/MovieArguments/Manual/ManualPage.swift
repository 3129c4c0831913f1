/// A manual page in mdoc(7), generated from the table of commands.
package struct ManualPage: Sendable {
  /// A heading and its sections.
  package struct Chapter: Sendable {
    let title: String
    let sections: [HelpSection]

    /// - Parameter title: In upper case, as is usual in manual pages.
    package init(_ title: String, _ sections: [HelpSection]) {
      self.title = title
      self.sections = sections
    }
  }

  private let reference: CommandReference
  private let release: String
  private let date: String
  private let introduction: [String]
  private let chapters: [Chapter]
  private let related: [String]

  /// - Parameters:
  ///   - release: The program's version.
  ///   - date: The day of that version, as `November 22, 2026`.
  ///   - introduction: The paragraphs of the description.
  ///   - chapters: The chapters after the commands and options.
  ///   - related: Programs of section 1, for SEE ALSO.
  package init(
    of parser: ArgumentParser, release: String, date: String, introduction: [String],
    chapters: [Chapter], related: [String]
  ) {
    reference = CommandReference(parser)
    self.release = release
    self.date = date
    self.introduction = introduction
    self.chapters = chapters
    self.related = related
  }

  /// The page's source, with a newline at its end.
  package var text: String {
    let lines =
      opening + [".Sh DESCRIPTION"] + Mdoc.paragraphs(introduction) + commands + options
      + chapters.flatMap(Self.lines) + examples + closing
    return lines.joined(separator: "\n") + "\n"
  }

  // MARK: The parts

  private var root: CommandDescription { reference.parser.root }

  private var opening: [String] {
    let name = Mdoc.word(root.name)
    let abstract = root.abstract.hasSuffix(".") ? String(root.abstract.dropLast()) : root.abstract
    let global = (root.options + reference.parser.globalOptions).filter { !$0.isHidden }
    // Turns off hyphenation in groff: words of the page must be copyable.
    return [
      ".Dd \(date)", ".Dt \(Mdoc.word(root.name.uppercased())) 1",
      ".Os \(name) \(Mdoc.word(release))", ".nr doc-hyphen-flags 0",
      ".Sh NAME", ".Nm \(name)",
      ".Nd \(Mdoc.word(abstract))", ".Sh SYNOPSIS", ".Nm \(name)",
    ] + global.map(\.mdocSynopsis) + [".Ar subcommand", ".Op Ar argument ..."]
  }

  private var commands: [String] {
    [".Sh COMMANDS"]
      + reference.commands.flatMap { names, command in
        [".Ss \(Mdoc.word(names.joined(separator: " ")))"] + Self.lines(names, command)
      }
  }

  private static func lines(_ names: [String], _ command: CommandDescription) -> [String] {
    let options = command.options.filter { !$0.isHidden }
    let own = options.filter { $0.group == nil }
    let aliases = command.aliases.map { "'\($0)'" }.joined(separator: ", ")
    let about = [command.abstract, aliases.isEmpty ? "" : "Also called \(aliases)."]
    let paragraphs = [about.filter { !$0.isEmpty }.joined(separator: " ")]
    let discussion = (command.discussion ?? "").split(separator: "\n").map(String.init)
    let terms =
      command.arguments.map { ($0.mdocForm, $0.row.text) } + own.map { ($0.mdocTerm, $0.row.text) }
    let way = names.dropFirst().map { "Cm \(Mdoc.word($0))" }.joined(separator: " ")
    return [".Nm \(way)"] + options.map(\.mdocSynopsis) + command.arguments.map(\.mdocSynopsis)
      + (command.subcommands.isEmpty ? [] : [".Op Ar subcommand"])
      + [".Pp"] + Mdoc.paragraphs(paragraphs + discussion) + Mdoc.list(terms)
  }

  private var options: [String] {
    let shared = reference.groups.flatMap { title in
      [".Sh \(Mdoc.heading(title))"] + Mdoc.list(reference.options(of: title).map(Self.item))
    }
    let global = reference.parser.globalOptions.filter { !$0.isHidden } + [.version, .showsHelp]
    return [".Sh GLOBAL OPTIONS"]
      + Mdoc.prose("Global options are accepted before and after the subcommand.")
      + Mdoc.list(global.map { ($0.mdocTerm, $0.row.text) }) + shared
  }

  private static func lines(_ chapter: Chapter) -> [String] {
    [".Sh \(Mdoc.heading(chapter.title))"]
      + chapter.sections.enumerated().flatMap { index, section in
        let hasSameName = chapter.sections.count > 1 && !section.title.isEmpty
        let lead = hasSameName ? [".Ss \(Mdoc.word(section.title))"] : index > 0 ? [".Pp"] : []
        return lead + Mdoc.paragraphs(section.paragraphs) + Mdoc.list(section.rows.map(item))
      }
  }

  private static func item(_ use: CommandReference.Use) -> (String, String) {
    let takers = use.commands.joined(separator: ", ")
    return (use.option.mdocTerm, "\(use.option.row.text) Used by \(takers).")
  }

  private static func item(_ row: HelpSection.Row) -> (String, String) {
    ("Sy \(Mdoc.word(row.label))", row.text)
  }

  private var examples: [String] {
    var listed: Set<String> = []
    let all = (root.examples + reference.commands.flatMap(\.command.examples))
      .filter { listed.insert($0.command).inserted }
    return [".Sh EXAMPLES"] + Mdoc.list(all.map { Self.item(.init($0.command, $0.says)) })
  }

  private var closing: [String] { [".Sh SEE ALSO"] + related.map { ".Xr \($0) 1" } }
}
