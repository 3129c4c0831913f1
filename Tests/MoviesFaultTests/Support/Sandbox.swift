import Foundation
import TestSupport

/// A temporary directory for a catalog, in memory if possible, because thousands of states are written to
/// it. It is removed when the object is released.
final class Sandbox: Sendable {
  let directory: String
  /// A directory for traces and the program's temporary files, which snapshots ignore.
  let scratch: String

  var database: String { path("movies.db") }

  init() throws {
    // Without symbolic links, because calls are matched by their paths.
    let home = URL(filePath: TemporaryDirectory.home).resolvingSymlinksInPath()
    let root = home.appending(path: "movies-test-\(UUID().uuidString)")
    directory = root.appending(path: "catalog").path()
    scratch = root.appending(path: "scratch").path()
    try Files.makeDirectory(directory)
    try Files.makeDirectory(scratch)
  }

  deinit {
    _ = try? FileManager.default.removeItem(
      at: URL(filePath: directory).deletingLastPathComponent())
  }

  func path(_ name: String) -> String { directory + "/" + name }

  var environment: [String: String] { ["MOVIES_DB": database, "TMPDIR": scratch] }

  /// `movies` with the sandbox's catalog. An argument that starts with `@` is a file in the sandbox.
  func tool(_ arguments: [String]) -> Tool {
    Tool(words(arguments), environment: environment)
  }

  /// The program that makes the change.
  func tool(_ scenario: Scenario) -> Tool {
    var tool = tool(scenario.command)
    guard !scenario.program.isEmpty else { return tool }
    tool.executable = "/usr/bin/env"
    tool.arguments = words(scenario.program).map { Array($0.utf8) } + tool.arguments
    tool.environment["MOVIES"] = Tool.movies
    return tool
  }

  private func words(_ arguments: [String]) -> [String] {
    arguments.map { $0.hasPrefix("@") ? path(String($0.dropFirst())) : $0 }
  }

  /// Runs a script with `$MOVIES` in the sandbox.
  @discardableResult
  func shell(_ script: String, _ arguments: String...) throws -> Tool.Outcome {
    try Tool(shell: "cd '\(directory)'; \(script)", arguments, environment: environment).run()
  }

  /// The files in the directory, by their names.
  var files: [String: Data] {
    get throws {
      var files: [String: Data] = [:]
      for name in try Files.names(in: directory) {
        files[name] = try Data(contentsOf: URL(filePath: path(name)))
      }
      return files
    }
  }

  /// Replaces all files in the directory by these.
  func restoreFiles(_ files: [String: Data]) throws {
    for name in try Files.names(in: directory) { unlink(path(name)) }
    for (name, content) in files {
      let descriptor = open(path(name), O_WRONLY | O_CREAT | O_TRUNC, 0o600)
      defer { close(descriptor) }
      let count = content.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      guard count == content.count else { throw SandboxError("cannot write \(name)") }
    }
  }

  /// Temporary files that a command left in the two directories.
  var leftovers: [String] {
    get throws {
      try Files.names(in: directory).filter { $0.hasPrefix(".movies-") || $0.hasSuffix("-journal") }
        + Files.names(in: scratch).filter { $0.hasPrefix("movies-") || $0.hasPrefix(".movies-") }
    }
  }
}

/// A failure in the setup of a test.
struct SandboxError: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
