import MovieStore
import StoreTestSupport
import TestSupport
import Testing

/// Search texts as long as the longest title.
@Suite(.limited) struct LongSearchTests {
  private static let longest = String(repeating: "a", count: MovieDraft.textByteLimit)

  @Test("Finds the longest title by search and by reference")
  func longest() throws {
    let store = try Catalog.holding(["short", Self.longest])
    #expect(try store.found(Self.longest) == [2])
    #expect(try store.movies(referredToBy: [.title(Self.longest)]).map(\.id) == [2])
    #expect(try store.found(String(repeating: "a", count: 40)) == [2])
  }

  @Test("Compares a long word to its end")
  func end() throws {
    let stem = String(repeating: "ab", count: 50)
    let store = try Catalog.holding([stem + "c", stem + "d", stem])
    #expect(try store.found(stem + "d") == [2])
    #expect(try store.found(stem) == [1, 2, 3])
    #expect(try store.found("b" + stem + "c").isEmpty)
  }

  @Test("Searches for 64 long words")
  func manyLongWords() throws {
    let store = try Catalog.holding([String(repeating: "ab", count: 300)])
    let text = Array(repeating: String(repeating: "ab", count: 250), count: 64)
    #expect(try store.found(text.joined(separator: " ")) == [1])
  }
}
