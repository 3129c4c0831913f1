package import MovieStore
internal import MovieSystem

/// What matching compares of a record or a movie: hashes, so that many records with one title fit
/// into memory.
package struct MatchEntry: Hashable {
  /// The number of the record, or the id of the movie.
  let id: Int64
  /// The hash of the folded title.
  package let title: UInt64
  /// The hash of the letters and digits of the folded title.
  package let letters: UInt64
  package private(set) var year: Int?
  /// The hash of the names in billing order; 0 without names.
  private(set) var cast: UInt64
  /// The hashes of the letters and digits of each name, sorted.
  private(set) var names: [UInt64]
  /// The hash of all values.
  let content: UInt64
  /// The hashes of the ids elsewhere, of which 0 is none. An address in Letterboxd has two forms,
  /// which cannot be compared.
  package private(set) var identifiers: SIMD4<UInt64>
  /// The movies that the record is not about, as the user decided.
  var excludedMovies: [Int64] = []

  package init(id: Int64, _ draft: MovieDraft) {
    self.id = id
    let foldedTitle = FoldedTitle.of(draft.title)
    title = foldedTitle.utf8.span.fnv1a
    letters = Self.letters(of: foldedTitle)
    year = draft.attributes.year
    cast = Self.hash(draft.cast.map { $0.utf8.span.fnv1a })
    names = Set(draft.cast.map(Self.letters(of:))).sorted()
    var values: [UInt64] = [
      draft.title.utf8.span.fnv1a, draft.isFavorite ? 1 : 0, cast,
    ]
    var identifiers = SIMD4<UInt64>()
    for entry in draft.attributes.entries {
      let hashes = entry.values.map(Self.hash)
      values += [entry.key.name.utf8.span.fnv1a, UInt64(hashes.count)] + hashes
      guard let (lane, hash) = Self.identifier(entry.key, entry.values[0]) else { continue }
      identifiers[lane] = hash
    }
    content = Self.hash(values)
    self.identifiers = identifiers
  }

  /// The hash of an id elsewhere, and its place among the others.
  static func identifier(
    _ key: AttributeKey, _ value: AttributeValue
  ) -> (lane: Int, hash: UInt64)? {
    let lane =
      switch key {
      case .imdb: 0
      case .tmdb: 1
      case .letterboxd: value.description.hasPrefix("https://boxd.it/") ? 2 : 3
      default: -1
      }
    return lane < 0 ? nil : (lane, hash(value) | 1)
  }

  /// Whether an id elsewhere that both have is not the same.
  static func areDifferent(_ left: SIMD4<UInt64>, _ right: SIMD4<UInt64>) -> Bool {
    left.indices.contains { left[$0] != 0 && right[$0] != 0 && left[$0] != right[$0] }
  }

  /// The hash of the letters and digits of a title without its article, or of a name.
  package static func letters(of text: String) -> UInt64 {
    LooseText.withLetters(of: text) { letters in
      letters.isEmpty
        ? Folding.fold(text).utf8.span.fnv1a : letters.fnv1a
    }
  }

  /// The hash of the letters and digits of a title, without its article.
  package static func letters(ofTitle title: String) -> UInt64 {
    letters(of: FoldedTitle.of(title))
  }

  private static func hash(_ value: AttributeValue) -> UInt64 {
    switch value.normalized {
    case .text(let text): text.utf8.span.fnv1a
    case .integer(let number): ~UInt64(bitPattern: number) &* SplitMix64.step
    case .real(let number): ~number.bitPattern &* SplitMix64.step
    }
  }

  private static func hash(_ hashes: [UInt64]) -> UInt64 {
    hashes.reduce(0) { ($0 ^ $0 >> 29 ^ $1) &* SplitMix64.step }
  }
}

extension MatchEntry {
  /// Whether a record can be about the movie: the user did not exclude it, no id of it is another
  /// one, and the casts do not
  /// contradict each
  /// other. They do if both have names and share none, or only one although both have four or more.
  package func canBe(_ movie: MatchEntry) -> Bool {
    if excludedMovies.contains(movie.id) { return false }
    if Self.areDifferent(identifiers, movie.identifiers) { return false }
    if names.isEmpty || movie.names.isEmpty { return true }
    let required = names.count >= 4 && movie.names.count >= 4 ? 2 : 1
    var (shared, index, other) = (0, 0, 0)
    while index < names.count, other < movie.names.count, shared < required {
      let (left, right) = (names[index], movie.names[other])
      if left == right { shared += 1 }
      if left <= right { index += 1 }
      if right <= left { other += 1 }
    }
    return shared == required
  }

  /// Sets the cast, which was not known before.
  mutating func setCast(_ cast: [String]) {
    self.cast = Self.hash(cast.map { $0.utf8.span.fnv1a })
    names = Set(cast.map(Self.letters(of:))).sorted()
  }

  /// Adds what another row about the same movie has.
  package mutating func addMissing(of other: MatchEntry) {
    if year == nil { year = other.year }
    if names.isEmpty { names = other.names }
    for lane in identifiers.indices where identifiers[lane] == 0 {
      identifiers[lane] = other.identifiers[lane]
    }
  }

  /// Whether two records, or two movies, cannot be told apart by title, year and cast.
  func isInterchangeable(with other: MatchEntry) -> Bool {
    title == other.title && year == other.year && cast == other.cast
  }
}

// MARK: - Bytes

extension MatchEntry {
  /// The entry as bytes, without its id.
  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity((9 + names.count) * 8)
    let year = year.map { UInt64(bitPattern: Int64($0)) } ?? .max
    let fixed = [title, letters, year, cast, content]
    for number in fixed + identifiers.indices.map({ identifiers[$0] }) + names {
      for shift in stride(from: UInt64(0), to: 64, by: 8) {
        bytes.append(UInt8(truncatingIfNeeded: number >> shift))
      }
    }
    return bytes
  }

  init(id: Int64, bytes: Span<UInt8>) {
    var numbers: [UInt64] = []
    numbers.reserveCapacity(bytes.count / 8)
    for start in stride(from: 0, to: bytes.count, by: 8) {
      var number: UInt64 = 0
      for index in 0..<8 { number |= UInt64(bytes[start + index]) << (8 * UInt64(index)) }
      numbers.append(number)
    }
    self.id = id
    (title, letters, cast, content) = (numbers[0], numbers[1], numbers[3], numbers[4])
    year = numbers[2] == .max ? nil : Int(Int64(bitPattern: numbers[2]))
    identifiers = SIMD4(numbers[5], numbers[6], numbers[7], numbers[8])
    names = Array(numbers[9...])
  }
}
