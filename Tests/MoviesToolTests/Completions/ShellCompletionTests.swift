import Foundation
import TestSupport
import Testing

/// The Tab key in bash, zsh and fish.
@Suite(.limited, .needs(.zsh, .fish), .temporaryDirectory) struct ShellCompletionTests {
  /// Titles with special meaning to a shell, a completion script or a terminal.
  private static let hostile = [
    "it's", "\"quoted\"", "a 'b' \"c\"", "$HOME", "$(touch PWNED)", "`touch PWNED`", "${x}", "!!",
    "a!b",
    "!\"", "a & b", "a; b", "a | b", "a:b: c", "a=b", "a,b", "[x]", "{a,b}", "(x)", "<x>", "*?",
    "back\\slash", "\\", "end\\", "end'", "end\"", "#", "~", "%s%n", "^a^b", "@host", "é\u{301} ß",
    "七人の侍", "👩‍👧", "-", "--", "a  b", "tab\tbed", "\u{1B}[2J", "$'x'", "\\'", "'\"'\"'",
  ]

  /// Each title has a unique prefix, which the tests type.
  private static let titles: [String] = {
    var random = RandomSource(seed: 11)
    let texts = hostile + (0..<6).map { _ in random.text(upTo: 12) }
    return texts.enumerated().map { number, text in
      "Q\(number < 10 ? "0" : "")\(number) \(text)"
    }
  }()

  private func fill(_ titles: [String]) throws -> [String] {
    let titles = titles.map {
      $0.replacingOccurrences(of: "PWNED", with: TemporaryDirectory.path("pwned"))
        .trimmingCharacters(in: .whitespacesAndNewlines)
    }
    let records = try titles.map { title in
      let record: [String: Any] = ["title": title, "cast": ["Ann $(x)", "Bob 'B' O\"B"]]
      return String(decoding: try JSONSerialization.data(withJSONObject: record), as: UTF8.self)
    }
    let outcome = try ToolRunner.tool(
      "import", "-", "--format", "ndjson", "-q", input: records.joined(separator: "\n")
    ).run()
    #expect(outcome.status == 0, "\(outcome.error)")
    return titles
  }

  /// Expects the title, or the id if the title cannot be displayed unchanged.
  private func expectReference(_ word: String, _ number: Int, _ title: String) {
    if Array(word.utf8) == Array(title.utf8) { return }
    let isPlain =
      number < Self.hostile.count && HostileStrings.forbidden(in: Array(title.utf8)).isEmpty
    #expect(!isPlain && word == "\(number + 1)", "\(title): \(word)")
  }

  @Test(
    "Tab inserts exactly the title, or the id of a title that cannot be displayed",
    arguments: CompletingShell.installed)
  func hostileTitles(name: CompletingShell.Name) throws {
    let titles = try fill(Self.titles)
    let shell = try CompletingShell(name)
    let quotes = ["", "\"", "'"]
    // zsh and fish quote words themselves, so every third title is enough.
    let isTried = { (number: Int) in name == .bash || Tier.isLong || number % 3 == 1 }
    for (number, title) in titles.enumerated() where isTried(number) {
      let words = try shell.words(
        of: "movies show \(quotes[number / 3 % 3])\(title.prefix(3).lowercased())\t")
      #expect(words.count == 2 && words.first == "show", "\(words)")
      expectReference(words.last ?? "", number, title)
    }
    #expect(!FileManager.default.fileExists(atPath: TemporaryDirectory.path("pwned")))
  }

  @Test(
    "completes commands, options, values, actors and files", arguments: CompletingShell.installed)
  func kinds(name: CompletingShell.Name) throws {
    _ = try fill(["Alien: Resurrection", "Alien", "Heat", "Heat"])
    #expect(try ToolRunner.tool("edit", "1", "--set", "tag=heist", "-q").run().status == 0)
    try Files.write([], to: TemporaryDirectory.path("a file.csv"))
    let shell = try CompletingShell(name)
    #expect(try shell.words(of: "movies sho\t") == ["show"])
    #expect(
      try shell.words(of: "movies list --rev\t--form\tj\t") == [
        "list", "--reverse", "--format", "json",
      ])
    #expect(
      try shell.words(of: "movies list --columns id,ti\t") == ["list", "--columns", "id,title"])
    #expect(try shell.words(of: "movies list --actor ann\t") == ["list", "--actor", "Ann $(x)"])
    #expect(try shell.words(of: "movies list --actor=bob\t") == ["list", "--actor=Bob 'B' O\"B"])
    // No space is inserted after the equals sign.
    #expect(
      try shell.words(of: "movies edit 1 --set ye\t1995 --set tag=he\t") == [
        "edit", "1", "--set", "year=1995", "--set", "tag=heist",
      ])
    // Nor after the operator of a term.
    #expect(
      try shell.words(of: "movies list ratin\t8 tag=he\t tag:he\t") == [
        "list", "rating:8", "tag=heist", "tag:heist",
      ])
    // Bash does not replace the typed text before a colon.
    let alien = try shell.words(of: "movies actors --of alien:\t").last
    #expect(alien?.lowercased() == "alien: resurrection")
    #expect(
      try shell.words(of: "movies import \(TemporaryDirectory.current)/a\\ f\t")
        == ["import", TemporaryDirectory.path("a file.csv")])
    #expect(
      try shell.words(of: "movies --db=\(TemporaryDirectory.current)/a\\ f\t")
        == ["--db=" + TemporaryDirectory.path("a file.csv")])
    #expect(
      try shell.words(of: "movies backup ~/a\\ f\t")
        == ["backup", TemporaryDirectory.path("a file.csv")])
    // Fish drops words that do not resemble the typed text, such as ids.
    try shell.type("movies show hea\t\t", until: name == .fish ? "several movies" : "Heat (Ann")
  }
}
