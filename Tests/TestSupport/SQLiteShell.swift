import Foundation

/// The `sqlite3` shell as a process of its own, with the file open: its locks and its shared memory
/// are none of this process's.
package final class SQLiteShell {
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private var heard = ""

  package init(_ path: String) throws {
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["sqlite3", "-batch", path]
    process.standardInput = input
    process.standardOutput = output
    process.standardError = output
    try process.run()
  }

  deinit { kill() }

  /// Runs the statements to their end.
  ///
  /// - Returns: what the shell said: rows, and its errors.
  @discardableResult
  package func run(_ statements: String...) throws -> String {
    try say(statements.map { $0 + ";\n" }.joined() + ".print done\n")
    while !heard.hasSuffix("done\n") {
      let piece = output.fileHandleForReading.availableData
      if piece.isEmpty { throw ToolError(call: "sqlite3: \(heard)", code: 0) }
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
