import Foundation
import MovieStore
import TestSupport
import Testing

/// The examples of the library, run as the README and the documentation show them.
@Suite(.temporaryDirectory) struct LibraryExampleTests {
  @Test("the README's example does what it says")
  func example() throws {
    var printed: [String] = []
    let print = { (title: String, cast: [String]) in printed.append("\(title) \(cast)") }
    // The README's path is relative; a test must not write into the working directory.
    let path = TemporaryDirectory.path("movies.db")

    var store = try MovieStore(path: path, access: .writing)
    let added = try store.add(MovieDraft(title: "The Score", cast: ["Robert De Niro"]))
    for movie in try store.movies(MovieQuery(text: SearchText("score"), order: .relevance)) {
      print(movie.movie.title, movie.cast.map(\.name))
    }

    #expect(added.change == .added)
    #expect(printed == ["The Score [\"Robert De Niro\"]"])
  }

  @Test("the example of a migration looks, tries, migrates and tells")
  func migration() throws {
    var printed: [String] = []
    let print = { (line: String) in printed.append(line) }
    let (path, backup) = (
      TemporaryDirectory.path("movies.db"), TemporaryDirectory.path("movies.v3.db")
    )
    try makeOldFile(path)

    let migrator = try Migrator(path: path)
    for version in try migrator.status().pending { print("pending: \(version)") }
    for loss in try migrator.plan().losses { print("would lose \(loss.count) \(loss.what)") }
    let rehearsal = try migrator.rehearse()
    print("\(rehearsal.before.movies) movies, then \(rehearsal.after.movies)")
    let report = try migrator.apply(Migrator.Options(backup: .file(backup))) { progress in
      print("\(progress.done) of \(progress.total) rows")
    }
    print("done: \(report.steps.map(\.version))")

    #expect(printed.prefix(4) == ["pending: v4", "pending: v5", "pending: v6", "1 movies, then 1"])
    #expect(printed.contains { $0.hasSuffix(" rows") })
    #expect(report.steps.map(\.version) == [.v4, .v5, .v6])
    #expect(try Migrator(path: backup).status().version == .v3)
  }

  private func makeOldFile(_ path: String) throws {
    var store = try MovieStore(path: path, access: .writing)
    _ = try store.add(MovieDraft(title: "The Score", cast: ["Robert De Niro"]))
    try Migrator(path: path).apply(to: .v3, Migrator.Options(backup: .none))
  }

  @Test(
    "a page shows the lines that a test above runs",
    arguments: ["README.md", "Sources/MovieStore/MovieStore.docc/Migrations.md"])
  func pages(page: String) throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let text = try String(contentsOf: root.appending(path: page), encoding: .utf8)
    let source = try String(contentsOfFile: #filePath, encoding: .utf8)
      .replacing("path: path", with: "path: \"movies.db\"")
      .replacing(".file(backup)", with: ".file(\"movies.v3.db\")")
    let block = try #require(text.firstMatch(of: /```swift\n((?:.|\n)*?)```/)).1
    let lines = block.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    #expect(lines.count > 5)
    for line in lines where line != "import MovieStore" { #expect(source.contains(line)) }
  }
}
