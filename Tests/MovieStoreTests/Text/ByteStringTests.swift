import MovieStore
import StoreTestSupport
import TestSupport
import Testing

@Suite(.limited) struct ByteStringTests {
  @Test(
    "Texts are exactly equal if their bytes are",
    arguments: [
      ("é", "é", true), ("é", "e\u{301}", false), ("", "", true), ("a", "A", false),
      ("a", "a\0", false), ("\u{212B}", "\u{C5}", false),
    ])
  func isExactly(left: String, right: String, isSame: Bool) {
    #expect(left.isExactly(right) == isSame)
    #expect(right.isExactly(left) == isSame)
  }

  @Test("Movies and actors are equal only if their texts are, byte for byte")
  func records() {
    func movie(_ title: String, _ sortableTitle: String) -> Movie {
      Movie(
        id: 1, title: title, sortableTitle: sortableTitle, isFavorite: false)
    }
    #expect(movie("\u{E9}", "e") == movie("\u{E9}", "e"))
    #expect(movie("\u{E9}", "e") != movie("e\u{301}", "e"))
    #expect(movie("e", "\u{E9}") != movie("e", "e\u{301}"))
    #expect(Set([movie("\u{E9}", "e"), movie("e\u{301}", "e"), movie("\u{E9}", "e")]).count == 2)
    let (composed, decomposed) = (Actor(id: 1, name: "\u{E9}"), Actor(id: 1, name: "e\u{301}"))
    #expect(composed == Actor(id: 1, name: "\u{E9}") && composed != decomposed)
    #expect(Set([composed, decomposed]).count == 2)
  }

  @Test("Casts and drafts are equal only if their texts are, byte for byte")
  func casts() throws {
    func withCast(_ name: String) -> Movie {
      Movie(id: 1, title: "T", cast: [Actor(id: 1, name: name)])
    }
    #expect(withCast("\u{E9}") == withCast("\u{E9}") && withCast("\u{E9}") != withCast("e\u{301}"))
    let texts = ["\u{E9}", "e\u{301}", "e"]
    for one in texts {
      for other in texts {
        let isSame = one.bytes == other.bytes
        #expect(try (draft(one, ["A"]) == draft(other, ["A"])) == isSame)
        #expect(try (draft("T", [one]) == draft("T", [other])) == isSame)
      }
    }
    #expect(try Set(texts.map { try draft("T", [$0]) }).count == 3)
  }
}
