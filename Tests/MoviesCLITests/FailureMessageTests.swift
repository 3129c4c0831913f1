import MovieStore
import MoviesCLI
import TestSupport
import Testing

/// What is said where a migration cannot be done, and the exit status that goes with it.
@Suite(.limited) struct FailureMessageTests {
  @Test(
    "each failure of a migration, or of a file, has its sentence and its status",
    arguments: [
      (
        .replaced(path: "/a.db"), .inputOutput,
        "the database '/a.db' was replaced or removed while it was in use. Nothing was changed: "
          + "start again."
      ),
      (
        .idsExhausted(path: "/a.db"), .inputOutput,
        "no id is left in '/a.db' for another movie or actor; nothing was changed. Export the "
          + "catalog and import it into a new one, which numbers them from 1: 'movies export "
          + "<file>', then 'movies import <file> --db <new file>'."
      ),
      (
        .unsupportedSQLite(version: "3.34.1"), .wrongDatabase,
        "movies needs SQLite 3.40 or newer; this is 3.34.1."
      ),
      (
        .refused(
          path: "/a.db",
          findings: [Finding(.drift, "the table 'x' can refuse changes", hint: "drop it")]),
        .inputOutput,
        "the change of '/a.db' was refused: the table 'x' can refuse changes. "
          + "Nothing was changed. Drop it."
      ),
      (
        .migrationStopped(version: .v4, claim: "every cast is an array", movies: [2, 5]), .notFound,
        "the migration to v4 stopped: not every cast is an array, see the movies with the keys "
          + "2, 5. The file is as it was."
      ),
      (
        .migrationFailed(version: .v4, detail: "no such function: x"), .notFound,
        "the migration to v4 failed: no such function: x. The file is as it was."
      ),
      (
        .noRoom(path: "/a.db", needed: 3 << 20, free: 1_025), .inputOutput,
        "the migration of '/a.db' needs about 3.0 MiB of room, 1 KiB are free. Make room, or keep "
          + "the backup on another disk with '--backup <file>'; a rehearsal works in the folder that "
          + "TMPDIR names."
      ),
      (
        .changedSchema(
          path: "/a.db",
          findings: [
            Finding(.drift, "the index 'x' is missing"),
            Finding(.drift, "the view 'y' is not ours", hint: "drop it: DROP VIEW y;"),
            Finding(.drift, "z", hint: "Never read"),
          ]), .wrongDatabase,
        "the schema of '/a.db' was changed: the index 'x' is missing; "
          + "the view 'y' is not ours; z. The file was not touched. Drop it: DROP VIEW y;"
      ),
      (
        .changedSchema(path: "/a.db", findings: [Finding(.drift, "z")]), .wrongDatabase,
        "the schema of '/a.db' was changed: z. The file was not touched. "
          + "Undo the change with the program that made it."
      ),
    ] as [(StoreError, MoviesCLI.ExitStatus, String)])
  func migrations(error: StoreError, status: MoviesCLI.ExitStatus, text: String) {
    let message = FailureMessage(error)
    #expect(message.status == status)
    #expect(message.text == text)
  }

  @Test("every loss is named with its count, and how to accept it")
  func losses() throws {
    let step = try Canned.step(.v3, .down, losses: ["actors without movies": 1_200, "UUIDs": 3])
    let message = FailureMessage(StoreError.lossesNotAccepted(path: "/a.db", losses: step.losses))
    #expect(message.status == .notFound)
    #expect(
      message.text
        == "the way back of '/a.db' would lose UUIDs (3), actors without movies (1,200). "
        + "The file is as it was. To lose them: --accept-loss")
  }

  @Test(
    "a size is told in the unit that fits it",
    arguments: [
      (0, "0 KiB"), (1, "1 KiB"), (1_024, "1 KiB"), (1_535, "1 KiB"), (1_536, "2 KiB"),
      ((1 << 20) - 1, "1024 KiB"), (1 << 20, "1.0 MiB"), (1_100_000, "1.0 MiB"),
      (1_101_005, "1.1 MiB"), ((1 << 30) - 1, "1024.0 MiB"), (1 << 30, "1.0 GiB"),
      (1_173_245_952, "1.1 GiB"), (1 << 40, "1.0 TiB"), (Int64.max, "8388608.0 TiB"),
    ] as [(Int64, String)])
  func sizes(bytes: Int64, text: String) {
    let message = FailureMessage(StoreError.noRoom(path: "", needed: bytes, free: 0)).text
    #expect(message.contains(" needs about \(text) of room, 0 KiB are free."))
  }
}
