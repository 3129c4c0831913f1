import MovieStore
import TestSupport

/// Movies that resemble each other: titles that differ by an article, by the spelling of a number or
/// by signs, years next to each other, casts and directors that contradict or not, and ids.
package struct LookalikeDrafts {
  package static let titles = [
    "Heat", "The Heat", "Heat, The", "HEAT", "Rocky II", "Rocky 2", "Rocky Part Two", "Rocky",
    "2.0",
    "20", "Spider-Man", "Spiderman", "Noe", "Noé", "七人の侍", "…",
  ]

  package var random: RandomSource
  /// How many of the titles are used.
  private let titleCount: Int

  package init(seed: UInt64, titles titleCount: Int = titles.count) {
    random = RandomSource(seed: seed)
    self.titleCount = titleCount
  }

  private mutating func isChosen(_ percent: Int) -> Bool {
    Int.random(in: 0..<100, using: &random) < percent
  }

  package mutating func next() throws -> MovieDraft {
    let title = Self.titles[Int.random(in: 0..<titleCount, using: &random)]
    var draft = MovieDraft(title: title)
    if isChosen(40) {
      let names = ["Al Pacino", "Val Kilmer", "Jon Voight", "Ada Vane", "Мария Орлова"]
      draft.cast = Array(names.shuffled(using: &random).prefix(isChosen(30) ? 1 : 2))
    }
    if isChosen(70) { draft.attributes.year = isChosen(70) ? 1995 : 1996 }
    if isChosen(15) { draft.attributes[.director] = [isChosen(50) ? "Michael Mann" : "Bo Lind"] }
    if isChosen(15) { draft.attributes[.imdb] = [isChosen(50) ? "tt0000001" : "tt0000002"] }
    if isChosen(10) { draft.attributes[.tmdb] = [.integer(isChosen(50) ? 1 : 2)] }
    if isChosen(10) { draft.attributes[.aka] = [.text(Self.titles[isChosen(50) ? 0 : 4])] }
    if isChosen(50) { draft.attributes[.rating] = [.integer(isChosen(50) ? 8 : 6)] }
    if isChosen(30) { draft.attributes[.tag] = [isChosen(50) ? "a" : "b"] }
    if isChosen(20) { draft.attributes[.watched] = [isChosen(50) ? "2024-01-02" : "2025"] }
    if isChosen(10) { draft.attributes[.note] = [isChosen(50) ? "n" : "m"] }
    if isChosen(10) { draft.isFavorite = true }
    return try draft.validated()
  }

  package mutating func next(_ count: Int) throws -> [MovieDraft] {
    try (0..<count).map { _ in try next() }
  }
}
