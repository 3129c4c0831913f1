import Foundation
import TestSupport

/// Runs the built program on the running test's database.
enum ToolRunner {
  static var database: String { TemporaryDirectory.path("movies.db") }
  /// Without a pager, which would wait for a key.
  static var environment: [String: String] { ["MOVIES_DB": database, "MOVIES_PAGER": ""] }

  static func tool(_ arguments: String..., input: String = "") -> Tool {
    Tool(arguments, environment: environment, input: input)
  }

  /// A script with `$MOVIES`, in the running test's directory.
  static func shell(
    _ script: String, _ arguments: String..., environment: [String: String] = [:]
  ) throws -> Tool.Outcome {
    try Tool(
      shell: "cd '\(TemporaryDirectory.current)'; \(script)", arguments,
      environment: Self.environment.merging(environment) { $1 }
    ).run()
  }

  /// Runs the program with at most 64 MiB of memory and two seconds of processor time, after which a
  /// signal ends it. Other processes do not count.
  static func bounded(_ words: String) throws -> Tool.Outcome {
    let memory = Tier.canBoundMemory ? "ulimit -d 65536;" : ""
    return try shell("ulimit -t 2; \(memory) \"$MOVIES\" \(words)")
  }

  /// Adds generated movies to the database.
  static func seed(_ count: Int) throws {
    _ = try tool("seed", "\(count)", "--seed", "1", "-q").run()
  }

  static func write(_ bytes: some Sequence<UInt8>, to name: String) throws -> String {
    let path = TemporaryDirectory.path(name)
    try Data(bytes).write(to: URL(filePath: path))
    return path
  }

  static func content(_ path: String) -> [UInt8]? {
    FileManager.default.contents(atPath: path).map { Array($0) }
  }

  /// The permissions of a file, as in `0600`.
  static func mode(_ path: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return attributes[.posixPermissions] as? Int ?? -1
  }
}
