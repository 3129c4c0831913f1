internal import MovieStore
internal import MovieSystem

/// The fields that names of columns and keys stand for in files of other programs.
///
/// Case does not count, and neither do spaces, hyphens, parentheses, and underscores between
/// letters. The names of lists that people keep are those of ``ListLanguage``.
struct FieldNames {
  /// The field that tells whether a record is a movie.
  static let kind = "type"

  /// The names that do not depend on a language.
  private static let names: KeyValuePairs<String, String> = [
    kind: "type, title type, media type",
    RowField.status.rawValue: "status, watch status, state",
  ]

  /// A field with the position of its language and that of its name there.
  private typealias Meaning = (field: String, language: Int, rank: Int)

  private static let meanings: [String: [Meaning]] = {
    var meanings: [String: [Meaning]] = [:]
    for (language, columns) in ([names] + ListLanguage.all.map(\.columns)).enumerated() {
      for (field, names) in columns {
        for (rank, name) in names.split(separator: ",").enumerated() {
          meanings[written(String(name)), default: []].append((field, language, rank))
        }
      }
    }
    return meanings
  }()

  /// Names of columns of votes: the rating beside them is that of the public.
  private static let votes: Set<String> = [
    "votes", "numvotes", "numberofvotes", "novotes", "votecount", "votescount", "imdbvotes",
    "ratingcount", "ratingscount", "numratings",
  ]
  /// With these words, the name of a rating is that of one's own.
  private static let ownWords: Set<String> = [
    "my", "your", "our", "ours", "meine", "ma", "mi", "il", "mio", "minha", "mijn", "moja", "moje",
    "me", "моя",
  ]

  /// The fields of mapped columns and of those of a preset, by the simplified name of the column.
  private let mapped: [String: String]
  /// The keys of columns that are kept or ignored by their own names.
  private let named: Set<AttributeKey>
  /// Whether only mapped columns have fields.
  private let isPreset: Bool
  /// The language of the names.
  private var language = 1
  /// Whether a rating is that of the public, unless its name tells that it is one's own.
  private var hasVotes = false
  /// The fields of names that were looked up: each object of JSON has the same ones.
  private var found: [String: (field: String, rank: Int)?] = [:]

  /// Names of columns of dates, which can be those of a release if the table has neither years nor
  /// ratings.
  private static let dates: Set<String> = [
    "date", "datum", "fecha", "data", "дата", "when",
  ]
  private var hasYearOrRating = false

  /// The number of names whose fields are stored.
  private static let limit = 256

  /// - Parameter options: Which columns have which fields. A column that is kept or ignored by its
  ///   own name has none.
  init(_ options: ReadingOptions) {
    let preset = options.file?.fields.map { (Self.simplified($0.key), $0.value) } ?? []
    mapped = Dictionary(
      options.fieldMappings.map { (Self.simplified($0.column), $0.field) } + preset
    ) { first, _ in first }
    isPreset = options.file != nil
    named = Set((options.kept.names + options.ignored).compactMap(KeptFields.key))
  }

  /// Decides by all names in which language they are, and whether a rating is that of the public.
  mutating func setContext(_ names: [String]) {
    if isPreset { return }
    let written = names.prefix(Self.limit).map(Self.written)
    hasVotes = written.contains(where: Self.votes.contains)
    let fields = [AttributeKey.year.name, AttributeKey.rating.name]
    hasYearOrRating =
      mapped.values.contains(where: fields.contains)
      || names.contains { name in
        !isPublicRating(name)
          && Self.meanings[Self.written(name)]?.contains { fields.contains($0.field) } == true
      }
    var counts = [Int](repeating: 0, count: ListLanguage.all.count + 1)
    for name in Set(written) {
      for language in Set((Self.meanings[name] ?? []).map(\.language)) { counts[language] += 1 }
    }
    // Of equal ones, the first.
    language = counts.indices.dropFirst().max { counts[$0] < counts[$1] } ?? 1
    if counts[1] == counts[language] { language = 1 }
    found = [:]
  }

  /// The name of the language if it is not English.
  var languageName: String? { language == 1 ? nil : ListLanguage.all[language - 1].name }

  /// Whether the name is that of a rating of the public.
  func isPublicRating(_ name: String) -> Bool {
    hasVotes && mapped[Self.simplified(name)] == nil && !Self.isOwn(name)
      && Self.meanings[Self.written(name)]?.contains { $0.field == AttributeKey.rating.name }
        == true
  }

  /// Whether a key of JSON is an object whose members have fields.
  func hasFields(in path: String) -> Bool {
    let start = Self.simplified(path) + "."
    return mapped.keys.contains { $0.hasPrefix(start) }
  }

