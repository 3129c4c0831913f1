import Foundation
import MovieStore
import MoviesCLI
import TestSupport
import Testing

/// What `complete`, which the scripts of the shells ask, answers about the nine films.
@Suite(.limited, .temporaryDirectory) struct CompleteTests {
  init() throws { try SampleCatalog.install() }

  /// The lines of the answer.
  private func complete(
    _ shell: String, _ words: String..., environment: [String: String] = [:]
  ) -> [String] {
    complete([shell] + words, environment: environment)
  }

  private func complete(_ words: [String], environment: [String: String] = [:]) -> [String] {
    let answer = movies(
      ["complete", "--shell", words[0], "--"] + words.dropFirst(), environment: environment)
    #expect(answer.status == .done)
    #expect(answer.error == "")
    return answer.output.split(separator: "\n").map(String.init)
  }

  /// The words alone that zsh is offered.
  private func words(_ words: String..., environment: [String: String] = [:]) -> [String] {
    self.words(words, environment: environment)
  }

  private func words(_ words: [String], environment: [String: String] = [:]) -> [String] {
    let answer = movies(
      ["complete", "--shell", "zsh", "--"] + words, environment: environment)
    #expect(answer.error == "")
    return answer.output.split(separator: "\n").dropFirst().map {
      String($0.prefix { $0 != "\t" })
    }
  }

  @Test(
    "a title is found by its beginning, with case, accents and its article folded",
    arguments: [
      ("god", ["The Godfather"]), ("The godf", ["The Godfather"]),
      ("the ", ["The Godfather", "The Score"]),
      ("ame", ["Amélie"]), ("AMÉ", ["Amélie"]), ("olvi", ["Los olvidados"]),
      ("los o", ["Los olvidados"]), ("las o", []), ("七人", ["七人の侍"]), ("heat", ["4", "8"]),
      ("zzz", []), ("1917", []), ("4", []), ("an", []),
    ])
  func titles(typed: String, found: [String]) {
    #expect(words("show", typed) == found)
    #expect(words("actors", "--movie", typed) == found)
    #expect(words("actors", "--movie=\(typed)") == found.map { "--movie=\($0)" })
  }

  @Test("where no title begins so, three letters find words inside")
  func inside() {
    #expect(words("show", "father") == ["The Godfather"])
    #expect(words("show", "qatsi koy") == ["Koyaanisqatsi"])
    #expect(words("show", "fa") == [])
  }

  @Test("nothing typed offers everything, in the order of titles, and a number by its id")
  func everything() {
    #expect(
      words("show", "") == [
        "5", "Amélie", "The Godfather", "4", "8", "Koyaanisqatsi", "Los olvidados", "The Score",
        "七人の侍",
      ])
  }

  @Test(
    "an actor is found by the name, with case and accents folded",
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
    "an actor to remove is one of the movie's cast",
    arguments: [
      (["edit", "4", "--remove-actor", ""], ["Al Pacino", "Robert De Niro", "Val Kilmer"]),
      (["edit", "4", "--remove-actor", "ROB"], ["Robert De Niro"]),
      (["edit", "4", "--remove-actor", "niro"], ["Robert De Niro"]),
      (["edit", "4", "--remove-actor", "marlon"], []),
      (["edit", "amelie", "--remove-actor=m"], ["--remove-actor=Mathieu Kassovitz"]),
      (["edit", "title:1917", "-n", "--remove-actor", ""], ["George MacKay"]),
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

  @Test("how the answer may be inserted is its first line")
  func fits() {
    #expect(
      complete("zsh", "show", "The G") == [
        "exact", "The Godfather\tThe Godfather  -- Marlon Brando, Al Pacino, James Caan",
      ])
    #expect(complete("zsh", "show", "god").first == "alike")
    #expect(complete("zsh", "show", "heat").first == "other")
    #expect(
      complete("zsh", "list", "--sort", "r") == ["exact", "relevance\trelevance", "random\trandom"])
    #expect(complete("zsh", "import", "") == ["files"])
    #expect(complete("fish", "backup", "x") == ["files"])
    #expect(complete("bash", "movies import x", "x", "9") == ["files"])
    #expect(complete("bash", "movies list > x", "x", "9") == ["files"])
  }

  @Test(
    "bash is given quoted words, nothing in common that is not typed, and ids with their titles")
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

  @Test("fish is given words that have what is typed, or it would drop them")
  func fish() {
    #expect(
      complete("fish", "show", "amelie") == [
        "words", "amelie\tAmélie: Audrey Tautou, Mathieu Kassovitz",
      ])
    #expect(
      complete("fish", "show", "ame") == ["words", "Amélie\tAudrey Tautou, Mathieu Kassovitz"])
    #expect(complete("fish", "list", "--sort", "t") == ["words", "title"])
  }

  @Test("the database is the one of the line, then that of the environment")
  func database() throws {
    let home = ["HOME": TemporaryDirectory.current]
    #expect(words("--db", "/nowhere", "show", "god") == [])
    #expect(words("--db", "~/movies.db", "show", "g", environment: home) == ["The Godfather"])
    #expect(words("show", "--db=~/movies.db", "g", environment: home) == ["The Godfather"])
    #expect(words("show", "god", environment: ["MOVIES_DB": "/nowhere"]) == [])
    #expect(words("show", "god", environment: ["MOVIES_DB": ""]) == [])
    #expect(words("--db", ":memory:", "show", "god") == [])
  }

  @Test("a file that is no catalog of today is no answer and no message, and stays as it is")
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

  @Test("a title that shows or works as something else is offered by its id")
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

  @Test("a script is printed for each shell, and no other")
  func scripts() {
    for shell in ["bash", "zsh", "fish"] {
      let answer = movies("--generate-completion-script", shell)
      #expect(answer.status == .done)
      #expect(answer.output.contains("movies complete --shell \(shell)"))
      #expect(!answer.output.contains("eval"))
    }
    let answer = movies("--generate-completion-script", "zhs")
    #expect(answer.status == .usage)
    #expect(
      answer.error.hasPrefix(
        "Error: The value 'zhs' is invalid for '--generate-completion-script <shell>'. Please provide one of 'bash', 'zsh' or 'fish'. Did you mean 'zsh'?\n"
      ))
    #expect(movies("--generate-completion-script").status == .usage)
    #expect(movies("list", "--generate-completion-script", "zsh").status == .usage)
  }

  @Test("nonsense is no answer")
  func nonsense() {
    #expect(movies("complete") == CommandResult())
    #expect(movies("complete", "--shell", "bash") == CommandResult())
    #expect(movies("complete", "--shell", "zsh") == CommandResult())
    #expect(complete("bash", "movies show x", "yy", "9") == ["words"])
  }
}
