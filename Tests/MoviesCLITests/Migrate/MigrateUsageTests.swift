import MoviesCLI
import TestSupport
import Testing

/// Usage errors of the `migrate` commands.
@Suite(.limited, .temporaryDirectory) struct MigrateUsageTests {
  init() throws { try SampleCatalog.install() }

  private static let report =
    "is invalid for '--report <format:file>'. "
    + "Please provide 'summary:<file>', 'junit:<file>', 'json:<file>', 'sarif:<file>' or 'github'."

  @Test(
    "each usage error has its message, and nothing is changed",
    arguments: [
      (
        "--to 0",
        "The value '0' is invalid for '--to <n>'. Please provide a whole number from 1 to 6."
      ),
      (
        "--to v9",
        "The value 'v9' is invalid for '--to <n>'. Please provide a whole number from 1 to 6."
      ),
      (
        "plan --to 7",
        "The value '7' is invalid for '--to <n>'. Please provide a whole number from 1 to 6."
      ),
      ("--backup b --no-backup", "'--backup' and '--no-backup' cannot be used together"),
      ("-n --no-backup --backup b", "'--backup' and '--no-backup' cannot be used together"),
      ("--backup", "Missing value for '--backup <file>'"),
      ("--sql", "Unknown option '--sql'. Did you mean 'movies migrate plan --sql'?"),
      ("plan --sql --json", "'--sql' and '--json' cannot be used together"),
      ("plan --accept-loss", "Unknown option '--accept-loss'"),
      ("rehearse --no-backup", "Unknown option '--no-backup'"),
      ("status --db x a", "'<file>' and '--db' cannot be used together"),
      ("check --db x a", "'<file>' and '--db' cannot be used together"),
      ("schema --db x 3", "'<file>' and '--db' cannot be used together"),
      ("statsu", "Unexpected argument 'statsu'. Did you mean 'migrate status'?"),
      ("statu --to 3", "Unexpected argument 'statu'. Did you mean 'migrate status'?"),
      ("preview", "Unexpected argument 'preview'. Did you mean 'migrate plan'?"),
      ("x y", "Unexpected argument 'y'"),
      ("x --db y", "'<file>' and '--db' cannot be used together"),
      ("plan x y", "Unexpected argument 'y'"), ("log x y", "Unexpected argument 'y'"),
      ("plan x --db y", "'<file>' and '--db' cannot be used together"),
      ("schema 3 4", "Unexpected argument '4'"),
      (
        "schema 7",
        "The value '7' is invalid for '<n|file>'. "
          + "Please provide a version from 1 to 6, or a file such as './7'."
      ),
      (
        "schema v7",
        "The value 'v7' is invalid for '<n|file>'. Please provide a version from 1 to 6"
      ),
      ("schema 0", "The value '0' is invalid for '<n|file>'. Please provide a version from 1 to 6"),
      (
        "schema 99999999999999999999",
        "The value '99999999999999999999' is invalid for '<n|file>'. Please provide a version "
      ),
      ("check --scale 9 a", "'<file>' and '--scale' cannot be used together"),
      ("check --scale 9 --db a", "'--db' and '--scale' cannot be used together"),
      ("check --matrix a", "'<file>' and '--matrix' cannot be used together"),
      ("check --matrix --scale 9", "'--matrix' and '--scale' cannot be used together"),
      ("check --report summary:-", "'--report' requires a file name, not '-'"),
      (
        "check a --max-time 5",
        "The value '5' is invalid for '--max-time <time>'. "
          + "Please provide a time above 0 such as 5s, 500ms or 2min."
      ),
      ("check --from 3", "'--from' requires '--scale'"),
      ("check --kill", "'--kill' requires a file or '--scale'"),
      (
        "check --max-time 5s",
        "'--max-time', '--max-memory' and '--max-space' require a file or '--scale'"
      ),
      (
        "check --scale 0",
        "The value '0' is invalid for '--scale <n>'. Please provide a whole number from 1 to 100000000."
      ),
      (
        "check a --max-time 0s",
        "The value '0s' is invalid for '--max-time <time>'. "
          + "Please provide a time above 0 such as 5s, 500ms or 2min."
      ),
      (
        "check a --max-memory 64QB",
        "The value '64QB' is invalid for '--max-memory <size>'. "
          + "Please provide a size above 0 such as 64MB or 64MiB."
      ),
      (
        "rehearse --max-space x2",
        "The value 'x2' is invalid for '--max-space <size>'. "
          + "Please provide a multiple of the size of the file such as 2x, or a size such as 500MB."
      ),
      ("check --report xml:f", "The value 'xml:f' \(report)"),
      ("check --report junit", "The value 'junit' \(report)"),
      ("check --report junit:", "The value 'junit:' \(report)"),
      ("check --report github:f", "The value 'github:f' \(report)"),
      ("check --report :f", "The value ':f' \(report)"),
      (
        "check --report github --json",
        "'--report github' and '--json' cannot be used together"
      ),
    ])
  func sentences(line: String, message: String) throws {
    let before = try SampleCatalog.bytes
    let result = movies(["migrate"] + line.split(separator: " ").map(String.init))
    #expect(result.output == "")
    #expect(try SampleCatalog.bytes == before)
    #expect(result.status == .usage)
    #expect(result.error.hasPrefix("Error: \(message)"), "\(result.error)")
    #expect(result.error.contains("\nUsage: movies migrate "))
  }

  @Test("an option of migrate can precede the subcommand")
  func before() {
    #expect(
      movies("migrate", "--to", "4", "plan").output == movies("migrate", "plan", "--to", "4").output
    )
    #expect(movies("migrate", "--json", "status") == movies("migrate", "status", "--json"))
  }
}
