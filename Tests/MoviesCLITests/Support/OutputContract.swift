import MovieArguments
import MoviesCLI
import Synchronization
import TestSupport
import Testing

/// Checks every run of the program in these tests: JSON has the declared schema, and the exit
/// status is a declared one.
enum OutputContract {
  /// - Parameter words: The words of the command line, of which the options are valid.
  static func check(_ result: CommandResult, of words: [String]) {
    guard case .run(_, let path)? = try? CommandTree.parser.parse(words) else { return }
    let names = Array(path.names.dropFirst())
    let line = words.joined(separator: " ")
    do {
      #expect(try statuses(of: names).contains(Double(result.status.rawValue)), "\(line)")
      // Damage can end a list at any movie.
      if result.status != .inputOutput, let format = format(of: words, names) {
        let isNarrowed = words.contains { $0.hasPrefix("--columns") }
        _ = try validate(
          result.output, isLines: format == "ndjson", isNarrowed: isNarrowed, of: names)
      }
    } catch {
      Issue.record("\(line): \(error)")
    }
  }

  /// Validates the JSON that a command printed.
  ///
  /// - Parameters:
  ///   - isLines: Whether each line is a record.
  ///   - isNarrowed: Whether members of the records can be missing.
  /// - Returns: The number of documents.
  static func validate(
    _ output: String, isLines: Bool, isNarrowed: Bool = false, of names: [String]
  ) throws -> Int {
    if output.isEmpty { return 0 }
    var validator = try validator(of: names)
    validator.requiresMembers = !isNarrowed
    if !isLines {
      try validator.validate(JSON(output))
      return 1
    }
    let lines = output.split(separator: "\n")
    for line in lines { try validator.validate(element: JSON(String(line))) }
    return lines.count
  }

  /// The JSON format that a command line requests, or `nil` if it requests another one.
  private static func format(of words: [String], _ names: [String]) -> String? {
    let words = words.prefix { $0 != "--" }
    // Of 'import', it is the format of the input.
    let formats =
      names == ["import"]
      ? []
      : words.indices.compactMap { index -> String? in
        if words[index] == "--format" { return words.dropFirst(index + 1).first }
        return words[index].hasPrefix("--format=") ? String(words[index].dropFirst(9)) : nil
      }
    // An array would have no end.
    let json = words.contains("--follow") ? "ndjson" : "json"
    let last = formats.last ?? (words.contains("--json") ? json : nil)
    return last == "json" || last == "ndjson" ? last : nil
  }

  // MARK: Declarations

  private static let statuses: Result<[[String]: Set<Double>], any Error> = Result {
    let commands = try JSON(uncheckedMovies(["help", "--json"]).output)["commands"]?.elements ?? []
    return Dictionary(
      uniqueKeysWithValues: commands.map { command in
        let path = command["path"]?.elements.compactMap(\.string) ?? []
        return (path, numbers(command))
      })
  }

  private static let hiddenStatuses = Mutex<[[String]: Set<Double>]>([:])

  private static func numbers(_ command: JSON) -> Set<Double> {
    let declared = command["exitStatuses"]?.elements ?? []
    return Set(declared.compactMap { if case .number(let number) = $0 { number } else { nil } })
  }

  /// The exit statuses that a command can have.
  private static func statuses(of names: [String]) throws -> Set<Double> {
    if let known = try statuses.get()[names] ?? hiddenStatuses.withLock({ $0[names] }) {
      return known
    }
    // A hidden command is only in its own help.
    let help = try JSON(uncheckedMovies(["help"] + names + ["--json"]).output)
    let numbers = (help["commands"]?.elements.first).map(numbers) ?? []
    hiddenStatuses.withLock { $0[names] = numbers }
    return numbers
  }

  private static let validators = Mutex<[[String]: SchemaValidator]>([:])

  private static func validator(of names: [String]) throws -> SchemaValidator {
    if let known = validators.withLock({ $0[names] }) { return known }
    let schema = uncheckedMovies(["help", "schema"] + names)
    let validator = try SchemaValidator(JSON(schema.output))
    validators.withLock { $0[names] = validator }
    return validator
  }
}
