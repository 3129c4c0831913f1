import Foundation
import TestSupport

/// Commands that are refused memory, by a library that stands before the system's.
enum FailingMemory {
  /// Whose calls for memory fail.
  enum Asker: CaseIterable {
    case anybody
    case sqlite
  }

  /// The library, made of the C beside this file when it is first asked for; `nil` without a compiler.
  static let library: String? = {
    let source = URL(filePath: #filePath).deletingPathExtension().path() + ".c"
    let target = NSTemporaryDirectory() + "/movies-failing-memory-\(getpid()).so"
    var compiler = Tool(["clang", "-shared", "-fPIC", "-O1", "-o", target, source, "-ldl"])
    compiler.executable = "/usr/bin/env"
    guard (try? compiler.run())?.status == 0 else { return nil }
    atexit { unlink(NSTemporaryDirectory() + "/movies-failing-memory-\(getpid()).so") }
    return target
  }()

  /// A change, and the number of times that it asks for memory.
  struct Recorded {
    let recording: Recording
    let count: Int
    private let asker: Asker

    init(_ change: Change, asker: Asker) throws {
      self.asker = asker
      recording = try Recording(change)
      let counted = recording.lab.besides + "/count"
      guard try Self.run(recording, ["FAIL_AT": "0", "FAIL_COUNT": counted], asker).status == 0,
        let count = Int(String(decoding: try Files.bytes(counted), as: UTF8.self)), count > 0
      else { throw LabError("calls for memory cannot be counted") }
      self.count = count
    }

    func run(failingAt number: Int) throws -> Tool.Outcome {
      try Self.run(recording, ["FAIL_AT": "\(number)"], asker)
    }

    private static func run(
      _ recording: Recording, _ variables: [String: String], _ asker: Asker
    ) throws -> Tool.Outcome {
      try recording.lab.lay(recording.files)
      var tool = recording.lab.tool(recording.change)
      tool.environment.merge(variables) { $1 }
      tool.environment["LD_PRELOAD"] = library
      if asker == .sqlite { tool.environment["FAIL_IN"] = "libsqlite3" }
      return try tool.run()
    }
  }
}
