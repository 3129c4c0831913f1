internal import MovieStore
internal import MovieSystem

/// Films for catalogs of any size, the same on every machine: titles, favorites and names follow from
/// numbers alone.
///
/// A title is `<article><adjective> <noun> <tail> <number>` and does not depend on the size. A cast is
/// five of as many people as a third of the films, a thousand at least.
package struct GeneratedFilms: Sendable {
  /// One of them.
  package struct Film: Equatable, Sendable {
    package let title: String
    /// Names in billing order, none twice.
    package let cast: [String]
    package let isFavorite: Bool
  }

  package let count: Int
  private let people: UInt64

  package init(count: Int) {
    self.count = count
    people = UInt64(max(1_000, count / 3))
  }

  /// The film of a number from 0 up to but not including the count.
  package func film(_ number: Int) -> Film {
    var numbers = SplitMix64(seed: Self.filmSeed &+ UInt64(number))
    let title = Self.title(number, &numbers)
    var cast: [String] = []
    while cast.count < 5 {
      let name = Self.name(ofPerson: numbers.below(people))
      if !cast.contains(name) { cast.append(name) }
    }
    return Film(title: title, cast: cast, isFavorite: number.isMultiple(of: 5))
  }

  /// Writes all of them as NDJSON.
  package func write(to path: String) throws {
    let file = try AtomicFile(target: path, replacing: true)
    var writer = InterchangeWriter(format: .ndjson, sink: file.sink)
    try writer.begin()
    for number in 0..<count {
      let film = film(number)
      try writer.write(title: film.title, cast: film.cast, isFavorite: film.isFavorite)
    }
    try writer.end()
    try file.commit()
  }

  // Far apart, so that no film's numbers are those of a person.
  private static let filmSeed: UInt64 = 1 << 32
  private static let personSeed: UInt64 = 1 << 48

  private static func title(_ number: Int, _ numbers: inout SplitMix64) -> String {
    let article = numbers.pick(FilmWords.articles)
    let adjective = numbers.pick(FilmWords.adjectives)
    let noun = numbers.pick(FilmWords.nouns)
    let tail = numbers.pick(FilmWords.tails)
    return
      "\(article)\(adjective) \(noun)\(FilmWords.isRare(number) ? FilmWords.rareTail : tail) \(number)"
  }

  /// Two given syllables and three of a family: few people share a name.
  private static func name(ofPerson person: UInt64) -> String {
    var numbers = SplitMix64(seed: personSeed &+ person)
    return word(2, &numbers) + " " + word(3, &numbers)
  }

  private static func word(_ syllables: Int, _ numbers: inout SplitMix64) -> String {
    let word = (0..<syllables).map { _ in numbers.pick(FilmWords.syllables) }.joined()
    return word.prefix(1).uppercased() + word.dropFirst()
  }
}
