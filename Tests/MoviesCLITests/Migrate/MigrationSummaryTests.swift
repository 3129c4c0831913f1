import MovieStore
import MoviesCLI
import TestSupport
import Testing

/// The last lines on standard error.
@Suite(.limited) struct MigrationSummaryTests {
  /// The messages that are not about a finding.
  private func summary(_ report: Report) -> [String] {
    report.messages.map(\.text).filter { !$0.hasPrefix("Error: ") && !$0.hasPrefix("Note: ") }
  }

  @Test("a migration reports the backup, the losses and the duration")
  func migrate() throws {
    let step = try Stubs.step(.v4, losses: ["favorites": 3, "names": 1_200])
    #expect(
      summary(.migration(try Stubs.report(steps: [step], backup: "/a.db.v3.backup"), of: "a.db"))
        == [
          "backup: /a.db.v3.backup", "lost: 3 favorites, 1,200 names",
          "migrated from v3 to v4 in 0.5 s",
        ])
    #expect(
      summary(.migration(try Stubs.report(from: nil, steps: [Stubs.step(.v4)]), of: "a.db"))
        == ["migrated from an empty database to v4 in 0.5 s"])
    #expect(
      summary(.migration(try Stubs.report(from: .v4, steps: []), of: "a.db"))
        == ["already at schema v4; nothing to migrate"])
  }

  @Test("a plan reports the disk space and the losses to accept")
  func plan() throws {
    #expect(
      summary(.plan(try Stubs.plan(steps: [Stubs.step(.v4)]), of: "a.db"))
        == ["needs about 3.0 MiB of disk space; 5.0 GiB available"])
    let loss = try Stubs.step(.v3, .down, losses: ["favorites": 3])
    #expect(
      summary(.plan(try Stubs.plan(steps: [loss]), of: "a.db"))
        == [
          "needs about 3.0 MiB of disk space; 5.0 GiB available",
          "would lose 3 favorites; requires '--accept-loss'",
        ])
    #expect(
      summary(.plan(try Stubs.plan(), of: "a.db"))
        == ["already at schema v4; nothing to migrate"])
    #expect(
      summary(.plan(try Stubs.plan(findings: [Finding(.drift, "x was changed")]), of: "a.db")) == []
    )
  }

  @Test("a rehearsal reports the counts, the losses, the duration and the disk space")
  func rehearse() throws {
    let step = try Stubs.step(.v3, .down, losses: ["favorites": 1])
    #expect(
      summary(.rehearsal(try Stubs.rehearsal(steps: [step]), of: "a.db")) == [
        "before: 2 movies, 1 favorite, 1 actor, 1,000 credits",
        "after: 2 movies, 0 favorites, 1 actor, 1,000 credits",
        "lost: 1 favorite",
        "rehearsed v4 to v3 on a copy in 1.3 s, using up to 1 KiB of disk space",
      ])
  }

  @Test("a migration and its plan report that the history begins again")
  func history() throws {
    let steps = [try Stubs.step(.v5, .down)]
    func lines(_ report: Report) -> [String] {
      summary(report).filter { $0.contains("history") }
    }
    #expect(
      lines(
        .migration(try Stubs.report(steps: steps, backup: "/b", historyEntries: 12), of: "a.db"))
        == ["started a new history; the backup has the old one (12 changes)"])
    #expect(
      lines(.migration(try Stubs.report(steps: steps, historyEntries: 1), of: "a.db"))
        == ["started a new history; the old one (1 change) was deleted"])
    let planned = ["would start a new history and delete the old one (1,200 changes)"]
    #expect(
      lines(.plan(try Stubs.plan(steps: steps, historyEntries: 1_200), of: "a.db")) == planned)
    let rehearsal = try Stubs.rehearsal(steps: steps, historyEntries: 1_200)
    #expect(lines(.rehearsal(rehearsal, of: "a.db")) == planned)
    #expect(summary(.rehearsal(rehearsal, of: "a.db")).last?.contains("no data") == false)
    #expect(lines(.rehearsal(try Stubs.rehearsal(steps: steps), of: "a.db")) == [])
  }

  @Test("a check reports the number of files and of those with errors")
  func check() throws {
    let sound = try Stubs.check(("schema", []))
    let changed = try Stubs.check(("schema", [Finding(.drift, "x", severity: .note)]))
    let missing = Stubs.failedCheck(.fileNotFound(path: "/b"), file: "b")
    func summary(_ reports: Report...) -> String? { Report(checks: reports).messages.last?.text }
    #expect(summary(sound) == "checked 1 file: no problems")
    #expect(summary(sound, changed, missing) == "checked 3 files: 1 has problems")
    #expect(
      summary(try Stubs.check(("steps", []), file: nil))
        == "checked the built-in migrations: no problems")
    #expect(
      summary(try Stubs.check(("steps", [Finding(.migration, "x")]), file: nil))
        == "checked the built-in migrations: problems found")
  }

  @Test("an empty log is reported; a status has no summary")
  func others() throws {
    #expect(
      summary(.log([], version: .v1, of: "a.db")) == ["the database has no migration log yet"])
    #expect(summary(.log([try Stubs.entry(.up, .v4)], version: .v4, of: "a.db")) == [])
    #expect(summary(.status(try Stubs.status(.v3, pending: [4]), of: "a.db")) == [])
  }

  @Test(
    "the exit status of several files is the most severe",
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

  @Test("an error is more severe than pending migrations; warnings and notes are not")
  func exitStatus() throws {
    func status(_ pending: [Int], _ findings: [Finding]) throws -> MoviesCLI.ExitStatus {
      let status = try Stubs.status(.v5, pending: pending, findings: findings)
      return Report.status(status, of: "a").status
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
