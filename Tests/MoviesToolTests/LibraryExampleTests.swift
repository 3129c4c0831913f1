import Foundation
import MovieStore
import TestSupport
import Testing

/// The README's example of the library, run as it stands there.
@Suite(.temporaryDirectory) struct LibraryExampleTests {
  @Test("the example of the library does what it says")
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

  @Test("the README shows the lines that the test above runs")
  func readme() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let readme = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
    let source = try String(contentsOfFile: #filePath, encoding: .utf8)
      .replacing("path: path", with: "path: \"movies.db\"")
    let block = try #require(readme.firstMatch(of: /```swift\n((?:.|\n)*?)```/)).1
    let lines = block.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    #expect(lines.count > 5)
    for line in lines where line != "import MovieStore" { #expect(source.contains(line)) }
  }
}
