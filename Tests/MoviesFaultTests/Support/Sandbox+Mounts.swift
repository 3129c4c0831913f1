import Foundation
import TestSupport

/// Disks that are mounted in a separate namespace for the time of a command.
extension Sandbox {
  /// Makes the change on a small disk, and then copies the files on it to the sandbox.
  func run(_ scenario: Scenario, onDiskWithFree kilobytes: Int) throws -> Tool.Outcome {
    let outcome = try runInNamespace(
      tool(scenario),
      #"""
      rm -rf saved; cp -a "$directory" saved; size=$(du -sk saved | cut -f 1)
      mount -t tmpfs -o size=$((size + \#(kilobytes)))k none "$directory"; cp -a saved/. "$directory"
      "$@"; status=$?; rm -rf saved; cp -a "$directory" saved; exit $status
      """#)
    _ = try shell("cp -a ../scratch/saved/. .")
    for name in try Files.names(in: directory)
    where !FileManager.default.fileExists(atPath: scratch + "/saved/" + name) {
      unlink(path(name))
    }
    try FileManager.default.removeItem(atPath: scratch + "/saved")
    return outcome
  }

  func runOnReadOnlyDisk(_ tool: Tool) throws -> Tool.Outcome {
    try runInNamespace(
      tool,
      #"""
      mount --bind "$directory" "$directory"; mount -o remount,bind,ro "$directory"; "$@"
      """#)
  }

  /// - Parameter script: Runs in the scratch directory, with the sandbox as `$directory` and the tool's
  ///   command line as its arguments.
  private func runInNamespace(_ tool: Tool, _ script: String) throws -> Tool.Outcome {
    var wrapped = tool
    wrapped.executable = "/usr/bin/env"
    let words = [
      "unshare", "-m", "bash", "-c", "cd '\(scratch)'; directory='\(directory)'; \(script)", "bash",
    ]
    wrapped.arguments =
      words.map { Array($0.utf8) } + [Array(tool.executable.utf8)] + tool.arguments
    return try wrapped.run()
  }
}
