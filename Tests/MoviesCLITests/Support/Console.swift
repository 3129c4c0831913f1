import MovieSystem
import MovieTerminal
import MoviesCLI
import TestSupport

/// The streams of the program: which of them are terminals, and how wide.
struct Console {
  var isInputTerminal = false
  var isOutputTerminal = false
  var isErrorTerminal = false
  var columns = 80
  var isUTF8 = true
  /// The input of the controlling terminal, or `nil` if there is none.
  var typed: String?

  static let pipes = Console()
  static let terminal = terminal(columns: 80)

  static func terminal(columns: Int) -> Console {
    Console(
      isInputTerminal: true, isOutputTerminal: true, isErrorTerminal: true, columns: columns)
  }
}

/// The exit status and output of a run of the program.
struct CommandResult: Equatable {
  let status: ExitStatus
  let output: String
  let error: String

  init(_ status: ExitStatus = .done, output: String = "", error: String = "") {
    self.status = status
    self.output = output
    self.error = error
  }
}

/// Runs the program on the running test's database, which `MOVIES_DB` names.
func movies(
  _ arguments: String..., input: String = "", on console: Console = .pipes,
  environment: [String: String] = [:]
) -> CommandResult {
  movies(arguments, input: Array(input.utf8), on: console, environment: environment)
}

func movies(
  _ arguments: [String], input: [UInt8] = [], on console: Console = .pipes,
  environment: [String: String] = [:]
) -> CommandResult {
  let result = uncheckedMovies(arguments, input: input, on: console, environment: environment)
  OutputContract.check(result, of: arguments)
  Advice.check(result.error, for: arguments)
  return result
}

/// Runs the program, without a check of its output.
func uncheckedMovies(
  _ arguments: [String], input: [UInt8] = [], on console: Console = .pipes,
  environment: [String: String] = [:]
) -> CommandResult {
  let variables = ["MOVIES_DB": SampleCatalog.path].merging(environment) { $1 }
  let glyphs = Glyphs(isUTF8: console.isUTF8)
  let output = OutputWriter(
    inMemoryAsTerminal: console.isOutputTerminal, columns: console.columns, glyphs: glyphs)
  let error = OutputWriter(
    inMemoryAsTerminal: console.isErrorTerminal, columns: console.columns, glyphs: glyphs)
  let status = CommandLineTool.run(
    arguments, environment: Environment(variables),
    streams: IOStreams(
      input: ByteSource(bytes: input), isInputTerminal: console.isInputTerminal,
      controllingTerminal: { console.typed.map { ByteSource(bytes: Array($0.utf8)) } },
      output: output, error: error))
  return CommandResult(
    status, output: String(decoding: output.written, as: UTF8.self),
    error: String(decoding: error.written, as: UTF8.self))
}
