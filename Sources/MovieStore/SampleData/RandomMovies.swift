/// A film to add to a catalog.
package struct RandomMovie: Equatable, Sendable {
  package let title: String
  /// Names in billing order, none twice.
  package let cast: [String]
}

/// An endless row of films, the same for the same seed on every machine: the real ones once each, in
/// an order shuffled by the seed (Fisher–Yates, from the end), then made-up ones.
package struct RandomMovies: Sendable {
  private var numbers: SplitMix64
  /// Real films still to come, the next one last.
  private var bundled: [BundledMovies.Film]
  private let invention = MovieGenerator()

  package init(seed: UInt64) {
    numbers = SplitMix64(seed: seed)
    bundled = BundledMovies.all
    for index in bundled.indices.reversed() {
      bundled.swapAt(index, Int(numbers.below(UInt64(index + 1))))
    }
  }

  /// Whether the next film is a real one.
  package var isNextReal: Bool { !bundled.isEmpty }

  package mutating func next() -> RandomMovie {
    guard let film = bundled.popLast() else { return invention.film(&numbers) }
    return RandomMovie(title: film.title, cast: film.cast)
  }
}
