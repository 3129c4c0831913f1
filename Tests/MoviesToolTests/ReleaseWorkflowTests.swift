import Foundation
import TestSupport
import Testing

/// Runs the step of the release workflow that unites the files of the architectures, without GitHub.
@Suite(.limited, .fullTier, .temporaryDirectory) struct ReleaseWorkflowTests {
  private static let workflow = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: ".github/workflows/release.yml")

  private func publish(after preparation: String = "") throws -> Tool.Outcome {
    let text = try String(contentsOf: Self.workflow, encoding: .utf8)
    let block = try #require(text.components(separatedBy: "        run: |\n").last)
    let step = block.split(separator: "\n").map { $0.dropFirst(10) }.joined(separator: "\n")
    return try ToolRunner.shell(
      """
      for arch in x86_64 aarch64; do
        mkdir -p built/release-$arch; cd built/release-$arch
        echo $arch > movies-1.0.0-$arch-linux.tar.gz; echo notes > movies-1.0.0-notes.md
        \(preparation)
        sha256sum * > SHA256SUMS; cd ../..
      done
      gh() { printf '%s\\n' "$@"; }
      set -e
      \(step)
      """, environment: ["GITHUB_REF_NAME": "v1.0.0", "GITHUB_REPOSITORY": "owner/name"])
  }

  @Test("releases the files of all architectures with one list of checksums")
  func release() throws {
    let outcome = try publish()
    #expect(outcome.status == 0, "\(outcome.error)")
    #expect(
      outcome.output.split(separator: "\n") == [
        "release", "create", "v1.0.0", "--repo", "owner/name", "--verify-tag", "--title",
        "movies 1.0.0", "--notes-file", "files/movies-1.0.0-notes.md", "files/SHA256SUMS",
        "files/movies-1.0.0-aarch64-linux.tar.gz", "files/movies-1.0.0-notes.md",
        "files/movies-1.0.0-x86_64-linux.tar.gz",
      ])
    let sums = ToolRunner.content(TemporaryDirectory.path("files/SHA256SUMS")) ?? []
    #expect(sums.count { $0 == UInt8(ascii: "\n") } == 3)
  }

  @Test("releases nothing if two architectures have different files of one name")
  func conflict() throws {
    let outcome = try publish(after: "echo $arch >> movies-1.0.0-notes.md")
    #expect(outcome.status == 1)
    #expect(outcome.output == "movies-1.0.0-notes.md: FAILED\n")
  }
}
