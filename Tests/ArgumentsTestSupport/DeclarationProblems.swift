package import MovieArguments

/// Checks the declarations of a program.
extension CommandParser {
  /// Mistakes in the declarations; empty if there are none.
  package var problems: [String] {
    let root = CommandPath(root: root)
    let commands = Set(root.subcommands.flatMap(\.configuration.names))
    return root.problems + (topics.map(\.name) + commands).duplicates
      + topics.filter { !$0.abstract.isSentence }.map {
        "\($0.name): not a sentence: \($0.abstract)"
      }
  }
}

extension CommandPath {
  fileprivate var problems: [String] {
    let own =
      wordingProblems + orderProblems + nameProblems + sharingProblems
      + options.flatMap(\.problems)
    return own.map { "\(line): \($0)" } + subcommands.flatMap(\.problems)
  }

  private var wordingProblems: [String] {
    let sentences =
      [configuration.abstract] + definitions.map(\.help.abstract)
      + configuration.examples.map(\.text)
    return sentences.filter { !$0.isSentence }.map { "not a sentence: \($0)" }
      + configuration.names.filter { !$0.isName }.map { "not a valid name: \($0)" }
  }

  private var orderProblems: [String] {
    var problems: [String] = []
    if arguments.contains(where: { !$0.isOptional }), !configuration.subcommands.isEmpty {
      problems.append("has both required arguments and subcommands")
    }
    if arguments.dropLast().contains(where: \.isRepeating) {
      problems.append("a repeated argument is not the last")
    }
    if arguments.drop(while: { !$0.isOptional }).contains(where: { !$0.isOptional }) {
      problems.append("a required argument follows an optional one")
    }
    return problems
  }

  private var nameProblems: [String] {
    let names = (options + [.version, .help]).flatMap(\.names).map { "\($0)" }
    let subcommands = configuration.subcommands.map { $0.configuration }
    let suggested = subcommands.flatMap(\.suggestedFor).map { String($0.prefix { $0 != " " }) }
    return names.duplicates + (subcommands.flatMap(\.names) + suggested).duplicates
      + arguments.map(\.label).duplicates
  }

  /// Before the name of a subcommand, an option is parsed as that of the group: both must have a value, or
  /// none.
  private var sharingProblems: [String] {
    subcommands.flatMap { subcommand in
      subcommand.options.filter { option in
        options.contains { $0.longName == option.longName && $0.kind != option.kind }
      }.map { "--\($0.longName ?? "") differs in \(subcommand.configuration.commandName)" }
    }
  }
}

extension ArgumentDefinition {
  fileprivate var problems: [String] {
    let hasValidShortName = shortName.map { $0.isASCII && ($0.isLetter || $0.isNumber) } ?? true
    let hasValidLongName = longName.map { $0.isName && $0.count > 1 } ?? false
    let acceptsDefault = defaultValue.map { (try? store($0)) != nil } ?? true
    return [
      (hasValidLongName, "not a valid name: --\(longName ?? "")"),
      (hasValidShortName, "-\(shortName ?? "?") is not a letter or digit"),
      (acceptsDefault, "--\(longName ?? "") does not accept its default"),
    ].filter { !$0.0 }.map(\.1)
  }
}

extension [String] {
  fileprivate var duplicates: [String] {
    Dictionary(grouping: self, by: \.self).filter { $0.value.count > 1 }.keys.sorted()
      .map { "\($0) is defined twice" }
  }
}

extension String {
  /// Whether the text does not start in lower case, ends with a period, and is one line.
  fileprivate var isSentence: Bool {
    first?.isLowercase == false && last == "." && !contains(where: \.isNewline)
  }

  /// Whether the text consists of lower-case ASCII letters and digits with single dashes between them.
  fileprivate var isName: Bool {
    split(separator: "-", omittingEmptySubsequences: false).allSatisfy { part in
      !part.isEmpty
        && part.allSatisfy { $0.isASCII && ($0.isNumber || $0.isLetter && $0.isLowercase) }
    }
  }
}
