import Foundation
import TestSupport
import Testing

/// Runs the script of the action `migrate-check` with a release that a `file` URL serves.
@Suite(.limited, .needs(.curl), .temporaryDirectory) struct MigrateCheckActionTests {
  private static let action = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: ".github/actions/migrate-check")

  /// Creates the release 1.0.0, whose program prints its arguments, writes the summary, and ends with the
  /// exit status in the file `status`.
  private static let release = """
    name=movies-1.0.0-$(uname -m)-linux; release=$PWD/owner/name/releases/download/v1.0.0
    mkdir -p $name/bin $release
    cat > $name/bin/movies <<'END'
    #!/bin/sh
    touch ran
    for word; do
      printf '<%s>\\n' "$word" | sed 's/summary:[^>]*/summary/'
      case $word in summary:*) echo '# Summary' > "${word#summary:}" ;; esac
    done
    exit "$(cat status)"
    END
    chmod 755 $name/bin/movies; echo 0 > status
    tar -czf "$release/$name.tar.gz" $name
    (cd "$release" && echo other > movies-1.0.0-notes.md && sha256sum * > SHA256SUMS)
    rm -r $name; mkdir -p deep/er; touch a.db 'b c.db' deep/er/d.db -- -e.db; echo before > summary
    """

  private func check(
    _ inputs: [String: String] = [:], after preparation: String = ""
  ) throws -> Tool.Outcome {
    let variables = [
      "SERVER": "file://\(TemporaryDirectory.current)", "REPOSITORY": "owner/name",
      "VERSION": "1.0.0", "FILES": "a.db", "BASELINE": "", "ARGS": "",
      "GITHUB_STEP_SUMMARY": TemporaryDirectory.path("summary"),
      "GITHUB_ACTION_PATH": Self.action.path(),
    ]
    return try ToolRunner.shell(
      "\(Self.release)\n\(preparation)\nexec \"$GITHUB_ACTION_PATH/migrate-check.sh\"",
      environment: variables.merging(inputs) { $1 })
  }

  private var summary: String {
    String(decoding: ToolRunner.content(TemporaryDirectory.path("summary")) ?? [], as: UTF8.self)
  }

  private static let options = ["migrate", "check", "--report", "summary", "--report", "github"]

  private static func lines(_ words: [String]) -> String {
    words.map { "<\($0)>\n" }.joined()
  }

  @Test("passes the files of all patterns, the baseline and further options")
  func arguments() throws {
    let outcome = try check([
      "FILES": "*.db\n\n**/d.db\n", "VERSION": "v1.0.0", "BASELINE": "known issues.json",
      "ARGS": "--quiet  *.db\n--color never",
    ])
    #expect(outcome.status == 0, "\(outcome)")
    #expect(
      outcome.output
        == Self.lines(
          Self.options + ["--quiet", "*.db", "--color", "never", "--baseline", "known issues.json"]
            + ["--", "-e.db", "a.db", "b c.db", "deep/er/d.db"]))
    #expect(summary == "before\n# Summary\n")
  }

  @Test("ends with the exit status of the check, after it has added the summary")
  func failedCheck() throws {
    let outcome = try check(after: "echo 1 > status")
    #expect(outcome.status == 1)
    #expect(outcome.output == Self.lines(Self.options + ["--", "a.db"]))
    #expect(summary == "before\n# Summary\n")
  }

  @Test(
    "runs nothing of a release that is not the one in SHA256SUMS",
    arguments: [
      #"echo x >> "$release/$name.tar.gz""#, #"sed -i "/$name/d" "$release/SHA256SUMS""#,
      #": > "$release/SHA256SUMS""#, #"sed -i 's/^....../abcdef/' "$release/SHA256SUMS""#,
      #"sed -i "s/$name.tar/x$name.tar/" "$release/SHA256SUMS""#,
    ])
  func wrongChecksum(change: String) throws {
    let outcome = try check(after: change)
    #expect(outcome.status == 65)
    #expect(outcome.output.contains("::error::movies-1.0.0-"), "\(outcome)")
    #expect(ToolRunner.content(TemporaryDirectory.path("ran")) == nil)
    #expect(summary == "before\n")
  }

  @Test(
    "reports invalid inputs, and executes none of them",
    arguments: [
      (["VERSION": "1.0.1"], 66, "cannot download SHA256SUMS of movies 1.0.1"),
      (["VERSION": "../1.0.0"], 64, "'version'"), (["VERSION": "1$(touch ran)"], 64, "'version'"),
      (["REPOSITORY": "owner"], 64, "'repository'"),
      (["REPOSITORY": "owner/name/../.."], 64, "'repository'"),
      (["FILES": "\n"], 64, "names no file"), (["FILES": "*.sqlite"], 66, "no file matches"),
      (["FILES": "$(touch ran).db", "VERSION": "1.0.1"], 66, "cannot download"),
    ] as [([String: String], Int32, String)])
  func invalidInputs(inputs: [String: String], status: Int32, message: String) throws {
    let outcome = try check(inputs)
    #expect(outcome.status == status, "\(outcome)")
    #expect(outcome.output.hasPrefix("::error::") && outcome.output.contains(message))
    #expect(ToolRunner.content(TemporaryDirectory.path("ran")) == nil)
  }

  @Test("the action passes each input in the variable that the script reads")
  func inputs() throws {
    let text = try String(contentsOf: Self.action.appending(path: "action.yml"), encoding: .utf8)
    let script = try String(
      contentsOf: Self.action.appending(path: "migrate-check.sh"), encoding: .utf8)
    let (inputs, steps) = try #require(
      text.firstRange(of: "\nruns:\n").map { (text[..<$0.lowerBound], text[$0.upperBound...]) })
    let names = inputs.matches(of: /\n  ([a-z]+):\n/).map { String($0.1) }
    #expect(names.count == 5)
    for name in names {
      let line = try #require(
        steps.firstMatch(of: try Regex("([A-Z]+): \\$\\{\\{ inputs.\(name) ")))
      let variable = try #require(line.output[1].substring)
      #expect(script.contains("$\(variable)") || script.contains("${\(variable)"), "\(variable)")
    }
    #expect(
      steps.matches(of: /run: (.+)/).map { String($0.1) } == [
        #"'"$GITHUB_ACTION_PATH/migrate-check.sh"'"#
      ])
  }
}
