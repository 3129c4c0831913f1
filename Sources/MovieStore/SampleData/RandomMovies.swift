/// An endless sequence of movies, the same for the same seed on every machine: each real movie once, in
/// random order (Fisher–Yates, from the end), then generated ones.
package struct RandomMovies: Sendable {
  private var numbers: SplitMix64
  /// The remaining real movies. The next one is the last.
  private var bundled: [BundledMovies.Entry]

  package init(seed: UInt64) {
    numbers = SplitMix64(seed: seed)
    bundled = BundledMovies.all
    for index in bundled.indices.reversed() {
      bundled.swapAt(index, Int(numbers.below(UInt64(index + 1))))
    }
  }

  /// Whether the next movie is a real one.
  package var isNextReal: Bool { !bundled.isEmpty }

  package mutating func next() -> MovieDraft {
    guard let movie = bundled.popLast() else {
      return MovieDraft(cleanTitle: title(), cleanCast: cast(), isFavorite: false)
    }
    return MovieDraft(cleanTitle: movie.title, cleanCast: movie.cast, isFavorite: false)
  }

  // MARK: Generated movies

  /// Returns three to six different names from several cultures.
  private mutating func cast() -> [String] {
    let size = 3 + Int(numbers.below(4))
    var cast: [String] = []
    while cast.count < size {
      let name = fullName()
      if !cast.contains(name) { cast.append(name) }
    }
    return cast
  }

  /// Returns a plausible title in one of several languages.
  private mutating func title() -> String {
    switch numbers.below(12) {
    case 0: "The \(numbers.pick(Self.nouns)) of \(place())"
    case 1: "A \(numbers.pick(Self.plainAdjectives)) \(numbers.pick(Self.nouns)) in \(place())"
    case 2: "\(person()) and the \(adjectiveNoun())"
    case 3: "The \(adjectiveNoun()) of \(person())"
    case 4: "\(numbers.pick(Self.gerunds)) \(person())"
    case 5: "Le \(numbers.pick(Self.french)) de \(person())"
    case 6: "La \(numbers.pick(Self.spanish)) de \(person())"
    case 7: "Los \(numbers.pick(Self.spanishMany)) de \(place())"
    case 8: "Das \(numbers.pick(Self.german)) von \(place())"
    case 9: "Il \(numbers.pick(Self.italian)) di \(person())"
    case 10: "\(adjectiveNoun()), \(adjectiveNoun())"
    default: "The \(adjectiveNoun()) of \(place())"
    }
  }

  private mutating func person() -> String {
    numbers.below(3) == 0 ? numbers.pick(Self.givenNames) : fullName()
  }

  private mutating func fullName() -> String {
    numbers.pick(Self.givenNames) + " " + numbers.pick(Self.familyNames)
  }

  private mutating func adjectiveNoun() -> String {
    let adjectives = numbers.below(2) == 0 ? Self.plainAdjectives : Self.adjectives
    return numbers.pick(adjectives) + " " + numbers.pick(Self.nouns)
  }

  private mutating func place() -> String { numbers.pick(Self.places) }
}
