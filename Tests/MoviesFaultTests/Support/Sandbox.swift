import Foundation
import TestSupport

/// A folder of its own with a catalog in it, in memory where the system has such a place: thousands
/// of states are made there. It goes with the last who holds it.
final class Sandbox: Sendable {
  let folder: String
  /// Outside the folder that is looked at: traces, and the program's temporary files.
  let besides: String

  var database: String { path("movies.db") }

  private static let home = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : NSTemporaryDirectory()

  init() throws {
    // As the system names it, because calls are known by the paths they are about.
    let home = URL(filePath: Self.home).resolvingSymlinksInPath()
    let root = home.appending(path: "movies-test-\(UUID().uuidString)")
    folder = root.appending(path: "catalog").path()
    besides = root.appending(path: "besides").path()
    try Files.makeFolder(folder)
    try Files.makeFolder(besides)
  }

  deinit {
    _ = try? FileManager.default.removeItem(
      at: URL(filePath: folder).deletingLastPathComponent())
  }

  func path(_ name: String) -> String { folder + "/" + name }

  var environment: [String: String] { ["MOVIES_DB": database, "TMPDIR": besides] }

  /// `movies` on the lab's catalog; a word that begins with `@` is a file in the lab.
  func tool(_ arguments: [String]) -> Tool {
    Tool(words(arguments), environment: environment)
  }

  /// The program that makes the change.
  func tool(_ change: Change) -> Tool {
    var tool = tool(change.command)
    guard !change.program.isEmpty else { return tool }
    tool.executable = "/usr/bin/env"
    tool.arguments = words(change.program).map { Array($0.utf8) } + tool.arguments
    tool.environment["MOVIES"] = Tool.movies
    return tool
  }

  private func words(_ arguments: [String]) -> [String] {
    arguments.map { $0.hasPrefix("@") ? path(String($0.dropFirst())) : $0 }
  }

  /// A script with `$MOVIES`, in the lab's folder.
  @discardableResult
  func shell(_ script: String, _ arguments: String...) throws -> Tool.Outcome {
    try Tool(shell: "cd '\(folder)'; \(script)", arguments, environment: environment).run()
  }

  /// The files in the folder, by their names.
  var files: [String: Data] {
    get throws {
      var files: [String: Data] = [:]
      for name in try Files.names(in: folder) {
        files[name] = try Data(contentsOf: URL(filePath: path(name)))
      }
      return files
    }
  }

  /// Makes the folder hold these files and no others.
  func lay(_ files: [String: Data]) throws {
    for name in try Files.names(in: folder) { unlink(path(name)) }
    for (name, content) in files {
      let descriptor = open(path(name), O_WRONLY | O_CREAT | O_TRUNC, 0o600)
      defer { close(descriptor) }
      let count = content.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      guard count == content.count else { throw LabError("cannot write \(name)") }
    }
  }

  /// Temporary files that somebody left, here or in the folder for them.
  var leftovers: [String] {
    get throws {
      try Files.names(in: folder).filter { $0.hasPrefix(".movies-") || $0.hasSuffix("-journal") }
        + Files.names(in: besides).filter { $0.hasPrefix("movies-") || $0.hasPrefix(".movies-") }
    }
  }
}

/// Something that the tests need did not work.
struct LabError: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