  /// Returns the field that the name stands for; `nil` for none.
  ///
  /// - Returns: The rank is lower for better names.
  mutating func field(named name: String) -> (field: String, rank: Int)? {
    if let known = found[name] { return known }
    let field = newField(named: name)
    if found.count < Self.limit { found[name] = .some(field) }
    return field
  }

  private func newField(named name: String) -> (field: String, rank: Int)? {
    if let field = mapped[Self.simplified(name)] { return (field, -1) }
    let isInternal = [name.utf8.first, name.utf8.last].contains(UInt8(ascii: "_"))
    if isPreset || isInternal { return nil }
    let meanings = Self.meanings[Self.written(name)] ?? []
    let best = meanings.min { order(of: $0) < order(of: $1) }
    // Whether a movie was watched and when are often two columns.
    let isMapped = best.map { mapped.values.contains($0.field) } ?? false
    guard let best, !isMapped || best.field == AttributeKey.watched.name else { return nil }
    if best.field == AttributeKey.watched.name, !hasYearOrRating,
      Self.dates.contains(Self.written(name))
    {
      return nil
    }
    if isPublicRating(name) { return nil }
    if !named.isEmpty, best.field != RowField.status.rawValue, let key = KeptFields.key(of: name),
      !key.isKnown, named.contains(key)
    {
      return nil
    }
    let rank = order(of: best)
    return best.field.isExactly(name) ? (name, rank - 1) : (best.field, rank)
  }

  /// Names in the language of the others come first.
  private func order(of meaning: Meaning) -> Int {
    2 * (meaning.rank + (meaning.language == language ? 0 : 100 * (meaning.language + 1))) + 1
  }

  private static func isOwn(_ name: String) -> Bool {
    let words = name.lowercased().split { !$0.isLetter }.map(String.init)
    return words.first.map(ownWords.contains) == true || simplified(name) == "userrating"
  }

  static func areEqual(_ left: String, _ right: String) -> Bool {
    simplified(left) == simplified(right)
  }

  static func simplified(_ name: String) -> String {
    let text = name.lowercased()
    if text.utf8.first == UInt8(ascii: "_") || text.utf8.last == UInt8(ascii: "_") { return text }
    return String(
      String.UnicodeScalarView(text.unicodeScalars.filter { !" _-()".unicodeScalars.contains($0) }))
  }

  // MARK: Names that people write

  /// The letters and digits of a name, without accents and a unit or a scale at its end.
  private static func written(_ name: String) -> String {
    let hearts = name.unicodeScalars.filter { $0 == "♥" || $0 == "❤" }
    let letters = Folding.fold(withoutUnit(name)).unicodeScalars.filter {
      $0.properties.isAlphabetic || $0.properties.numericType != nil
    }
    return letters.isEmpty
      ? String(String.UnicodeScalarView(hearts)) : String(String.UnicodeScalarView(letters))
  }

  /// The name before a unit such as `(min)`, a scale such as `/10` or `out of 10`, or a choice such
  /// as `[y/n]`.
  private static func withoutUnit(_ name: String) -> String {
    let lowercased = name.lowercased()
    if let scale = lowercased.firstRange(of: " out of ") {
      return String(lowercased[..<scale.lowerBound])
    }
    // Such as `Note sur 20`.
    let words = lowercased.split(separator: " ").map(String.init)
    if words.count > 2, words.last.map(\.isDigits) == true,
      ["sur", "von", "de", "su", "van", "na", "из"].contains(words[words.count - 2])
    {
      return words.dropLast(2).joined(separator: " ")
    }
    guard let start = name.firstIndex(where: { "([/".contains($0) }), start > name.startIndex else {
      return name
    }
    let unit = name[start...].lowercased().split { !$0.isLetter }
    return unit.allSatisfy { units.contains(String($0)) } ? String(name[..<start]) : name
  }

  private static let units: Set<String> = [
    "min", "mins", "minutes", "h", "hr", "hrs", "hours", "hh", "mm", "y", "n", "yes", "no", "x",
    "out", "of", "to", "max", "von", "sur", "de", "su", "van", "av", "из", "stars", "star",
    "optional", "yyyy", "dd", "s", "me", "minuten", "ja", "nein",
  ]

  /// The scale that the name of a column tells, such as that of `Rating (1-5)`; `nil` for none.
  static func scale(in name: String) -> RatingScale? {
    let numbers = name.split { !$0.isASCII || !$0.isNumber }.compactMap { Int($0) }
    guard let highest = numbers.last, [4, 5, 10, 20, 100].contains(highest) else { return nil }
    return RatingScale(highest: highest, includesZero: numbers.count > 1 && numbers.first == 0)
  }
}
