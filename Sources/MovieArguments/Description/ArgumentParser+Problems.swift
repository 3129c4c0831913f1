extension ArgumentParser {
  /// Mistakes in the table of commands; empty if there are none.
  package var problems: [String] { problems(of: root, at: []) + topicProblems }

  private func problems(of command: CommandDescription, at parents: [String]) -> [String] {
    let path = parents + [command.name]
    let own =
      command.wordingProblems + command.orderProblems
      + nameProblems(of: command) + sharingProblems(of: command)
      + synonymProblems(of: command)
      + (command.options + (parents.isEmpty ? globalOptions : [])).flatMap(\.problems)
    return own.map { "\(path.joined(separator: " ")): \($0)" }
      + command.subcommands.flatMap { problems(of: $0, at: path) }
  }

  private func nameProblems(of command: CommandDescription) -> [String] {
    let options = command.options + globalOptions + [.version, .showsHelp]
    let names =
      options.map { "--\($0.long)" } + options.compactMap { $0.short.map { "-\($0)" } }
    return Self.repeated(names) + Self.repeated(command.subcommands.flatMap(\.names))
      + Self.repeated(command.arguments.map(\.label))
  }

  /// Before the name of a subcommand, an option is parsed as that of the group: both must be equal.
  private func sharingProblems(of command: CommandDescription) -> [String] {
    command.subcommands.flatMap { subcommand in
      subcommand.options.filter { other in
        command.options.contains { $0.long == other.long && $0 != other }
      }.map { "--\($0.long) differs in \(subcommand.name)" }
    }
  }

  /// A synonym must not be a name, and its meaning must start with one.
  private func synonymProblems(of command: CommandDescription) -> [String] {
    command.synonyms.sorted { $0.key < $1.key }.filter { word, meaning in
      let names = meaning.split(separator: " ").prefix { !$0.hasPrefix("-") }.map(String.init)
      let isFound =
        names.reduce(command as CommandDescription?) { $0?.subcommand(named: $1) } != nil
      return names.isEmpty || !isFound || command.subcommand(named: word) != nil
    }.map { "\($0.key) is not a valid synonym for \($0.value)" }
  }

  private var topicProblems: [String] {
    let commands = Set(root.subcommands.flatMap(\.names))
    return Self.repeated(topics.map(\.name) + commands)
      + topics.filter { !$0.abstract.isSentence }.map {
        "\($0.name): not a sentence: \($0.abstract)"
      }
  }

  private static func repeated(_ names: [String]) -> [String] {
    Dictionary(grouping: names, by: \.self).filter { $0.value.count > 1 }.keys.sorted()
      .map { "\($0) is defined twice" }
  }
}

extension CommandDescription {
  fileprivate var wordingProblems: [String] {
    let sentences = [abstract] + arguments.map(\.help) + examples.map(\.says)
    return sentences.filter { !$0.isSentence }.map { "not a sentence: \($0)" }
      + names.filter { !$0.isName }.map { "not a valid name: \($0)" }
  }

  fileprivate var orderProblems: [String] {
    var problems: [String] = []
    if !arguments.isEmpty && !subcommands.isEmpty {
      problems.append("has both arguments and subcommands")
    }
    if arguments.dropLast().contains(where: \.isRepeated) {
      problems.append("a repeated argument is not the last")
    }
    if arguments.drop(while: { !$0.isOptional }).contains(where: { !$0.isOptional }) {
      problems.append("a required argument follows an optional one")
    }
    return problems
  }
}

extension OptionDescription {
  fileprivate var problems: [String] {
    let isNumber = short?.isNumber ?? false
    let checks = [
      (help.isSentence, "not a sentence: \(help)"),
      (long.isName && long.count > 1, "not a valid name: --\(long)"),
      (
        short.map { $0.isASCII && ($0.isLetter || isNumber) } ?? true,
        "-\(short ?? "?") is not a letter or digit"
      ),
      (value?.choices.isEmpty != true || !takesChoices, "--\(long) has no choices"),
      (
        defaultValue.map { value?.objection(to: $0) == nil } ?? true,
        "--\(long) does not accept its default"
      ),
      (
        value != nil || !isRepeated && defaultValue == nil,
        "--\(long) is a flag, but repeated or with a default"
      ),
    ]
    return checks.filter { !$0.0 }.map(\.1)
  }

  private var takesChoices: Bool {
    switch value {
    case .choice, .choices: true
    case .text, .path, .integer, nil: false
    }
  }
}

extension String {
  /// Whether the text starts in upper case (or with a sign), ends with a period, and is one line.
  fileprivate var isSentence: Bool {
    first?.isLowercase == false && last == "." && !contains(where: \.isNewline)
  }

  /// Whether the text is lower-case ASCII letters and digits with single dashes between them.
  fileprivate var isName: Bool {
    let parts = split(separator: "-", omittingEmptySubsequences: false)
    return parts.allSatisfy { part in
      !part.isEmpty
        && part.allSatisfy { $0.isASCII && ($0.isNumber || $0.isLetter && $0.isLowercase) }
    }
  }
}
