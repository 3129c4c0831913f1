import Foundation
import TestSupport

/// Disks of the lab's own, in a space that no other process sees and that goes with the command.
extension Sandbox {
  /// Makes the change on a disk that has so much room beside the files; the lab then has the files
  /// that were on it.
  func run(_ change: Change, onDiskWithFree kilobytes: Int) throws -> Tool.Outcome {
    let outcome = try runInOwnSpace(
      tool(change),
      #"""
      rm -rf kept; cp -a "$folder" kept; size=$(du -sk kept | cut -f 1)
      mount -t tmpfs -o size=$((size + \#(kilobytes)))k none "$folder"; cp -a kept/. "$folder"
      "$@"; status=$?; rm -rf kept; cp -a "$folder" kept; exit $status
      """#)
    _ = try shell("cp -a ../besides/kept/. .")
    for name in try Files.names(in: folder)
    where !FileManager.default.fileExists(atPath: besides + "/kept/" + name) {
      unlink(path(name))
    }
    try FileManager.default.removeItem(atPath: besides + "/kept")
    return outcome
  }

  func runOnReadOnlyDisk(_ tool: Tool) throws -> Tool.Outcome {
    try runInOwnSpace(
      tool,
      #"""
      mount --bind "$folder" "$folder"; mount -o remount,bind,ro "$folder"; "$@"
      """#)
  }

  /// - Parameter script: runs besides the folder, `$folder`; its arguments are the tool's words.
  private func runInOwnSpace(_ tool: Tool, _ script: String) throws -> Tool.Outcome {
    var spaced = tool
    spaced.executable = "/usr/bin/env"
    let words = [
      "unshare", "-m", "bash", "-c", "cd '\(besides)'; folder='\(folder)'; \(script)", "bash",
    ]
    spaced.arguments =
      words.map { Array($0.utf8) } + [Array(tool.executable.utf8)] + tool.arguments
    return try spaced.run()
  }
}
