import Foundation
import MovieStore
import MoviesCLI
import TestSupport
import Testing

/// The output of `complete`, which the completion scripts run, for the sample catalog.
@Suite(.limited, .temporaryDirectory) struct CompleteTests {
  init() throws { try SampleCatalog.install() }

  /// The lines of the output.
  private func complete(
    _ shell: String, _ words: String..., environment: [String: String] = [:]
  ) -> [String] {
    complete([shell] + words, environment: environment)
  }

  private func complete(_ words: [String], environment: [String: String] = [:]) -> [String] {
    let result = movies(
      ["complete", "--shell", words[0], "--"] + words.dropFirst(), environment: environment)
    #expect(result.status == .done)
    #expect(result.error == "")
    return result.output.split(separator: "\n").map(String.init)
  }

  /// The words that zsh is offered, without their descriptions.
  private func words(_ words: String..., environment: [String: String] = [:]) -> [String] {
    self.words(words, environment: environment)
  }

  private func words(_ words: [String], environment: [String: String] = [:]) -> [String] {
    let result = movies(
      ["complete", "--shell", "zsh", "--"] + words, environment: environment)
    #expect(result.error == "")
    return result.output.split(separator: "\n").dropFirst().map {
      String($0.prefix { $0 != "\t" })
    }
  }

  @Test(
    "completes the beginning of a title; case, accents and the article are folded",
    arguments: [
      ("god", ["The Godfather"]), ("The godf", ["The Godfather"]),
      ("the ", ["The Godfather", "The Score"]),
      ("ame", ["Amélie"]), ("AMÉ", ["Amélie"]), ("olvi", ["Los olvidados"]),
      ("los o", ["Los olvidados"]), ("las o", []), ("七人", ["七人の侍"]), ("heat", ["4", "8"]),
      ("zzz", []), ("1917", []), ("4", []), ("an", []),
    ])
  func titles(typed: String, found: [String]) {
    #expect(words("show", typed) == found)
    #expect(words("actors", "--of", typed) == found)
    #expect(words("actors", "--of=\(typed)") == found.map { "--of=\($0)" })
  }

  @Test("three letters find words inside titles if no title begins with them")
  func inside() {
    #expect(words("show", "father") == ["The Godfather"])
    #expect(words("show", "qatsi koy") == ["Koyaanisqatsi"])
    #expect(words("show", "fa") == [])
  }

