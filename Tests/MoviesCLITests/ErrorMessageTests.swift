import MovieStore
import MoviesCLI
import TestSupport
import Testing

/// The messages and exit statuses of library errors.
@Suite(.limited) struct ErrorMessageTests {
  @Test(
    "each error has a message and an exit status",
    arguments: [
      (
        .replaced(path: "/a.db"), .inputOutput,
        "the database '/a.db' was replaced or removed while it was open. Nothing was changed. "
          + "Run the command again."
      ),
      (
        .idsExhausted(path: "/a.db"), .inputOutput,
        "no ids are left in '/a.db' for new movies or actors. Nothing was changed. Export the "
          + "catalog and import it into a new database, where ids start at 1: 'movies export "
          + "<file>', then 'movies import <file> --db <new file>'."
      ),
      (
        .unsupportedSQLite(version: "3.34.1"), .wrongDatabase,
        "SQLite 3.40 or later is required, but the installed version is 3.34.1. "
          + "Install a newer SQLite."
      ),
      (
        .refused(path: "/a.db", detail: "FOREIGN KEY constraint failed"), .inputOutput,
        "SQLite rejected the change to '/a.db': FOREIGN KEY "
          + "constraint failed. Nothing was changed. Run 'movies doctor' to see the tables and "
          + "indexes of other programs."
      ),
      (
        .inputOutput(path: "/a.db", detail: "disk I/O error"), .inputOutput,
        "cannot read or write '/a.db': disk I/O error. Check the disk and try again."
      ),
      (
        .inputOutput(path: "/a.db", detail: "too many open files; raise the limit (ulimit -n)"),
        .inputOutput,
        "cannot read or write '/a.db': too many open files; raise the limit "
          + "(ulimit -n)."
      ),
      (
        .notDurable(path: "/a.db", detail: "disk I/O error"), .inputOutput,
        "the change to '/a.db' was made, but may not survive a power failure: disk I/O error while "
          + "syncing its directory. Do not repeat the change. Check the disk."
      ),
      (
        .unmigratableData(version: .v4, description: "casts that are not arrays", movies: [2, 5]),
        .notFound,
        "cannot migrate to v4: casts that are not arrays (rows 2, 5). Nothing was changed. "
          + "Repair these rows with the program that wrote them."
      ),
      (
        .migrationFailed(version: .v4, detail: "no such function: x"), .notFound,
        "the migration to v4 failed: no such function: x. Nothing was changed."
      ),
      (
        .insufficientDiskSpace(path: "/a.db", needed: 3 << 20, free: 1_025), .inputOutput,
        "migrating '/a.db' needs about 3.0 MiB of disk space, but only 1 KiB is available. Free some "
          + "space, or write the backup to another disk with '--backup <file>'. For a rehearsal, free "
          + "space in the TMPDIR directory."
      ),
      (
        .changedSchema(
          path: "/a.db",
          findings: [
            Finding(.drift, "the index 'x' is missing"),
            Finding(
              .drift, "the view 'y' is not part of the movies schema", code: .thirdPartyView,
              object: "y"),
            Finding(.drift, "z", code: .missingTable),
          ]), .wrongDatabase,
        "cannot open '/a.db': its schema was changed: the index 'x' is missing; "
          + "the view 'y' is not part of the movies schema; z. Drop it with the program that created it, or in the "
          + "sqlite3 shell: DROP VIEW \"y\";"
      ),
      (
        .changedSchema(path: "/a.db", findings: [Finding(.drift, "z")]), .wrongDatabase,
        "cannot open '/a.db': its schema was changed: z. "
          + "Undo the change with the program that made it."
      ),
    ] as [(StoreError.Problem, MoviesCLI.ExitStatus, String)])
  func migrations(problem: StoreError.Problem, status: MoviesCLI.ExitStatus, text: String) {
    let message = ErrorMessage(StoreError(problem))
    #expect(message.status == status)
    #expect(message.text == text)
  }

  @Test("reports each loss with its count and the option that accepts it")
  func losses() throws {
    let step = try Stubs.step(.v3, .down, losses: ["actors without movies": 1_200, "UUIDs": 3])
    let message = ErrorMessage(
      StoreError(.lossesNotAccepted(path: "/a.db", target: .v2, losses: step.losses)))
    #expect(message.status == .notFound)
    #expect(
      message.text
        == "downgrading '/a.db' to v2 would lose 3 UUIDs, 1,200 actors without movies. "
        + "Nothing was changed. Pass '--accept-loss' to go ahead.")
  }

  @Test(
    "prints sizes in a suitable unit",
    arguments: [
      (0, "0 KiB"), (1, "1 KiB"), (1_024, "1 KiB"), (1_535, "1 KiB"), (1_536, "2 KiB"),
      ((1 << 20) - 1, "1024 KiB"), (1 << 20, "1.0 MiB"), (1_100_000, "1.0 MiB"),
      (1_101_005, "1.1 MiB"), ((1 << 30) - 1, "1024.0 MiB"), (1 << 30, "1.0 GiB"),
      (1_173_245_952, "1.1 GiB"), (1 << 40, "1.0 TiB"), (Int.max, "8388608.0 TiB"),
    ])
  func sizes(bytes: Int, text: String) {
    let message = ErrorMessage(StoreError(.insufficientDiskSpace(path: "", needed: bytes, free: 0)))
      .text
    #expect(message.contains(" needs about \(text) of disk space, but only 0 KiB is available."))
  }
}
