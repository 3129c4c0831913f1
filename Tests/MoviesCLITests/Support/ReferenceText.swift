import MovieArguments
import MoviesCLI

/// The README's tables of commands, options and variables, as Markdown.
enum ReferenceText {
  private static let reference = CommandReference(Command.parser)

  static var text: String {
    let groups = reference.groups.map { group in
      let title = group.prefix(1) + group.dropFirst().lowercased()
      return options("\(title)", reference.options(of: group))
    }
    let own = options("Options of some commands", reference.options(of: nil))
    return ([commands, own, globalOptions] + groups + environment).joined(separator: "\n")
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

  private static func options(_ title: String, _ uses: [CommandReference.Use]) -> String {
    let rows = uses.map { use in
      [
        use.commands.map(code).joined(separator: " "),
        code(use.option.label + (use.option.isRepeated ? " ..." : "")),
      ]
        + [plain(use.option.row.text)]
    }
    return table(title, ["commands", "option", "what it does"], rows)
  }

  private static var globalOptions: String {
    let rows = Command.parser.globalOptions.filter { !$0.isHidden }.map {
      [code($0.label), plain($0.row.text)]
    }
    return table("Options of every command", ["option", "what it does"], rows)
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
