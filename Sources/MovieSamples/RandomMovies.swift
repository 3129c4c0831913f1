internal import MovieMatching
package import MovieStore
internal import MovieSystem

/// An endless sequence of movies, the same for the same seed on every machine: each real movie
/// once, with its year, in random order (Fisher–Yates, from the end), then generated ones, which
/// have no year.
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
      return MovieDraft(title: title(), cast: cast())
    }
    return MovieDraft(
      title: movie.title, cast: movie.cast, attributes: [.year: [.integer(Int64(movie.year))]])
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

/// An endless sequence of random movies, some of them favorites, without remakes of earlier ones.
struct DistinctMovies {
  private var movies: RandomMovies
  private var favorites: SplitMix64
  private let favoritePercent: UInt64
  /// The real movies so far, without their years.
  private var realMovies = DistinctEntries()

  init(seed: UInt64, favoritePercent: Int) {
    movies = RandomMovies(seed: seed)
    favorites = SplitMix64(seed: seed &+ 1)
    self.favoritePercent = UInt64(max(0, favoritePercent))
  }

  mutating func next() -> MovieDraft {
    var movie: MovieDraft
    var isReal: Bool
    repeat {
      isReal = movies.isNextReal
      movie = movies.next()
      // One that is the same but for the year is a remake, most likely. Generated movies are not
      // compared: there are too many to store, and equal ones are rare.
    } while isReal && !realMovies.insert(MatchEntry(id: 0, movie.withoutYear))
    movie.isFavorite = favorites.below(100) < favoritePercent
    return movie
  }
}

/// The real movies that are part of the program.
package enum BundledMovies {
  /// A movie. The country is used only to check the list.
  package struct Entry: Sendable, Equatable {
    package let title: String
    package let year: Int
    package let country: String
    /// Principal cast in billing order.
    package let cast: [String]
  }

  /// All movies, by year and title.
  package static let all = lines.split(separator: "\n").compactMap { line -> Entry? in
    // `Title|Year|Country|Name; Name; Name`
    let parts = line.split(separator: "|").map(String.init)
    guard parts.count == 4, let year = Int(parts[1]) else { return nil }
    let cast = parts[3].split(separator: "; ").map(String.init)
    return Entry(title: parts[0], year: year, country: parts[2], cast: cast)
  }
}
