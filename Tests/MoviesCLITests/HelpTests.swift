import Foundation
import MovieArguments
import MovieStore
import MoviesCLI
import TestSupport
import Testing

@Suite(.limited, .temporaryDirectory) struct HelpTests {
  static let commands = CommandTree.names
  static let topics = [
    "attributes", "query", "environment", "exit-codes", "formats", "schema", "lists", "keys",
    "changes", "options",
  ]
  static let pages =
    [["--help"], ["help", "help"]] + commands.map { $0 + ["--help"] } + topics.map { ["help", $0] }

  @Test("help pages match the recorded ones", arguments: pages)
  func golden(words: [String]) {
    let result = movies(words, on: .terminal)
    #expect(result.status == .done)
    #expect(result.error == "")
    let names = words.filter { $0 != "--help" && $0 != "help" }
    let name = words == ["help", "help"] ? "help" : names.joined(separator: "-")
    Golden.expect(result.output, is: "help/\(name.isEmpty ? "movies" : name)")
  }

  @Test("the page about queries has the terms of the library's article, and no others")
  func queryTerms() throws {
    let article = try String(contentsOf: Self.queries, encoding: .utf8)
    let rows = article.split(separator: "\n").filter { $0.hasPrefix("| `") }
    let terms = rows.map { row in
      row.split(separator: " | ")[0].matches(of: /`([^`]+)`/).map { String($0.output.1) }
        .joined(separator: ", ")
    }
    let lines = movies("help", "query").output.split(separator: "\n")
      .drop { $0 != "TERMS:" }.prefix { $0 != "RULES:" }
    // The first paragraph, then the labels.
    let labels = lines.filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") }.dropFirst()
    #expect(terms.count > 10 && labels.count == terms.count)
    for (label, term) in zip(labels, terms) { #expect(label.hasPrefix("  \(term)")) }
  }

  private static let queries = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Sources/MovieStore/MovieStore.docc/Queries.md").standardized

  @Test("no arguments, help and --help print the same page")
  func root() {
    let help = movies("--help")
    #expect(movies() == help)
    #expect(movies("help") == help)
    #expect(movies("-h") == help)
  }

  @Test("help <command> prints the page of <command> --help", arguments: commands)
  func helpCommand(names: [String]) {
    #expect(movies(["help"] + names) == movies(names + ["--help"]))
    #expect(movies(["help"] + names) == movies(names + ["-h"]))
  }

  @Test("a page fits a screen, with the command's own options first", arguments: commands)
  func length(names: [String]) throws {
    let lines = movies(names + ["--help"]).output.split(
      separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count <= 44, "\(lines.count - 1) lines")
    let titles = lines.filter { $0.hasSuffix(" OPTIONS:") }
    #expect(["SHARED OPTIONS:", "GLOBAL OPTIONS:"].contains(titles.last))
    let own = "\(try #require(names.last).uppercased()) OPTIONS:"
    #expect(titles.count == 1 || titles[0] == own)
  }

  @Test("the list of commands fits a screen")
  func rootLength() { #expect(movies("help").output.split(separator: "\n").count <= 50) }

  @Test("the main page lists every topic, and help prints it")
  func topicPages() {
    let page = movies("--help").output
    for topic in CommandTree.parser.topics {
      #expect(page.contains(topic.name))
      #expect(movies("help", topic.name).output.hasPrefix("OVERVIEW: \(topic.abstract)"))
      #expect(Self.topics.contains(topic.name))
    }
  }

  @Test("--help overrides every error")
  func precedence() {
    let help = movies("list", "--help")
    #expect(movies("list", "--limit", "x", "--foo", "y", "--help") == help)
    #expect(movies("list", "--format", "--help") == help)
    #expect(movies("show", "--", "--help").status == .missingFile)
  }

  @Test(
    "an alias prints the help of its command",
    arguments: [
      ("ls", "list"), ("rm", "delete"), ("fav", "favorite"),
    ])
  func alias(alias: String, name: String) {
    #expect(movies(alias, "--help").output == movies(name, "--help").output)
  }

  @Test("--version prints the version, and the SQLite library that runs")
  func version() throws {
    let result = CommandResult(output: Release.sentence + "\n")
    let library = try #require(
      result.output.wholeMatch(
        of: /movies 0\.1\.0 \(SQLite (3\.[0-9.]+)\)\n/))
    #expect(String(library.1) == PlainConnection.libraryVersion)
    #expect(movies("--version") == result)
    #expect(movies("list", "--version") == result)
  }

  @Test("the newest changes are those of this release")
  func newestChanges() throws {
    let titles = movies("help", "changes").output.matches(of: /\n(.+):\n/).map(\.output.1)
    #expect(try #require(titles.first).hasPrefix("\(Release.version), "))
  }

  @Test("help needs no database and no home")
  func withoutHome() {
    let result = movies("help", "list", environment: ["MOVIES_DB": ""])
    #expect(result.status == .done)
  }
}
