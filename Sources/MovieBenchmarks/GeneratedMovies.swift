internal import MovieFormats
internal import MovieStore
internal import MovieSystem

/// Movies for catalogs of any size, the same on every machine: titles, casts and favorites follow from
/// their numbers.
///
/// A title is `<article><adjective> <noun><tail> <number>`, independent of the size. A cast has five of
/// the actors, of whom there are a third as many as movies, and at least a thousand.
package struct GeneratedMovies: Sendable {
  package let count: Int

  package init(count: Int) { self.count = count }

  /// Returns the movie with a number below the count; its cast is in billing order without duplicates.
  package func movie(_ number: Int) -> (title: String, cast: [String], isFavorite: Bool) {
    var random = SplitMix64(seed: 1 << 32 &+ UInt64(number))
    let title = Self.title(number, &random)
    let actorCount = UInt64(max(1_000, count / 3))
    var cast: [String] = []
    while cast.count < 5 {
      let name = Self.actorName(random.below(actorCount))
      if !cast.contains(name) { cast.append(name) }
    }
    return (title, cast, number.isMultiple(of: 5))
  }

  /// Writes all movies as NDJSON.
  package func write(to path: String) throws {
    var file = try AtomicFile(target: path, replacing: true)
    var writer = InterchangeWriter(format: .ndjson, sink: file.sink)
    try writer.begin()
    for number in 0..<count {
      try Interruption.checkBeforeReading(path)
      let movie = movie(number)
      try writer.write(title: movie.title, cast: movie.cast, isFavorite: movie.isFavorite)
    }
    try writer.end()
    try file.commit()
  }

  private static func title(_ number: Int, _ random: inout SplitMix64) -> String {
    let article = random.pick(articles)
    let adjective = random.pick(adjectives)
    let noun = random.pick(nouns)
    let tail = random.pick(tails)
    // Every catalog has the same four of these titles.
    let isSelected = number < 200 && number % 50 == 9
    return "\(article)\(adjective) \(noun)\(isSelected ? " in Zanzibar" : tail) \(number)"
  }

  private static func actorName(_ number: UInt64) -> String {
    // Far from the seeds of the movies.
    var random = SplitMix64(seed: 1 << 48 &+ number)
    return name(syllables: 2, &random) + " " + name(syllables: 3, &random)
  }

  private static func name(syllables count: Int, _ random: inout SplitMix64) -> String {
    let name = (0..<count).map { _ in random.pick(syllables) }.joined()
    return name.prefix(1).uppercased() + name.dropFirst()
  }

  private static let articles = ["The ", "The ", "A ", "La ", "", ""]
  private static let adjectives = """
    Amber Bitter Careless Crooked Distant Endless Faithful Gilded Hollow Idle Jealous Kindred \
    Luminous Moonlit Nameless Óscar's Patient Reckless Sleepless Wandering
    """.split(separator: " ")
  private static let nouns = """
    Archive Balcony Caravan Detective Équipe Ferry Garden Harbor Island Juror Kitchen Lantern \
    Meadow Neighbor Orchard Pianist Quarry Señora Tailor Voyage
    """.split(separator: " ")
  private static let tails = [
    " of the Coast", " in the Rain", " under the Bridge", " and the Lynx", " of Lisbon",
    " of Ashes", " in Kyoto", " at Midnight", " Revisited", " II", " III", " Without Mercy", "", "",
    "", "",
  ]
  private static let syllables = """
    al an ar bel bo ca cor da del di do el en fa fi ga gor ha ia jo ka la li lo ma mi mo na né no \
    ol pa ra ri ro sa si ta te vi
    """.split(separator: " ")
}
