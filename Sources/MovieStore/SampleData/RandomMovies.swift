/// A title and a cast.
package struct RandomMovie: Equatable, Sendable {
  package let title: String
  /// Names in billing order, none twice.
  package let cast: [String]
}

/// An endless sequence of movies, the same for the same seed on every machine: each real movie once, in
/// random order (Fisher–Yates, from the end), then generated ones.
package struct RandomMovies: Sendable {
  private var numbers: SplitMix64
  /// The remaining real movies. The next one is the last.
  private var bundled: [BundledMovies.Entry]
  private let generator = MovieGenerator()

  package init(seed: UInt64) {
    numbers = SplitMix64(seed: seed)
    bundled = BundledMovies.all
    for index in bundled.indices.reversed() {
      bundled.swapAt(index, Int(numbers.below(UInt64(index + 1))))
    }
  }

  /// Whether the next movie is a real one.
  package var isNextReal: Bool { !bundled.isEmpty }

  package mutating func next() -> RandomMovie {
    guard let movie = bundled.popLast() else { return generator.movie(&numbers) }
    return RandomMovie(title: movie.title, cast: movie.cast)
  }
}

/// Generates movies: plausible titles in several languages, and casts from several cultures.
struct MovieGenerator: Sendable {
  private let given = NameCorpus.given
  private let family = NameCorpus.family

  /// Returns a title and a cast of three to six different names.
  func movie(_ numbers: inout SplitMix64) -> RandomMovie {
    let title = title(&numbers)
    let size = 3 + Int(numbers.below(4))
    var cast: [String] = []
    while cast.count < size {
      let name = numbers.pick(given) + " " + numbers.pick(family)
      if !cast.contains(name) { cast.append(name) }
    }
    return RandomMovie(title: title, cast: cast)
  }

  private func title(_ numbers: inout SplitMix64) -> String {
    switch numbers.below(12) {
    case 0: "The \(numbers.pick(Self.nouns)) of \(place(&numbers))"
    case 1:
      "A \(numbers.pick(Self.plainAdjectives)) \(numbers.pick(Self.nouns)) in \(place(&numbers))"
    case 2: "\(person(&numbers)) and the \(adjectiveNoun(&numbers))"
    case 3: "The \(adjectiveNoun(&numbers)) of \(person(&numbers))"
    case 4: "\(numbers.pick(Self.gerunds)) \(person(&numbers))"
    case 5: "Le \(numbers.pick(Self.french)) de \(person(&numbers))"
    case 6: "La \(numbers.pick(Self.spanish)) de \(person(&numbers))"
    case 7: "Los \(numbers.pick(Self.spanishMany)) de \(place(&numbers))"
    case 8: "Das \(numbers.pick(Self.german)) von \(place(&numbers))"
    case 9: "Il \(numbers.pick(Self.italian)) di \(person(&numbers))"
    case 10: "\(adjectiveNoun(&numbers)), \(adjectiveNoun(&numbers))"
    default: "The \(adjectiveNoun(&numbers)) of \(place(&numbers))"
    }
  }

  private func person(_ numbers: inout SplitMix64) -> String {
    numbers.below(3) == 0
      ? numbers.pick(given) : numbers.pick(given) + " " + numbers.pick(family)
  }

  private func adjectiveNoun(_ numbers: inout SplitMix64) -> String {
    let adjectives = numbers.below(2) == 0 ? Self.plainAdjectives : Self.adjectives
    return numbers.pick(adjectives) + " " + numbers.pick(Self.nouns)
  }

  private func place(_ numbers: inout SplitMix64) -> String { numbers.pick(Self.places) }
}
