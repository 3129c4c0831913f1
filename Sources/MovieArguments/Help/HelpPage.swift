/// The help page of a command or a topic.
package struct HelpPage: Sendable {
  /// The commands from the root to this one, or the topic's name alone.
  package let names: [String]
  let overview: String
  let synopsis: String?
  let sections: [HelpSection]
  let closing: String?
  let examples: HelpSection

  package init(_ topic: HelpTopic) {
    names = [topic.name]
    overview = topic.abstract
    synopsis = nil
    sections = topic.sections
    closing = nil
    examples = HelpSection("")
  }

  /// - Parameter topics: The topics listed on the page.
  init(_ path: CommandPath, topics: [HelpTopic] = []) {
    let command = path.current
    names = path.names
    overview = [command.abstract, command.discussion].compactMap(\.self).joined(separator: "\n\n")
    synopsis = path.synopsis
    let reading = HelpSection(
      "Help topics", rows: topics.map { HelpSection.Row($0.name, $0.abstract) })
    sections = (path.helpSections + [reading]).filter { !$0.isEmpty }
    closing = path.closing
    examples = HelpSection(
      "Examples", rows: command.examples.map { HelpSection.Row($0.command, $0.says) })
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
    return lead + usage + body + end + exampleText(columns: width)
  }

  private func exampleText(columns: Int) -> String {
    guard !examples.isEmpty else { return "" }
    return (closing == nil ? "" : "\n") + examples.text(columns: columns)
  }
}
