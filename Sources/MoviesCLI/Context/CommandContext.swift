internal import MovieArguments
internal import MovieStore
package import MovieSystem
internal import MovieTerminal

/// A command of the program: its options, and what it does with them.
protocol Command: ParsableCommand {
  var global: GlobalOptions { get }

  func run(_ context: CommandContext) throws -> ExitStatus
}

/// The arguments and streams of the process.
struct CommandLineProgram {
  /// The words of the command line, without the program's name.
  let arguments: [String]
  let environment: Environment
  let streams: IOStreams

  /// The command as typed, without the database path. A long word, such as a note, is shortened.
  var command: String {
    var words = ["movies"]
    var rest = arguments[...]
    while let word = rest.popFirst() {
      if word == "--" {
        words += [word] + rest
        break
      }
      if word == "--db" {
        rest = rest.dropFirst()
      } else if !word.utf8.starts(with: "--db=".utf8) {
        words.append(word)
      }
    }
    return words.map { ShellQuoting.quoted(Self.shortened($0)) }.joined(separator: " ")
  }

  private static func shortened(_ word: String) -> String {
    word.unicodeScalars.count > 200 ? String(word.unicodeScalars.prefix(200)) + "…" : word
  }
}

extension Command {
  func run(in program: CommandLineProgram) throws -> ExitStatus {
    let context = CommandContext(global, program)
    let result = Result { try run(context) }.mapError(context.database.explained)
    let notices = Result { try context.ui.printNotices() }
    let status = try result.get()
    try notices.get()
    return status
  }
}

/// The surroundings of one run of a command.
struct CommandContext {
  let io: CommandIO
  let database: DatabaseAccess
  let ui: UserInterface
  /// The words of the command line, without the program's name.
  let arguments: [String]

  init(_ global: GlobalOptions, _ program: CommandLineProgram) {
    ui = UserInterface(global, streams: program.streams)
    io = CommandIO(global, program, ui: ui)
    database = DatabaseAccess(
      option: global.db, environment: program.environment, ui: ui, command: program.command)
    arguments = program.arguments
  }
}

/// The standard streams of the program.
package struct IOStreams {
  package let input: ByteSource
  package let isInputTerminal: Bool
  /// Opens the controlling terminal of the process; `nil` if it has none.
  package let controllingTerminal: () -> ByteSource?
  package let output: OutputWriter
  package let error: OutputWriter

  package init(
    input: ByteSource, isInputTerminal: Bool, controllingTerminal: @escaping () -> ByteSource?,
    output: OutputWriter, error: OutputWriter
  ) {
    self.input = input
    self.isInputTerminal = isInputTerminal
    self.controllingTerminal = controllingTerminal
    self.output = output
    self.error = error
  }
}
