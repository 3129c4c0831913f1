// A plain build compiles this target too, and static toolchains have no Testing.
#if canImport(Testing)
  import Foundation
  import Synchronization

  /// A third-party program, or a privilege, that some tests of the full tier need.
  package struct ForeignProgram: Sendable {
    package let name: String
    private let check: @Sendable () -> Bool

    /// - Parameter check: Returns whether it works. Runs once, before the first test that needs it.
    package init(_ name: String, check: @escaping @Sendable () -> Bool) {
      self.name = name
      self.check = check
    }

    /// A program that works if a command succeeds.
    private init(_ name: String, command: String...) {
      self.init(name) {
        var tool = Tool(command)
        tool.executable = "/usr/bin/env"
        do { return try tool.run().status == 0 } catch { return false }
      }
    }

    private init(onPath name: String) {
      self.init(name, command: "sh", "-c", "command -v \(name)")
    }

    package static let strace = ForeignProgram(
      "strace, with permission to trace", command: "strace", "-f", "-o", "/dev/null", "/bin/true")
    package static let tmux = ForeignProgram("tmux", command: "tmux", "-V")
    package static let zsh = ForeignProgram(onPath: "zsh")
    package static let fish = ForeignProgram(onPath: "fish")
    package static let jq = ForeignProgram(onPath: "jq")
    package static let curl = ForeignProgram(onPath: "curl")
    package static let fzf = ForeignProgram(onPath: "fzf")
    package static let sqlite3 = ForeignProgram(onPath: "sqlite3")
    package static let duckdb = ForeignProgram(onPath: "duckdb")
    package static let litestream = ForeignProgram(onPath: "litestream")
    package static let systemdAnalyze = ForeignProgram(onPath: "systemd-analyze")
    package static let faketime = ForeignProgram(onPath: "faketime")
    package static let clang = ForeignProgram(onPath: "clang")
    package static let man = ForeignProgram("man-db", command: "man", "--version")
    package static let mandoc = ForeignProgram(onPath: "mandoc")
    package static let chromium = ForeignProgram("Chromium", command: "chromium", "--version")
    package static let tidy = ForeignProgram(onPath: "tidy")
    package static let xmllint = ForeignProgram(onPath: "xmllint")
    package static let python3 = ForeignProgram(onPath: "python3")
    package static let jsonschema = ForeignProgram(
      "Python's jsonschema", command: "python3",
      Files.package.appending(path: "Tests/HelpClient/schemas.py").path())
    package static let col = ForeignProgram(onPath: "col")
    /// The Python package `mcp` 2, the reference client of the Model Context Protocol.
    package static let mcpClient = ForeignProgram(
      "the Python package mcp", command: "env", "PYTHONPATH=\(toolsDirectory)", "python3", "-c",
      "import mcp.client.client")
    package static let smallDisk = ForeignProgram(
      "root, to mount a small disk",
      command: "unshare", "-m", "mount", "-t", "tmpfs", "none", "/mnt")

    /// The directory for programs and Python packages that only the tests need, `.build/tools`.
    package static let toolsDirectory = URL(filePath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: ".build/tools").path()

    /// Whether it works on this machine.
    package var isUsable: Bool {
      Self.known.withLock { known in
        if let isUsable = known[name] { return isUsable }
        let isUsable = check()
        known[name] = isUsable
        if !isUsable { ClosingLine.addMissing(name) }
        return isUsable
      }
    }

    private static let known = Mutex<[String: Bool]>([:])
  }
#endif
