import TestSupport
import Testing

/// Hints about keys and values that resemble stored ones.
@Suite(.limited, .temporaryDirectory) struct AttributeHintTests {
  init() throws {
    try SampleCatalog.install()
    let options = ["genres=Comedy", "genres=Drama", "mood=calm", "city=Málaga", "city==x"]
    #expect(movies(["edit", "1", "-q"] + options.map { "--set=\($0)" }).status == .done)
  }

  @Test(
    "a new key that resembles another one is reported",
    arguments: [
      ("ratng=9", "new key 'ratng'; did you mean 'rating'?\n"),
      ("genre=Drama", "new key 'genre'; did you mean 'genres'?\n"),
      ("tags=x", "new key 'tags'; did you mean 'tag'?\n"),
      ("director=Mann", ""), ("genres=Noir", ""), ("rating=9", ""), ("mood=calm", ""),
    ])
  func newKey(assignment: String, notice: String) {
    #expect(
      movies("edit", "4", "-n", "--set", assignment).error == notice + "would change 1 movie\n")
    #expect(movies("add", "Ran", "-n", "--set", assignment).error == notice + "would add 1 movie\n")
    #expect(movies("edit", "4", "-q", "--set", assignment).error == "")
    // The key is no longer new.
    #expect(movies("edit", "5", "--set", assignment).error == "changed 1 movie\n")
    let unmatched = movies("edit", "--where", "year=1900", "--set", "ratig=9")
    #expect(unmatched.error == "no movies match; nothing to change\n")
  }

  @Test(
    "a value that no movie has is answered with similar ones",
    arguments: [
      (["genres=comedy"], "no movie has genres=comedy; did you mean 'genres=Comedy'?\n"),
      (["genres=COMÉDY"], "no movie has genres=COMÉDY; did you mean 'genres=Comedy'?\n"),
      (["genres=Comdey"], "no movie has genres=Comdey; did you mean 'genres=Comedy'?\n"),
      (["genres=xomedy"], "no movie has genres=xomedy; did you mean 'genres=Comedy'?\n"),
      (["genres=com"], "no movie has genres=com; did you mean 'genres=Comedy'?\n"),
      (["city=malaga"], "no movie has city=malaga; did you mean 'city=Málaga'?\n"),
      (["city=X"], ""), (["city= =X"], "no movie has city= =X; did you mean 'city= =x'?\n"),
      (["mood=calm", "genres=drama"], "no movie has genres=drama; did you mean 'genres=Drama'?\n"),
      (["genres=Western"], ""), (["genres=Comedy", "year=1999"], ""), (["genres~xyz"], ""),
      (["watched=2026-11"], ""), (["year=1999"], ""), (["tag=comedy"], ""),
      (["genres!=comedy", "genres=Comedy"], ""),
    ])
  func value(conditions: [String], hint: String) {
    let options = conditions.flatMap { ["--where", $0] }
    #expect(movies(["list"] + options).error == hint)
    #expect(movies(["search", "score"] + options).error == hint)
    #expect(movies(["list", "-q"] + options).error == "")
    #expect(movies(["list", "--limit", "0"] + options).error == "")
    if !hint.isEmpty {
      #expect(movies(["list"] + options, on: .terminal).error == "no movies match\n" + hint)
    }
  }

  @Test("commands that change or export movies report such a value, also after '!='")
  func selection() {
    for (condition, hint) in [
      ("genres=comedy", "no movie has genres=comedy; did you mean 'genres=Comedy'?\n"),
      ("genres!=comedy", "no movie has genres=comedy; did you mean 'genres!=Comedy'?\n"),
      ("genres!=Comedy", ""),
    ] {
      for command in [
        ["export"], ["delete", "-n"], ["favorite", "-n"], ["edit", "-n", "--set=x=1"],
      ] {
        let result = movies(command + ["--where", condition])
        #expect(hint.isEmpty ? !result.error.contains("did you") : result.error.hasPrefix(hint))
        #expect(!movies(command + ["-q", "--where", condition]).error.contains("did you"))
      }
    }
  }

  @Test("hostile values and long texts are bounded", arguments: HostileTextTests.hostile)
  func hostile(text: String) {
    let long = String(repeating: "x", count: 10_000)
    let options = ["--set=genres=\(text)A", "--set=genres=\(long)"]
    #expect(movies(["edit", "2", "-q"] + options).status == .done)
    for value in ["\(text)a", "\(long)y", "x"] {
      let result = movies("list", "--where", "genres= \(value)", on: .terminal(columns: 60))
      #expect(result.status == .done)
      #expect(HostileTextTests.forbidden(in: result.error) == [])
      #expect(result.error.utf8.count < 2_000)
    }
  }
}
