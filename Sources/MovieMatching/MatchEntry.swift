package import MovieStore
internal import MovieSystem

/// What ``Sameness`` compares of a record or a movie: hashes, so that many records with one title
/// fit into memory.
package struct MatchEntry: Hashable, Sendable {
  /// The number of the record, or the id of the movie.
  private(set) var id: Int64
  let title: TitleForm
  /// The title and the other titles, in the order of their letters.
  private(set) var titles: [TitleForm]
  /// The hash of the title as it is written.
  let spelling: UInt64
  package let year: Int?
  /// The words of the title as one number.
  package var titleWords: UInt64 { title.words }
  /// The hash of the names in billing order; 0 without names.
  private(set) var cast: UInt64
  /// The names of the cast, sorted.
  private(set) var names: [NameHash]
  private(set) var directors: [NameHash] = []
  /// The words in the names of the directors, sorted.
  private(set) var directorWords: [NameHash] = []
  /// The hash of all values.
  let content: UInt64
  /// The hashes of the ids elsewhere, of which 0 is none.
  private(set) var identifiers = SIMD8<UInt64>()
  package var origin = Origin()
  /// The movies that the record is not about, as the user decided.
  var excludedMovies: [Int64] = []

  /// - Parameter presetID: The id of a record in the files of its preset.
  package init(id: Int64, _ draft: MovieDraft, presetID: String? = nil) {
    self.id = id
    spelling = draft.title.utf8.span.fnv1a
    let parts = Self.titleAndYear(draft.title)
    let storedYear = draft.attributes.year
    let hasYear = parts != nil && (storedYear == nil || storedYear == parts?.year)
    let forms = TitleForm.forms(of: hasYear ? parts?.title ?? "" : draft.title)
    title = forms[0]
    titles = draft.title.isEmpty ? [] : forms
    year = hasYear ? parts?.year : storedYear
    cast = Self.hash(draft.cast.map { $0.utf8.span.fnv1a })
    names = NameHash.sorted(draft.cast)
    var content: UInt64 = 0
    for value in [spelling, draft.isFavorite ? 1 : 0, cast] { Self.add(value, to: &content) }
    for entry in draft.attributes.entries {
      Self.add(entry.key.name.utf8.span.fnv1a, to: &content)
      Self.add(UInt64(entry.values.count), to: &content)
      for value in entry.values { Self.add(Self.hash(value), to: &content) }
      if entry.key == .aka {
        titles += entry.values.flatMap { TitleForm.forms(of: $0.description) }
      } else if entry.key == .director {
        let names = entry.values.map(\.description)
        directors = NameHash.sorted(names)
        directorWords = NameHash.sorted(names.flatMap(NameHash.words))
      } else if let lane = Self.lane(of: entry.key, entry.values[0]) {
        identifiers[lane] = Self.hash(entry.values[0]) | 1
      }
    }
    if titles.count > 1 { titles.sort { $0.letters < $1.letters } }
    if let presetID { identifiers[Self.presetLane] = presetID.utf8.span.fnv1a | 1 }
    self.content = content
  }

  /// The names of the fields that ``Sameness`` compares.
  static let fields = Set([.title, .cast, .year, .director, .aka] + AttributeKey.ids)

  /// The parts of a title such as `Heat (1995)`.
  static func titleAndYear(_ title: String) -> (title: String, year: Int)? {
    title.utf8.last == UInt8(ascii: ")") ? MovieReference.titleAndYear(title) : nil
  }

  /// The place of an id elsewhere among the others. An address in Letterboxd has two forms, which
  /// cannot be compared.
  static func lane(of key: AttributeKey, _ value: AttributeValue) -> Int? {
    switch key {
    case .imdb: 0
    case .tmdb: 1
    case .letterboxd: value.description.hasPrefix("https://boxd.it/") ? 2 : 3
    default: nil
    }
  }

  private static let presetLane = 4

  private static func hash(_ value: AttributeValue) -> UInt64 {
    switch value.normalized {
    case .text(let text): text.utf8.span.fnv1a
    case .integer(let number): ~UInt64(bitPattern: number) &* SplitMix64.step
    case .real(let number): ~number.bitPattern &* SplitMix64.step
    }
  }

  private static func hash(_ hashes: [UInt64]) -> UInt64 {
    var hash: UInt64 = 0
    for value in hashes { add(value, to: &hash) }
    return hash
  }

  private static func add(_ value: UInt64, to hash: inout UInt64) {
    hash = (hash ^ hash >> 29 ^ value) &* SplitMix64.step
  }

  /// The same with another id.
  func with(id: Int64) -> MatchEntry {
    var entry = self
    entry.id = id
    return entry
  }

  /// Sets the cast, which was not known before.
  mutating func setCast(_ cast: [String]) {
    self.cast = Self.hash(cast.map { $0.utf8.span.fnv1a })
    names = NameHash.sorted(cast)
  }

  /// The letters of the title.
  package var letters: UInt64 { title.letters }

  /// Hashes under which the entries are found that can be the same.
  var keys: [UInt64] {
    let titles = titles.map(\.letters)
    let letters = titles.count < 2 ? titles : Array(Set(titles))
    return letters
      + identifiers.indices.filter { identifiers[$0] != 0 }.map { key(ofLane: $0) }
  }

  private func key(ofLane lane: Int) -> UInt64 { Self.key(identifiers[lane], ofLane: lane) }

  private static func key(_ identifier: UInt64, ofLane lane: Int) -> UInt64 {
    (identifier &+ UInt64(lane)) &* SplitMix64.step
  }

  /// The one of ``keys`` that is that of an id elsewhere; `nil` for another value.
  static func key(ofIdentifier key: AttributeKey, _ value: AttributeValue) -> UInt64? {
    lane(of: key, value).map { Self.key(hash(value) | 1, ofLane: $0) }
  }

  /// The hash of all that ``Sameness`` compares. Entries with the same cannot be told apart.
  var identity: UInt64 {
    var numbers = [year.map { UInt64(bitPattern: Int64($0)) } ?? .max, origin.name]
    numbers += identifiers.indices.map { identifiers[$0] }
    for title in titles { numbers += [title.words, title.bare, title.letters] }
    for list in [names, directors, directorWords] {
      numbers.append(UInt64(list.count))
      for name in list { numbers.append(name.bits) }
    }
    return Self.hash(numbers)
  }
}

