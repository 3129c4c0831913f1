import Foundation

/// Another program, `PlainSQL`, with the file open: its locks and its shared memory are not those of this
/// process.
package final class SQLProcess {
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private var heard = ""

  package init(_ path: String) throws {
    process.executableURL = URL(filePath: Tool.plainSQL)
    process.arguments = [path]
    process.standardInput = input
    process.standardOutput = output
    process.standardError = output
    try process.run()
  }

  deinit { kill() }

  /// Runs the statements to their end.
  ///
  /// - Returns: what the program printed: rows and errors.
  @discardableResult
  package func run(_ statements: String...) throws -> String {
    try say(statements.map { $0 + ";\n" }.joined() + ".print done\n")
    while !heard.hasSuffix("done\n") {
      let piece = output.fileHandleForReading.availableData
      if piece.isEmpty { throw ToolError(call: "PlainSQL: \(heard)", code: 0) }
      heard += String(decoding: piece, as: UTF8.self)
    }
    defer { heard = "" }
    return String(heard.dropLast("done\n".count))
  }

  /// Gives it something to do, and does not wait.
  package func say(_ text: String) throws {
    try input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
  }

  /// Ends it without notice, as a crash does.
  package func kill() {
    guard process.isRunning else { return }
    Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  /// Closes the database and ends it.
  package func quit() throws {
    try input.fileHandleForWriting.close()
    process.waitUntilExit()
  }
}
