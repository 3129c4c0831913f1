import MovieArguments
import MoviesCLI

/// The README's tables of commands, options and variables, as Markdown.
enum ReferenceText {
  private static let reference = CommandReference(Command.parser)

  static var text: String {
    let tables = [commands, ownOptions, globalOptions] + sharedOptions + environment
    return tables.joined(separator: "\n")
  }

  private static var commands: String {
    var group = ""
    let rows = reference.commands.map { names, command in
      let isNew = command.group != nil && command.group != group
      group = command.group ?? group
      let words = names.dropFirst() + command.arguments.map(\.synopsis)
      let aliases = command.aliases.map { " (`\($0)`)" }.joined()
      return [isNew ? group.lowercased() : "", code(words.joined(separator: " ")) + aliases]
        + [plain(command.abstract)]
    }
    return table("Commands", ["", "command (alias)", "what it does"], rows)
  }

  private static var ownOptions: String {
    let rows = reference.commands.flatMap { names, command in
      let own = command.options.filter { $0.group == nil && !$0.isHidden }
      let name = code(names.dropFirst().joined(separator: " "))
      return own.enumerated().map { [$0 == 0 ? name : "", code($1.label), plain($1.row.text)] }
    }
    return table("Options of one command", ["command", "option", "what it does"], rows)
  }

  private static var globalOptions: String {
    let rows = Command.parser.globalOptions.filter { !$0.isHidden }.map {
      [code($0.label), plain($0.row.text)]
    }
    return table("Options of every command", ["option", "what it does"], rows)
  }

  private static var sharedOptions: [String] {
    reference.sharedOptions.map { title, options in
      let rows = options.map { option, commands in
        let takers = commands.map(code).joined(separator: " ")
        return [code(option.label), plain(option.row.text), takers]
      }
      let heading = title.prefix(1) + title.dropFirst().lowercased()
      return table("\(heading)", ["option", "what it does", "taken by"], rows)
    }
  }

  private static var environment: [String] {
    Command.parser.topics.filter { $0.name == "environment" }.map { topic in
      let rows = topic.sections.flatMap(\.rows).map { row in
        [row.label.split(separator: ", ").map { code(String($0)) }.joined(separator: ", ")]
          + [plain(row.text)]
      }
      return table("Environment", ["variable", "what it does"], rows)
    }
  }

  private static func table(_ title: String, _ heads: [String], _ rows: [[String]]) -> String {
    let lines = [heads, heads.map { _ in "---" }] + rows
    return "### \(title)\n\n"
      + lines.map { "| \($0.joined(separator: " | ")) |\n" }.joined()
  }

  private static func code(_ text: String) -> String { "`\(text.replacing("|", with: "\\|"))`" }

  /// Text in which Markdown finds nothing to do.
  private static func plain(_ text: String) -> String {
    text.map { "\\`*_<|[".contains($0) ? "\\\($0)" : String($0) }.joined()
  }
}
