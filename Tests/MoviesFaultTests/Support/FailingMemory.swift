import Foundation
import TestSupport

/// Commands whose allocations fail, by a preloaded library.
enum FailingMemory {
  /// The code whose allocations fail.
  enum Caller: CaseIterable {
    case any
    case sqlite
  }

  /// The library, compiled on first use from the C file next to this one, or `nil` without a compiler.
  static let library: String? = {
    let source = URL(filePath: #filePath).deletingPathExtension().path() + ".c"
    let target = NSTemporaryDirectory() + "/movies-failing-memory-\(getpid()).so"
    var compiler = Tool(["clang", "-shared", "-fPIC", "-O1", "-o", target, source, "-ldl"])
    compiler.executable = "/usr/bin/env"
    guard (try? compiler.run())?.status == 0 else { return nil }
    atexit { unlink(NSTemporaryDirectory() + "/movies-failing-memory-\(getpid()).so") }
    return target
  }()

  /// A recording with the number of its allocations.
  struct Recorded {
    let recording: Recording
    let count: Int
    private let caller: Caller

    init(_ scenario: Scenario, caller: Caller) throws {
      self.caller = caller
      recording = try Recording(scenario)
      let counted = recording.sandbox.scratch + "/count"
      guard try Self.run(recording, ["FAIL_AT": "0", "FAIL_COUNT": counted], caller).status == 0,
        let count = Int(String(decoding: try Files.bytes(counted), as: UTF8.self)), count > 0
      else { throw SandboxError("allocations cannot be counted") }
      self.count = count
    }

    func run(failingAt number: Int) throws -> Tool.Outcome {
      try Self.run(recording, ["FAIL_AT": "\(number)"], caller)
    }

    private static func run(
      _ recording: Recording, _ variables: [String: String], _ caller: Caller
    ) throws -> Tool.Outcome {
      try recording.sandbox.restoreFiles(recording.files)
      var tool = recording.sandbox.tool(recording.scenario)
      tool.environment.merge(variables) { $1 }
      tool.environment["LD_PRELOAD"] = library
      if caller == .sqlite { tool.environment["FAIL_IN"] = "libsqlite3" }
      return try tool.run()
    }
  }
}
