import Foundation
import MovieSQLite
import MovieStore
import StoreTestSupport
import TestSupport
import Testing

@Suite(.limited, .temporaryDirectory) struct CompletionSourceTests {
  private func titles(_ typed: String, in path: String, limit: Int = 100) throws -> [String] {
    var catalog = try CompletionSource(path: path)
    return try catalog.titles(beginning: typed, limit: limit).map(\.movie.title)
  }

  private func names(_ typed: String, in path: String, limit: Int = 100) throws -> [String] {
    var catalog = try CompletionSource(path: path)
    return try catalog.actors(beginning: typed, limit: limit).map(\.actor.name)
  }

  private static let letters =
    "aAáÁäåæÆßsSłLtThHeE lL'зЗёЁЕ七йиガカ".map(String.init)
    + ["и\u{306}", "カ\u{3099}", "ก", "กิ", "กุ", "\u{E34}"]
  private static let beginnings = ["", "The ", "A ", "Las ", "Ænn ", "o"]

  private func sampleTexts(_ random: inout RandomSource) -> Set<String> {
    Set(
      (0..<60).map { _ in
        let text = (0..<4).map { _ in Self.letters.randomElement(using: &random) ?? "" }.joined()
        return (Self.beginnings.randomElement(using: &random) ?? "") + "x" + text + "x"
      })
  }

  private static func has(_ text: String, _ typed: String) -> Bool {
    typed.split(separator: " ").allSatisfy { PlainText(text).has(PlainText(String($0))) }
  }

  @Test(
    "Completes titles that begin with the text, with or without their article", arguments: 0..<2)
  func completesTitles(seed: UInt64) throws {
    var random = RandomSource(seed: seed)
    let all = sampleTexts(&random)
    let path = try Catalog.file(holding: all.sorted())
    for title in all.shuffled(using: &random).prefix(6) {
      for count in [0, 1, 3, 5, title.count] {
        let typed = String(title.prefix(count))
        let folded = Folding.fold(typed).utf8
        let expected = all.filter {
          Folding.fold($0).utf8.starts(with: folded)
            || FoldedTitle.of($0).utf8.starts(with: folded)
        }
        // Titles that have the text elsewhere come after these.
        let found = try titles(typed, in: path)
        #expect(Set(found.prefix(expected.count)) == expected, "\(typed)")
        #expect(found.dropFirst(expected.count).allSatisfy { Self.has($0, typed) }, "\(typed)")
      }
    }
  }

  @Test("Completes names in all spellings that begin with the text", arguments: 0..<2)
  func completesNames(seed: UInt64) throws {
    var random = RandomSource(seed: seed)
    let all = sampleTexts(&random)
    let path = try Catalog.file()
    var store = try Catalog(path: path, access: .writing)
    _ = try store.add(try draft("Film", all.sorted()))
    for name in all.shuffled(using: &random).prefix(6) {
      for count in [0, 1, 3, 5, name.count] {
        let typed = String(name.prefix(count))
        let folded = Folding.fold(typed).utf8
        let expected = all.filter { Folding.fold($0).utf8.starts(with: folded) }
        let found = try names(Folding.fold(typed), in: path)
        #expect(Set(found.prefix(expected.count)) == expected, "\(typed)")
        #expect(found.dropFirst(expected.count).allSatisfy { Self.has($0, typed) }, "\(typed)")
      }
    }
  }

  @Test("If more match than requested, the last one returned is the last of all")
  func ends() throws {
    let titles = (10..<60).map { "Film \($0)" }
    let path = try Catalog.file(holding: titles)
    var store = try Catalog(path: path, access: .writing)
    _ = try store.add(try draft("Zoo", titles))
    #expect(try self.titles("film", in: path, limit: 3) == ["Film 10", "Film 11", "Film 59"])
    #expect(try self.titles("film 2", in: path, limit: 3) == ["Film 20", "Film 21", "Film 29"])
    #expect(try names("film", in: path, limit: 3) == ["Film 10", "Film 11", "Film 59"])
    #expect(try names("film 2", in: path, limit: 10).count == 10)
  }

  @Test("Completes texts before and after one that is not valid UTF-8")
  func invalidText() throws {
    let path = try Catalog.file()
    var store = try Catalog(path: path, access: .writing)
    let texts = ["ab", "aé", "aXé", "b"]
    let notes = try MovieAttributes([AttributeKey("own"): texts.map { .text($0) }])
    try store.add(MovieDraft(title: "Heat", cast: texts, attributes: notes))
    for bytes in ["6180", "61ff"] {
      try OtherProgram.run(
        path, "PRAGMA ignore_check_constraints = ON",
        "INSERT INTO ActorModel(name) VALUES (CAST(x'\(bytes)' AS TEXT))",
        "INSERT INTO MovieAttribute SELECT 1, 'own', 4 + count(*), CAST(x'\(bytes)' AS TEXT) "
          + "FROM MovieAttribute",
        "INSERT INTO MovieAttribute SELECT 1, 'own', 4 + count(*), x'\(bytes)' FROM MovieAttribute")
    }
    #expect(try names("aE", in: path) == ["aé"])
    #expect(try Set(names("a", in: path)).isSuperset(of: texts.prefix(3)))
    var catalog = try CompletionSource(path: path)
    let key = try AttributeKey("own")
    #expect(try catalog.attributeKeys(limit: 9) == [key])
    for (typed, text) in [("ae", "aé"), ("ax", "aXé"), ("b", "b")] {
      #expect(
        try catalog.attributeValues(of: key, beginning: typed, limit: 9) == [.text(text)])
    }
  }

  @Test("Distinguishes equal titles from similar ones")
  func uniqueness() throws {
    let path = try Catalog.file(holding: ["Heat", "Heat", "Alien", "ALIEN", "Rio"])
    var catalog = try CompletionSource(path: path)
    func flags(_ typed: String) throws -> [Bool] {
      try catalog.titles(beginning: typed, limit: 9).map(\.isUnique)
    }
    #expect(try flags("heat") == [false, false])
    #expect(try flags("alien") == [true, true])
    #expect(try flags("rio") == [true])
  }

  @Test("A locked database is busy immediately")
  func busy() throws {
    let path = try Catalog.file(holding: ["Heat"])
    let other = try Connection(.file(path))
    try other.execute("BEGIN EXCLUSIVE")
    #expect(throws: StoreError(.busy(path: path))) {
      var catalog = try CompletionSource(path: path, waiting: 0)
      _ = try catalog.titles(beginning: "", limit: 9)
    }
  }
}
