import MovieStore
import MoviesCLI
import TestSupport
import Testing

/// What standard error is told beside the answer.
@Suite(.limited) struct MigrationSummaryTests {
  private func summary(_ content: MigrationAnswer.Content) -> [String] {
    [MigrationAnswer(content, file: "a.db")].summary
  }

  @Test("a migration tells of the backup, of what was lost, and of the time")
  func migrate() throws {
    let step = try Stubs.step(.v4, losses: ["favorites": 3, "names": 1_200])
    #expect(
      summary(.migrate(try Stubs.report(steps: [step], backup: "/a.db.v3.backup"))) == [
        "backup: /a.db.v3.backup", "lost: 3 favorites, 1,200 names",
        "migrated from v3 to v4 in 0.5 s",
      ])
    #expect(
      summary(.migrate(try Stubs.report(from: nil, steps: [Stubs.step(.v4)])))
        == ["migrated from an empty database to v4 in 0.5 s"])
    #expect(
      summary(.migrate(try Stubs.report(from: .v4, steps: [])))
        == ["already at schema v4; nothing to migrate"])
  }

  @Test("a plan tells of the disk, and of what has to be accepted")
  func plan() throws {
    #expect(
      summary(.plan(try Stubs.plan(steps: [Stubs.step(.v4)])))
        == ["needs about 3.0 MiB of disk space; 5.0 GiB available"])
    let loss = try Stubs.step(.v3, .down, losses: ["favorites": 3])
    #expect(
      summary(.plan(try Stubs.plan(steps: [loss])))
        == [
          "needs about 3.0 MiB of disk space; 5.0 GiB available",
          "would lose 3 favorites; requires '--accept-loss'",
        ])
    #expect(
      summary(.plan(try Stubs.plan()))
        == ["already at schema v4; nothing to migrate"])
    #expect(
      summary(.plan(try Stubs.plan(findings: [Finding(.drift, "x was changed")]))) == [])
  }

  @Test("a rehearsal tells of the rows before and after, the losses, the time and the disk")
  func rehearse() throws {
    let step = try Stubs.step(.v3, .down, losses: ["favorites": 1])
    #expect(
      summary(.rehearse(try Stubs.rehearsal(steps: [step]))) == [
        "before: 2 movies, 1 favorite, 1 actor, 1,000 credits",
        "after: 2 movies, 0 favorites, 1 actor, 1,000 credits",
        "lost: 1 favorite",
        "rehearsed v4 to v3 on a copy in 1.3 s, using up to 1 KiB of disk space",
      ])
  }

  @Test("a check counts the files, and those not in order")
  func check() throws {
    let sound = try Stubs.check(("schema", []))
    let changed = try Stubs.check(("schema", [Finding(.drift, "x", severity: .note)]))
    let missing = MigrationAnswer(.check(nil), file: "b", failure: .fileNotFound(path: "/b"))
    #expect([sound].summary == ["checked 1 file: no problems"])
    #expect([sound, changed, missing].summary == ["checked 3 files: 1 has problems"])
    #expect(
      [try Stubs.check(("steps", []), file: nil)].summary
        == ["checked the built-in migrations: no problems"])
    #expect(
      [try Stubs.check(("steps", [Finding(.migration, "x")]), file: nil)].summary
        == ["checked the built-in migrations: problems found"])
  }

  @Test("a file without a log says so; a status says nothing more")
  func others() throws {
    #expect(summary(.log([], version: .v1)) == ["the database has no migration log yet"])
    #expect(summary(.log([try Stubs.entry(.up, .v4)], version: .v4)) == [])
    #expect(summary(.status(try Stubs.status(.v3, pending: [4]))) == [])
  }

  @Test(
    "the status of several files is the gravest",
    arguments: [
      ([], .done), ([.done, .pending], .pending), ([.notFound, .pending], .notFound),
      ([.notFound, .busy], .busy), ([.missingFile, .busy], .missingFile),
      ([.inputOutput, .missingFile], .inputOutput),
      ([.done, .inputOutput, .wrongDatabase, .notFound], .wrongDatabase),
      ([.wrongDatabase, .internalError], .internalError), ([.done, .cannotCreate], .cannotCreate),
    ] as [([MoviesCLI.ExitStatus], MoviesCLI.ExitStatus)])
  func mostSevere(statuses: [MoviesCLI.ExitStatus], status: MoviesCLI.ExitStatus) {
    #expect(MoviesCLI.ExitStatus.mostSevere(of: statuses) == status)
    #expect(MoviesCLI.ExitStatus.mostSevere(of: statuses.reversed()) == status)
  }

  @Test("an error outweighs what is pending, and nothing less than an error does")
  func exitStatus() throws {
    func status(_ pending: [Int], _ findings: [Finding]) throws -> MoviesCLI.ExitStatus {
      let status = try Stubs.status(.v5, pending: pending, findings: findings)
      return MigrationAnswer(.status(status), file: "a").exitStatus
    }
    let error = Finding(.drift, "x")
    let others = [Finding(.drift, "x", severity: .warning), Finding(.drift, "x", severity: .note)]
    #expect(try status([], []) == .done)
    #expect(try status([], others) == .done)
    #expect(try status([6], others) == .pending)
    #expect(try status([6], others + [error]) == .notFound)
    #expect(try status([], [error]) == .notFound)
  }
}
