import MovieStore
import StoreTestSupport
import TestSupport
import Testing

/// What differs between two states of a movie.
@Suite(.limited) struct FieldDifferenceTests {
  private static func differences(_ before: Movie, _ after: Movie) -> [String] {
    before.differences(to: after).map {
      "\($0.field): \($0.before.map(\.description)) \($0.after.map(\.description))"
    }
  }

  @Test("Fields that differ are listed in one order, with the values of both")
  func fields() {
    let before = Movie(
      id: 1, title: "Heat", cast: [Actor(id: 1, name: "Al")], isFavorite: true,
      attributes: [.year: [.integer(1995)], .tag: [.text("a"), .text("b")]])
    let after = Movie(
      id: 1, title: "Ran", cast: [Actor(id: 2, name: "Bo")],
      attributes: [.year: [.integer(1995)], .tag: [.text("b")], .note: [.text("c")]])
    #expect(
      Self.differences(before, after) == [
        #"title: ["Heat"] ["Ran"]"#, #"favorite: ["1"] []"#, #"cast: ["Al"] ["Bo"]"#,
        #"tag: ["a", "b"] ["b"]"#, #"note: [] ["c"]"#,
      ])
    let tags = before.differences(to: after)[3]
    #expect(tags.removed == [.text("a")] && tags.added.isEmpty)
    #expect(Self.differences(before, before).isEmpty)
  }

  @Test("Texts in another Unicode form, other types and other ids of actors are differences")
  func exact() {
    func movie(_ text: String, _ number: AttributeValue, actor: Int64) -> Movie {
      Movie(
        id: 1, title: text, cast: [Actor(id: Actor.ID(rawValue: actor), name: "Al")],
        attributes: [.note: [.text(text)], .rating: [number]])
    }
    let before = movie("\u{E9}", .integer(8), actor: 1)
    #expect(
      before.differences(to: movie("e\u{301}", .real(8), actor: 2)).map(\.field)
        == [.title, .cast, .rating, .note])
  }

  @Test(
    "The fields that differ, given to the one, make the other", arguments: 0..<40 as Range<UInt64>)
  func applied(seed: UInt64) throws {
    var generated = GeneratedDrafts(seed: seed, names: 4)
    let movies = try generated.next(2).map { Movie($0, id: 1) }
    let (old, new) = MovieFields.differences(movies[0], movies[1])
    #expect(new.applied(to: movies[0]) == movies[1])
    #expect(old.applied(to: movies[1]) == movies[0])
    #expect(new.differences(from: movies[0]) == movies[0].differences(to: movies[1]))
  }
}
