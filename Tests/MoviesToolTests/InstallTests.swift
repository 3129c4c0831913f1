import Foundation
import TestSupport
import Testing

/// Runs the install script with the debug binary, for directories with spaces.
@Suite(.limited, .fullTier, .temporaryDirectory) struct InstallTests {
  private static let script = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Sources/movies/install.sh").path()

  private var home: String { TemporaryDirectory.path("my home") }

  private func install(
    _ words: String..., environment: [String: String] = [:]
  ) throws -> Tool.Outcome {
    var tool = Tool(
      [Self.script] + words,
      environment: ["HOME": home, "MOVIES_BINARY": Tool.movies].merging(environment) { $1 })
    tool.executable = "/bin/sh"
    return try tool.run()
  }

  /// Every file below the directory, as a relative path.
  private func files(_ directory: String) -> Set<String> {
    let paths = FileManager.default.subpaths(atPath: directory) ?? []
    return Set(
      paths.filter { path in
        var isDirectory: ObjCBool = false
        return FileManager.default.fileExists(
          atPath: "\(directory)/\(path)", isDirectory: &isDirectory)
          && !isDirectory.boolValue
      })
  }

  /// The files that the script reports with a verb.
  private func named(_ verb: String, in outcome: Tool.Outcome, below directory: String) -> Set<
    String
  > {
    let lines = outcome.output.split(separator: "\n").filter {
      $0.hasPrefix("\(verb) \(directory)/")
    }
    return Set(lines.map { String($0.dropFirst("\(verb) \(directory)/".count)) })
  }

  @Test("installs the files that it reports, replaces them, and removes only them")
  func wholeLife() throws {
    let prefix = home + "/.local"
    let other = [".local/bin/other", ".local/share/movies/movies.db", ".local/share/man/man1/x.1"]
    for path in other {
      let file = URL(filePath: "\(home)/\(path)")
      try Files.makeDirectory(file.deletingLastPathComponent().path(percentEncoded: false))
      try Files.touch(file.path(percentEncoded: false))
    }
    let before = files(home)
    let first = try install()
    #expect(first.status == 0, "\(first.error)")
    let installed = named("installed", in: first, below: prefix)
    #expect(installed.isSuperset(of: ["bin/movies", "share/man/man1/movies.1"]))
    #expect(files(home) == before.union(installed.map { ".local/\($0)" }))
    #expect(Files.mode(prefix + "/bin/movies") == 0o755)
    #expect(Files.mode(prefix + "/share/man/man1/movies.1") == 0o644)
    #expect(first.output.contains("export PATH='\(prefix)'/bin:\"$PATH\""))

    let again = try install(environment: ["PATH": "\(prefix)/bin:/usr/bin:/bin"])
    #expect(again.status == 0)
    #expect(named("installed", in: again, below: prefix) == installed)
    #expect(!again.output.contains("PATH"))

    let gone = try install("--uninstall")
    #expect(gone.status == 0, "\(gone.error)")
    #expect(named("removed", in: gone, below: prefix) == installed)
    #expect(
      gone.output.contains("the database was not removed: \(home)/.local/share/movies/movies.db"))
    #expect(files(home) == before)
    #expect(try install("--uninstall").output == "movies is not installed in \(prefix)\n")
  }

  @Test("installs the completions that the program prints, each for its shell")
  func completions() throws {
    let fake = TemporaryDirectory.path("fake")
    // Another process writes the file: child processes of concurrent tests would inherit a descriptor
    // that this process has open for writing, and the file could not be executed.
    _ = try ToolRunner.shell(
      """
      cat > fake << 'END'
      #!/bin/sh
      case $1 in
        --version) echo 9 ;;
        --generate-manual) echo page ;;
        completions) echo "for $2" ;;
      esac
      END
      chmod 755 fake
      """)
    let prefix = TemporaryDirectory.path("prefix")
    let result = try install(prefix, environment: ["MOVIES_BINARY": fake])
    #expect(result.status == 0)
    let written = try Files.bytes("\(prefix)/share/zsh/site-functions/_movies")
    #expect(written == Array("for zsh\n".utf8))
  }

  @Test("prepends DESTDIR to the prefix, and does not mention PATH")
  func destination() throws {
    let directory = TemporaryDirectory.path("package")
    let result = try install("/usr", environment: ["DESTDIR": directory])
    #expect(result.status == 0)
    #expect(files(directory).contains("usr/bin/movies"))
    #expect(!result.output.contains("PATH"))
    #expect(try install("--uninstall", "/usr", environment: ["DESTDIR": directory]).status == 0)
    #expect(files(directory) == [])
  }

  @Test("does not overwrite a running program")
  func running() throws {
    let prefix = TemporaryDirectory.path("prefix")
    _ = try install(prefix)
    let held = try FileHandle(forReadingFrom: URL(filePath: prefix + "/bin/movies"))
    var before = stat()
    var after = stat()
    stat(prefix + "/bin/movies", &before)
    _ = try install(prefix)
    stat(prefix + "/bin/movies", &after)
    #expect(before.st_ino != after.st_ino)
    #expect(try held.read(upToCount: 4) == Data([0x7F] + Array("ELF".utf8)))
    #expect(try Files.names(in: prefix + "/bin") == ["movies"])
  }

  @Test(
    "reports invalid arguments and installs nothing",
    arguments: [
      (["--foo"], 64, "unknown option '--foo'"),
      (["a", "b"], 64, "unexpected argument 'b'"),
    ] as [([String], Int32, String)])
  func usageErrors(words: [String], status: Int32, message: String) throws {
    var tool = Tool([Self.script] + words, environment: ["HOME": home])
    tool.executable = "/bin/sh"
    let result = try tool.run()
    #expect(result.status == status)
    #expect(result.error.contains(message))
    #expect(files(home) == [])
  }

  @Test("without a built program, prints the build command of the README")
  func unbuilt() throws {
    let result = try install(environment: ["MOVIES_BINARY": "/no/such/movies"])
    #expect(result.status == 66)
    let command = try #require(result.error.split(separator: "\n").last).dropFirst(2)
    let readme = URL(filePath: Self.script).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "README.md")
    #expect(try String(contentsOf: readme, encoding: .utf8).contains("\n\(command)\n"))
    #expect(files(home) == [])
  }
}
