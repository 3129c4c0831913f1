import Foundation

/// A process of `PlainSQL` with the file open. Its locks and its shared memory are not those of this
/// process.
package final class SQLProcess {
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private var printed = ""

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
  /// - Returns: The rows and errors that the process printed.
  @discardableResult
  package func run(_ statements: String...) throws -> String {
    try send(statements.map { $0 + ";\n" }.joined() + ".print done\n")
    while !printed.hasSuffix("done\n") {
      let chunk = output.fileHandleForReading.availableData
      if chunk.isEmpty { throw ToolError(call: "PlainSQL: \(printed)", code: 0) }
      printed += String(decoding: chunk, as: UTF8.self)
    }
    defer { printed = "" }
    return String(printed.dropLast("done\n".count))
  }

  /// Sends input without waiting for output.
  package func send(_ text: String) throws {
    try input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
  }

  /// Kills the process, like a crash.
  package func kill() {
    guard process.isRunning else { return }
    Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  /// Closes the database and ends the process.
  package func quit() throws {
    try input.fileHandleForWriting.close()
    process.waitUntilExit()
  }
}
