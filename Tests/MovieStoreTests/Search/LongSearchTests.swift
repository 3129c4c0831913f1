import MovieStore
import TestSupport
import Testing

/// Texts as long as titles may be.
@Suite(.limited) struct LongSearchTests {
  private static let longest = String(repeating: "a", count: MovieDraft.textByteLimit)

  @Test("the longest title is found, and named, by itself")
  func longest() throws {
    var store = try MovieStore.holding(["short", Self.longest])
    #expect(try store.found(Self.longest) == [2])
    #expect(try store.movies(referredToBy: [.title(Self.longest)]).map(\.id) == [2])
    #expect(try store.found(String(repeating: "a", count: 40)) == [2])
  }

  @Test("a long word is compared to its end")
  func end() throws {
    let stem = String(repeating: "ab", count: 50)
    var store = try MovieStore.holding([stem + "c", stem + "d", stem])
    #expect(try store.found(stem + "d") == [2])
    #expect(try store.found(stem) == [1, 2, 3])
    #expect(try store.found("b" + stem + "c").isEmpty)
  }

  @Test("64 long words are searched for")
  func manyLongWords() throws {
    var store = try MovieStore.holding([String(repeating: "ab", count: 300)])
    let text = Array(repeating: String(repeating: "ab", count: 250), count: 64)
    #expect(try store.found(text.joined(separator: " ")) == [1])
  }
}
