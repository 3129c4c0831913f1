extension CommandPath {
  /// Arguments, groups of options, the other options, subcommands without and with a group.
  var helpSections: [HelpSection] {
    let shown = options.filter { !$0.isHidden }
    let groups = Self.unique(shown.compactMap(\.group))
    let ungrouped = shown.filter { $0.group == nil } + [.version, .showsHelp]
    return [HelpSection("Arguments", rows: current.arguments.map(\.row))]
      + groups.map { group in
        HelpSection(group, rows: shown.filter { $0.group == group }.map(\.row))
      }
      + [HelpSection("Options", rows: ungrouped.map(\.row))]
      + subcommandSections
  }

  private var subcommandSections: [HelpSection] {
    let shown = current.subcommands.filter { !$0.isHidden }
    let groups = Self.unique(shown.compactMap(\.group))
    return [HelpSection("Subcommands", rows: shown.filter { $0.group == nil }.map(\.row))]
      + groups.map { group in
        HelpSection("\(group) Subcommands", rows: shown.filter { $0.group == group }.map(\.row))
      }
  }

  /// The last line of the help of a command with subcommands.
  var closing: String? {
    guard current.subcommands.contains(where: { !$0.isHidden }) else { return nil }
    let line = (names.prefix(1) + ["help"] + names.dropFirst()).joined(separator: " ")
    return "See '\(line) <subcommand>' for detailed help."
  }

  private static func unique(_ names: [String]) -> [String] {
    names.reduce(into: []) { found, name in if !found.contains(name) { found.append(name) } }
  }
}

extension OptionDescription {
  /// Its names, its help and its notes: values, default, environment variable.
  package var row: HelpSection.Row {
    let environment = environment.map { "(env: \($0))" }
    let notes = [value.flatMap { $0.note(default: defaultValue) }, environment]
    return HelpSection.Row(label, ([help] + notes.compactMap(\.self)).joined(separator: " "))
  }
}

extension ArgumentDescription {
  package var row: HelpSection.Row {
    let notes = [value.note(default: nil)].compactMap(\.self)
    return HelpSection.Row(label, ([help] + notes).joined(separator: " "))
  }
}

extension CommandDescription {
  fileprivate var row: HelpSection.Row {
    HelpSection.Row(names.joined(separator: ", "), abstract)
  }
}

extension ValueKind {
  /// `(values: a, b; default: a)`.
  fileprivate func note(default value: String?) -> String? {
    let values = choices.isEmpty ? nil : "values: " + choices.joined(separator: ", ")
    let parts = [values, value.map { "default: \($0)" }].compactMap(\.self)
    return parts.isEmpty ? nil : "(\(parts.joined(separator: "; ")))"
  }
}