extension MatchEntry {
  /// Where a record is from: a service or a file, which lists each movie under one title.
  package struct Origin: Hashable, Sendable {
    /// The hash of the name; 0 for none.
    var name: UInt64 = 0
    /// The places of the ids that the service gives.
    private var lanes: [Int] = []

    package init() {}

    /// The origin of the records of a preset, or of a file.
    package init(preset: String) {
      name = preset.utf8.span.fnv1a
      lanes =
        switch preset {
        case AttributeKey.imdb.name: [0]
        case AttributeKey.tmdb.name: [1]
        case AttributeKey.letterboxd.name: [2, 3]
        default: []
        }
    }

    func hasIdentifier(in identifiers: SIMD8<UInt64>) -> Bool {
      lanes.contains { identifiers[$0] != 0 }
    }
  }
}

/// The hash of the letters and digits of a name, or of a word of it, with its script.
package struct NameHash: Hashable, Comparable, Sendable {
  let bits: UInt64

  private static let scriptMask: UInt64 = 7

  init(bits: UInt64) { self.bits = bits }

  package init(_ name: String) {
    let hash = LooseText.withLetters(of: name) { letters in
      letters.isEmpty ? Folding.fold(name).utf8.span.fnv1a : letters.fnv1a
    }
    bits = hash & ~Self.scriptMask | Self.script(of: name)
  }

  package static func < (left: Self, right: Self) -> Bool { left.bits < right.bits }

  static func sorted(_ names: [String]) -> [NameHash] {
    var hashes = names.map(NameHash.init)
    if hashes.count < 2 { return hashes }
    hashes.sort()
    return zip(hashes, hashes.dropFirst()).filter { $0 != $1 }.map(\.0) + hashes.suffix(1)
  }

  static func words(of name: String) -> [String] {
    Folding.fold(name).unicodeScalars.split { !$0.isLetterOrDigit }.map { String($0) }
  }

  var script: UInt64 { bits & Self.scriptMask }

  static let scripts: ClosedRange<UInt64> = 0...5

  /// The script of the first letter. Blocks of others are one script.
  ///
  /// Source: https://www.unicode.org/Public/UCD/latest/ucd/Blocks.txt
  private static func script(of name: String) -> UInt64 {
    guard let letter = name.unicodeScalars.first(where: \.isLetterOrDigit) else { return 5 }
    return switch letter.value {
    case ..<0x370, 0x1E00...0x1EFF: 0
    case 0x370...0x3FF, 0x1F00...0x1FFF: 1
    case 0x400...0x52F: 2
    case 0x590...0x8FF: 3
    case 0x1100...0x11FF, 0x2E80...0x9FFF, 0xAC00...0xD7FF, 0x20000...0x3FFFF: 4
    default: 5
    }
  }
}

// MARK: - Bytes

extension MatchEntry {
  /// The entry as bytes, without its id.
  var bytes: [UInt8] {
    let year = year.map { UInt64(bitPattern: Int64($0)) } ?? .max
    var numbers = [spelling, year, cast, content]
    for lane in 0...Self.presetLane { numbers.append(identifiers[lane]) }
    // The title is the first one.
    let others = titles.filter { $0 != title }
    numbers += [titles.isEmpty ? 0 : 1, others.count, names.count, directors.count]
      .map(UInt64.init)
    for title in [title] + others { numbers += [title.words, title.bare, title.letters] }
    for name in names + directors + directorWords { numbers.append(name.bits) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(numbers.count * 8)
    for number in numbers {
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
    (spelling, cast, content) = (numbers[0], numbers[2], numbers[3])
    year = numbers[1] == .max ? nil : Int(Int64(bitPattern: numbers[1]))
    for lane in 0...Self.presetLane { identifiers[lane] = numbers[4 + lane] }
    let start = 5 + Self.presetLane
    let counts = numbers[start..<(start + 4)].map { Int($0) }
    var rest = numbers[(start + 4)...]
    func nextTitle() -> TitleForm {
      TitleForm(words: rest.removeFirst(), bare: rest.removeFirst(), letters: rest.removeFirst())
    }
    title = nextTitle()
    titles = counts[0] == 0 ? [] : [title]
    for _ in 0..<counts[1] { titles.append(nextTitle()) }
    if counts[1] > 0 { titles.sort { $0.letters < $1.letters } }
    names = rest.prefix(counts[2]).map(NameHash.init(bits:))
    rest = rest.dropFirst(counts[2])
    directors = rest.prefix(counts[3]).map(NameHash.init(bits:))
    directorWords = rest.dropFirst(counts[3]).map(NameHash.init(bits:))
  }
}
