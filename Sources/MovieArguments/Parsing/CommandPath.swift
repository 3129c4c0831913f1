/// A command together with the way to it from the root.
struct CommandPath: Sendable {
  private(set) var names: [String]
  private(set) var current: CommandDescription
  let globalOptions: [OptionDescription]

  init(root: CommandDescription, globalOptions: [OptionDescription]) {
    names = [root.name]
    current = root
    self.globalOptions = globalOptions
  }

  mutating func descend(to subcommand: CommandDescription) {
    names.append(subcommand.name)
    current = subcommand
  }

  var isRoot: Bool { names.count == 1 }

  var options: [OptionDescription] { current.options + globalOptions }

  func option(named name: OptionName) -> OptionDescription? {
    options.first { $0.hasSameName(name) }
  }

  /// `movies list`.
  var line: String { names.joined(separator: " ") }

  /// The command with what it takes; options are only hinted at where they would be more than 12.
  var synopsis: String {
    let arguments = current.arguments.map(\.synopsis)
    let options = options.filter { !$0.isHidden }.map(\.synopsis)
    let isLong = options.count + arguments.count > 12
    let hint =
      arguments.isEmpty || arguments.count > 12 ? ["<options>"] : ["[<options>]"] + arguments
    let subcommand = current.subcommands.isEmpty ? [] : ["<subcommand>"]
    return ([line] + (isLong ? hint : options + arguments) + subcommand).joined(separator: " ")
  }

  var usage: Usage {
    Usage(synopsis: synopsis, hint: "See '\(line) --help' for more information.")
  }
}
