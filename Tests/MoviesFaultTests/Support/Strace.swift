import Foundation
import TestSupport
import Testing

/// The program under `strace`, which notes its calls to the system or makes them fail.
enum Strace {
  /// Calls that change what is on a disk, under the names that any processor has for them.
  static let writing = [
    "?open", "openat", "write", "pwrite64", "ftruncate", "fdatasync", "fsync", "?unlink",
    "?unlinkat", "?rename", "?renameat", "?renameat2", "?link", "?linkat",
  ]

  /// Calls that a program decides by.
  static let looking = ["pread64", "?newfstatat", "?fstat", "fcntl", "flock", "read"]

  /// The tool, run by strace.
  ///
  /// - Parameter notes: the file for what strace has to say.
  static func run(
    _ options: [String], _ tool: Tool, notes: String = "/dev/null"
  ) throws -> Tool.Outcome {
    var traced = tool
    traced.executable = "/usr/bin/env"
    traced.arguments =
      (["strace", "-f", "-qq", "-o", notes] + options).map { Array($0.utf8) }
      + [Array(tool.executable.utf8)] + tool.arguments
    return try traced.run()
  }

  /// Runs the tool and notes its calls.
  static func record(
    _ tool: Tool, calls: [String], in lab: Sandbox, injecting: [String] = []
  ) throws -> (outcome: Tool.Outcome, calls: [SystemCall]) {
    let trace = lab.besides + "/trace"
    defer { unlink(trace) }
    let outcome = try run(
      ["-y", "-xx", "-s", "4000000", "-e", "trace=" + calls.joined(separator: ",")]
        + injecting, tool, notes: trace)
    return (outcome, SystemCall.all(in: try Files.bytes(trace)))
  }
}