  @Test("offers all movies for an empty word, in title order; ambiguous titles and numbers as ids")
  func everything() {
    #expect(
      words("show", "") == [
        "5", "Amélie", "The Godfather", "4", "8", "Koyaanisqatsi", "Los olvidados", "The Score",
        "七人の侍",
      ])
  }

  @Test(
    "completes the beginning of an actor's name; case and accents are folded",
    arguments: [
      ("al p", ["Al Pacino"]), ("ROB", ["Robert De Niro", "Robert Duvall"]), ("三", ["三船敏郎"]),
      ("pacino", ["Al Pacino"]), ("pa", []), ("7", []),
    ])
  func actors(typed: String, found: [String]) {
    #expect(words("list", "--actor", typed) == found)
    #expect(words("add", "--actor", typed) == found)
    #expect(words("actors", typed) == found)
  }

  @Test(
    "--remove-actor offers the movie's cast",
    arguments: [
      (["edit", "4", "--remove-actor", ""], ["Al Pacino", "Robert De Niro", "Val Kilmer"]),
      (["edit", "4", "--remove-actor", "ROB"], ["Robert De Niro"]),
      (["edit", "4", "--remove-actor", "niro"], ["Robert De Niro"]),
      (["edit", "4", "--remove-actor", "marlon"], []),
      (["edit", "amelie", "--remove-actor=m"], ["--remove-actor=Mathieu Kassovitz"]),
      (["edit", "title=1917", "-n", "--remove-actor", ""], ["George MacKay"]),
      (
        ["edit", "4", "--remove-actor", "Al Pacino", "--remove-actor", ""],
        ["Robert De Niro", "Val Kilmer"]
      ),
      (["edit", "heat", "--remove-actor", ""], []), (["edit", "99", "--remove-actor", ""], []),
      (["edit", "9", "--remove-actor", ""], []),
      (["edit", "--remove-actor", "pacino"], ["Al Pacino"]),
      (["edit", "4", "--add-actor", "marlon"], ["Marlon Brando"]),
    ])
  func cast(line: [String], found: [String]) {
    #expect(words(line) == found)
    let quoted = line.map { $0.contains(" ") ? "'\($0)'" : $0 }
    let bash = complete(
      "bash", "movies " + quoted.joined(separator: " "), line.last ?? "", "9")
    let fish = complete(["fish"] + line)
    #expect(bash.dropFirst().filter { $0 != " " }.count == found.count)
    #expect(fish.dropFirst().count == found.count)
  }

  @Test("the first line is how the words are inserted")
  func fits() {
    #expect(
      complete("zsh", "show", "The G") == [
        "exact", "The Godfather\tThe Godfather  -- Marlon Brando, Al Pacino, James Caan",
      ])
    #expect(complete("zsh", "show", "god").first == "commonPrefix")
    #expect(complete("zsh", "show", "heat").first == "unrelated")
    #expect(
      complete("zsh", "list", "--sort", "re") == ["exact", "relevance\trelevance"])
    #expect(complete("fish", "list", "--sort", "-ti") == ["words", "-title"])
    #expect(complete("fish", "list", "--columns", "id,+wa") == ["words", "id,+watched"])
    #expect(complete("fish", "list", "--format", "+t") == ["words"])
    #expect(complete("zsh", "import", "") == ["files"])
    #expect(complete("fish", "backup", "x") == ["files"])
    #expect(complete("bash", "movies import x", "x", "9") == ["files"])
    #expect(complete("bash", "movies list > x", "x", "9") == ["files"])
  }

  @Test(
    "bash: quoted words, no common prefix that was not typed, ids with titles")
  func bash() {
    #expect(complete("bash", "movies show god", "god", "9") == ["words", "The\\ Godfather"])
    #expect(complete("bash", "movies show \"god", "god", "9") == ["words", "The Godfather\""])
    #expect(complete("bash", "movies show heat", "heat", "9") == ["words", "4", "8", " "])
    #expect(complete("bash", "movies show heat", "heat", "37") == ["words", "4", "8"])
    #expect(
      complete("bash", "movies show heat", "heat", "63") == [
        "words", "4: Heat (Al Pacino, Robert De Niro, Val Kilmer)", "8: Heat (Joe Dallesandro)",
      ])
  }

  @Test("fish: words that contain the typed text, because fish drops others")
  func fish() {
    #expect(
      complete("fish", "show", "amelie") == [
        "words", "amelie\tAmélie: Audrey Tautou, Mathieu Kassovitz",
      ])
    #expect(
      complete("fish", "show", "ame") == ["words", "Amélie\tAudrey Tautou, Mathieu Kassovitz"])
    #expect(complete("fish", "list", "--sort", "t") == ["words", "title", "tag", "tmdb"])
  }

  @Test("uses the database of the command line, then that of the environment")
  func database() throws {
    let home = ["HOME": TemporaryDirectory.current]
    #expect(words("--db", "/nowhere", "show", "god") == [])
    #expect(words("--db", "~/movies.db", "show", "g", environment: home) == ["The Godfather"])
    #expect(words("show", "--db=~/movies.db", "g", environment: home) == ["The Godfather"])
    #expect(words("show", "god", environment: ["MOVIES_DB": "/nowhere"]) == [])
    #expect(words("show", "god", environment: ["MOVIES_DB": ""]) == [])
    #expect(words("--db", ":memory:", "show", "god") == [])
  }

  @Test("offers nothing for an unusable file, prints no message, and does not change the file")
  func unusable() throws {
    let paths = try [
      CatalogFiles.make(.v3, named: "old.db"), CatalogFiles.newer(named: "new.db"),
      CatalogFiles.foreign(named: "foreign.db"), CatalogFiles.changed(named: "changed.db"),
      TemporaryDirectory.path("missing.db"), TemporaryDirectory.current,
    ]
    let damaged = TemporaryDirectory.path("damaged.db")
    var bytes = try Files.bytes(SampleCatalog.path)
    for index in 4_096..<bytes.count { bytes[index] = 0xA5 }
    try Files.write(bytes, to: damaged)
    let names = try FileManager.default.contentsOfDirectory(atPath: TemporaryDirectory.current)
    for path in paths + [damaged] {
      let before = FileManager.default.contents(atPath: path)
      #expect(words("--db", path, "show", "") == [], "\(path)")
      #expect(words("--db", path, "list", "--actor", "al") == [], "\(path)")
      #expect(FileManager.default.contents(atPath: path) == before)
    }
    let after = try FileManager.default.contentsOfDirectory(atPath: TemporaryDirectory.current)
    #expect(Set(after) == Set(names))
  }

  @Test("offers the id for a title that would be escaped, or read as an option, a range or an id")
  func hostile() throws {
    let titles = [
      "Zz two\nlines", "Zz \u{1B}[2J", "Zz \u{202E}txt", "-Zz", "3..9", "99",
      "Zz" + String(repeating: "z", count: 300),
    ]
    for title in titles {
      #expect(movies("add", "-q", "--actor=\(title)", "--", title).status == .done)
    }
    let found =
      words("show", "z") + words("show", "--", "-") + words("show", "3..") + words("show", "")
    for title in titles { #expect(!found.contains { $0.hasPrefix(title.prefix(4)) }, "\(title)") }
    #expect(Set(words("show", "zz")) == ["10", "11", "12", "16"])
    #expect(words("list", "--actor", "zz").allSatisfy { Int($0) != nil })
    #expect(words("add", "--actor", "zz") == [])
  }

  @Test("prints a script for each supported shell")
  func scripts() {
    for shell in ["bash", "zsh", "fish"] {
      let result = movies("completions", shell)
      #expect(result.status == .done)
      #expect(result.output.contains("movies complete --shell \(shell)"))
      #expect(!result.output.contains("eval"))
    }
    let result = movies("completions", "zhs")
    #expect(result.status == .usage)
    #expect(
      result.error.hasPrefix(
        "Error: The value 'zhs' is invalid for '<shell>'. Please provide one of 'bash', 'zsh' or 'fish'. Did you mean 'zsh'?\n"
      ))
    #expect(movies("--generate-completion-script").status == .usage)
    #expect(movies("list", "--generate-completion-script", "zsh").status == .usage)
  }

  @Test("offers nothing for incomplete or inconsistent arguments")
  func invalid() {
    #expect(movies("complete") == CommandResult())
    #expect(movies("complete", "--shell", "bash") == CommandResult())
    #expect(movies("complete", "--shell", "zsh") == CommandResult())
    #expect(complete("bash", "movies show x", "yy", "9") == ["words"])
  }
}
