import Foundation
import TestSupport
import Testing

/// Runs the program under `strace`, which records its system calls or makes them fail.
enum Strace {
  /// Calls that change the disk, with their names on any processor.
  static let writing = [
    "?open", "openat", "write", "pwrite64", "ftruncate", "fdatasync", "fsync", "?unlink",
    "?unlinkat", "?rename", "?renameat", "?renameat2", "?link", "?linkat",
  ]

  /// Calls that only read.
  static let reading = ["pread64", "?newfstatat", "?fstat", "fcntl", "flock", "read"]

  /// Runs the tool under strace.
  ///
  /// - Parameter trace: The file for the output of strace.
  static func run(
    _ options: [String], _ tool: Tool, trace: String = "/dev/null"
  ) throws -> Tool.Outcome {
    var traced = tool
    traced.executable = "/usr/bin/env"
    traced.arguments =
      (["strace", "-f", "-qq", "-o", trace] + options).map { Array($0.utf8) }
      + [Array(tool.executable.utf8)] + tool.arguments
    return try traced.run()
  }

  /// Runs the tool and records its calls.
  static func record(
    _ tool: Tool, calls: [String], in sandbox: Sandbox, injecting: [String] = []
  ) throws -> (outcome: Tool.Outcome, calls: [SystemCall]) {
    let trace = sandbox.scratch + "/trace"
    defer { unlink(trace) }
    let outcome = try run(
      ["-y", "-xx", "-s", "4000000", "-e", "trace=" + calls.joined(separator: ",")]
        + injecting, tool, trace: trace)
    return (outcome, SystemCall.all(in: try Files.bytes(trace)))
  }
}
