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

  @Test("installs the program without its symbols, or as it is if they cannot be removed")
  func stripping() throws {
    let prefix = TemporaryDirectory.path("prefix")
    #expect(try install(prefix).status == 0)
    let program = "\(prefix)/bin/movies"
    let whole = try Files.bytes(Tool.movies).count
    #expect(try Files.bytes(program).count < whole)
    let tools = TemporaryDirectory.path("tools")
    _ = try ToolRunner.shell(
      "mkdir tools; printf '#!/bin/sh\\nexit 1\\n' > tools/strip; chmod 755 tools/strip")
    #expect(try install(prefix, environment: ["PATH": "\(tools):/usr/bin:/bin"]).status == 0)
    #expect(try Files.bytes(program).count == whole)
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

  private static let units = [
    "share/systemd/user/movies-backup.service", "share/systemd/user/movies-backup.timer",
  ]

  @Test(
    "with --units, installs and removes units of systemd, and prints the commands for the timer")
  func units() throws {
    let prefix = home + "/.local"
    let plain = try install()
    #expect(!plain.output.contains("systemd"))
    let result = try install("--units")
    #expect(result.status == 0, "\(result.error)")
    let installed = named("installed", in: result, below: prefix)
    #expect(installed == named("installed", in: plain, below: prefix).union(Self.units))
    #expect(files(home) == Set(installed.map { ".local/\($0)" }))
    #expect(
      result.output.contains(
        "every night, run: systemctl --user enable --now movies-backup.timer\n"))
    let gone = try install("--uninstall")
    #expect(named("removed", in: gone, below: prefix) == installed)
    #expect(gone.output.contains("run: systemctl --user disable --now movies-backup.timer\n"))
    #expect(files(home) == [])

    let directory = TemporaryDirectory.path("package")
    let packaged = try install("--units", "/usr", environment: ["DESTDIR": directory])
    #expect(packaged.status == 0 && !packaged.output.contains("systemctl"))
    #expect(files(directory).contains("usr/lib/systemd/user/movies-backup.timer"))
    #expect(try install("--uninstall", "/usr", environment: ["DESTDIR": directory]).status == 0)
    #expect(files(directory) == [])
  }

  @Test("systemd accepts the units, and rates the service as hardened", .needs(.systemdAnalyze))
  func hardening() throws {
    let prefix = TemporaryDirectory.path("my 100% \"prefix\"")
    _ = try install("--units", prefix)
    let outcome = try ToolRunner.shell(
      #"""
      cd "$1/share/systemd/user"; export XDG_RUNTIME_DIR=$PWD
      systemd-analyze verify --user --man=no ./movies-backup.service ./movies-backup.timer
      systemd-analyze security --user --offline=true --threshold=45 ./movies-backup.service
      """#, prefix)
    // It also reports problems in other units of the machine.
    #expect(outcome.status == 0 && !outcome.error.contains("movies-backup"), "\(outcome.error)")
    let exposure = try #require(
      outcome.output.firstMatch(of: /Overall exposure level.*: ([0-9.]+)/))
    // For a service of root, whose capabilities count; one of a user has none.
    #expect(try #require(Double(exposure.1)) <= 4.5, "\(exposure.0)")
  }

  @Test("the service keeps the newest backups, and stops at a problem of the catalog")
  func service() throws {
    try ToolRunner.seed(20)
    let prefix = TemporaryDirectory.path("prefix")
    _ = try install("--units", prefix)
    let unit = try String(contentsOfFile: "\(prefix)/\(Self.units[0])", encoding: .utf8)
    let command = try #require(unit.firstMatch(of: /ExecStart=\/bin\/sh -ec '([^']+)'/)).1
    // As systemd reads it.
    let script = String(command).replacing("\\\n", with: " ").replacing("$$", with: "$")
      .replacing("%%", with: "%")
    let prepared = try ToolRunner.shell(
      "mkdir state; cd state; for i in {10..30}; do touch 2025-01-$i.db; done; touch notes.txt")
    #expect(prepared.status == 0)
    let environment = [
      "STATE_DIRECTORY": TemporaryDirectory.path("state"), "KEEP": "14",
      "PATH": "\(prefix)/bin:/usr/bin:/bin",
    ]
    func run() throws -> Tool.Outcome {
      try ToolRunner.shell(#"exec sh -ec "$1""#, script, environment: environment)
    }
    let outcome = try run()
    #expect(outcome.status == 0 && outcome.output + outcome.error == "", "\(outcome)")
    let names = try Files.names(in: TemporaryDirectory.path("state"))
    #expect(names.count == 15 && names.contains("notes.txt"), "\(names)")
    #expect(names.sorted().first == "2025-01-18.db")
    // The backup of the same day is replaced.
    #expect(try run().status == 0)
    #expect(try Files.names(in: TemporaryDirectory.path("state")) == names)

    let damaged = try ToolRunner.shell(
      """
      sha256sum state/* > sums; touch state/2025-01-10.db
      dd if=/dev/zero of=movies.db bs=4096 seek=3 count=9 conv=notrunc status=none
      """)
    #expect(damaged.status == 0)
    let failed = try run()
    #expect(failed.status != 0 && failed.error.hasPrefix("Error: "), "\(failed)")
    #expect(try ToolRunner.shell("sha256sum -c --quiet sums && ls state/2025-01-10.db").status == 0)
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
      (["--units", "--uninstall"], 64, "'--uninstall' also removes the units"),
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
