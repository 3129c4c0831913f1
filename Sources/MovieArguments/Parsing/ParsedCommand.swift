/// A command line that fits its description. Values are checked; what they mean is not known here.
package struct ParsedCommand: Sendable {
  struct Occurrence: Equatable, Sendable {
    var option: String
    var value: String?
  }

  /// The command's names below the root, never aliases: `["migrate", "status"]`.
  package let path: [String]
  /// All positional arguments, in order.
  package let arguments: [String]
  /// How many of the arguments, the last ones, stand after `--`.
  package let terminatedCount: Int
  /// What an error found later says of the command: see ``UsageError/located(at:)``.
  package var usage: Usage { commandPath.usage }
  let commandPath: CommandPath
  let valuesByArgument: [String: [String]]
  let occurrences: [Occurrence]

  package func has(_ option: OptionDescription) -> Bool {
    occurrences.contains { $0.option == option.long }
  }

  /// The values of every occurrence, in order; those of a comma-separated list one by one,
  /// and of the last list only, unless the option is a repeated one.
  package func texts(_ option: OptionDescription) -> [String] {
    let given = occurrences.filter { $0.option == option.long }.compactMap(\.value)
    let effective = option.isRepeated ? given[...] : given.suffix(1)
    return effective.flatMap { option.value?.parts(of: $0) ?? [] }
  }

  /// The last value; nil where the option was not given.
  package func text(_ option: OptionDescription) -> String? {
    occurrences.last { $0.option == option.long }?.value
  }

  package func integer(_ option: OptionDescription) -> Int64? {
    text(option).flatMap { ValueKind.integer(from: $0) }
  }

  /// Which of several flags was given last, as of `--on` and `--off`.
  package func last(of options: [OptionDescription]) -> OptionDescription? {
    let names = options.map(\.long)
    let latest = occurrences.last { names.contains($0.option) }
    return options.first { $0.long == latest?.option }
  }

  package func texts(_ argument: ArgumentDescription) -> [String] {
    valuesByArgument[argument.name] ?? []
  }

  package func text(_ argument: ArgumentDescription) -> String? { texts(argument).first }

  package func integer(_ argument: ArgumentDescription) -> Int64? {
    text(argument).flatMap { ValueKind.integer(from: $0) }
  }
}
