internal import MovieStore
internal import MovieSystem

/// What the values of a whole source decide together before any is read: the scale of its ratings,
/// and the order of day and month in its dates.
package struct ColumnDecisions {
  /// The highest numbers without a scale, as they are written.
  private var highest: WrittenRating?
  /// The first rating of each scale that is written with it.
  private var scaled: [Int: String] = [:]
  /// Whether all numbers are ages from which a movie may be watched.
  private var hasOnlyAges = true
  private static let ages: Set<Double> = [0, 6, 7, 12, 14, 15, 16, 18]
  /// The number of scales that are remembered.
  private static let scaleLimit = 8

  /// The scale that the name of the column of ratings tells.
  var namedScale: RatingScale?

  /// The titles and years of records with days.
  private var titles: Set<UInt64> = []
  private static let titleLimit = 1 << 20
  /// Whether several records with days have one title, and can be viewings of one movie.
  package private(set) var hasRepeatedTitles = false

  /// Which titles are those of episodes.
  var series = SeriesTitles()

  /// The first date whose first or second number is above 12.
  private var dayFirst: String?
  private var monthFirst: String?
  /// The first date that has neither.
  private var undecided: String?

  /// Notes a value of a source.
  mutating func add(_ text: String, of key: AttributeKey) {
    switch key {
    case .rating: WrittenRating(text).map { add($0) }
    case .watched: WrittenDate(text).map { add($0) }
    default: break
    }
  }

  /// Notes the title of a record with a day. Equal ones have equal notes, and so have few others.
  ///
  /// - Parameter year: A text with the year, which can also be in parentheses after the title.
  mutating func add(title: String, year: String) {
    if hasRepeatedTitles { return }
    let (title, text) = (title.utf8[...], year.utf8[...])
    let parenthesis = title.firstIndex(of: UInt8(ascii: "("))
    var words = title[..<(parenthesis ?? title.endIndex)]
    while words.first?.isBlank == true { words.removeFirst() }
    while words.last?.isBlank == true { words.removeLast() }
    let years = (text.isEmpty ? parenthesis.map { title[$0...] } ?? text : text)
      .split { !$0.isDigit }.first { $0.count == 4 }
    let note = Folding.fold(String(Substring(words))).utf8.span.fnv1a
    let number = years?.reduce(0) { 10 &* $0 &+ UInt64($1 & 0x0F) } ?? 0
    hasRepeatedTitles = !titles.insert(note ^ number << 48).inserted
    if titles.count == Self.titleLimit { hasRepeatedTitles = true }
    if hasRepeatedTitles { titles = [] }
  }

  private mutating func add(_ rating: WrittenRating) {
    if let scale = rating.highest {
      if scaled.count < Self.scaleLimit || scaled[scale] != nil {
        scaled[scale] = scaled[scale] ?? rating.text
      }
    } else if rating.number > 0 {
      hasOnlyAges = hasOnlyAges && Self.ages.contains(rating.number)
      if rating.number > highest?.number ?? 0 { highest = rating }
    }
  }

  private mutating func add(_ date: WrittenDate) {
    guard case .unordered(let first, let second, _, _) = date.form, first != second else { return }
    if first > 12, second <= 12 { dayFirst = dayFirst ?? date.text }
    if second > 12, first <= 12 { monthFirst = monthFirst ?? date.text }
    if first <= 12, second <= 12 { undecided = undecided ?? date.text }
  }

  // MARK: Decisions

  /// The options with which the source is read.
  package func decided(_ options: ReadingOptions) -> ReadingOptions {
    var options = options
    options.series = series
    if !options.decidesScale, highest != nil {
      options.scale = namedScale ?? scaled.keys.first.flatMap { RatingScale(highest: $0) }
    }
    if options.dateOrder == nil {
      options.dateOrder = dayFirst != nil ? .dayFirst : monthFirst != nil ? .monthFirst : nil
    }
    return options
  }

  /// What cannot be decided, with what to do.
  ///
  /// - Parameter columns: The columns whose names do not tell their field.
  package func problem(
    _ options: ReadingOptions, naming columns: [SourceFacts.Column]
  ) -> String? {
    func name(_ key: AttributeKey) -> String {
      "'\(columns.first { $0.field == key.name }?.name ?? key.name)'"
    }
    if !options.decidesScale, namedScale == nil, let highest, let problem = problem(with: highest) {
      return "expected \(problem.expected) in \(name(.rating)), found \(problem.found)"
    }
    if options.dateOrder != nil { return nil }
    let advice = "; pass '--date-order dmy' for day/month/year, or '--date-order mdy'"
    if let dayFirst, let monthFirst {
      return
        "expected one order of day and month in \(name(.watched)), found \(dayFirst.excerpt()) and "
        + "\(monthFirst.excerpt())\(advice)"
    }
    if dayFirst != nil || monthFirst != nil { return nil }
    return undecided.map {
      "expected dates whose day and month can be told apart in \(name(.watched)), found only such as "
        + "\($0.excerpt())\(advice)"
    }
  }

  private func problem(with highest: WrittenRating) -> (expected: String, found: String)? {
    let number = highest.number
    if let (scale, text) = scaled.min(by: { $0.key < $1.key }) {
      // Numbers up to 10 beside per cents are more likely on the usual scale.
      if scaled.count == 1, number <= Double(scale), number > 10 || scale <= 10 { return nil }
      return (
        "one scale of ratings",
        "\(text.excerpt()) and \(highest.text.excerpt()); pass '--scale <highest>' for numbers without a "
          + "scale"
      )
    }
    if number > 10, hasOnlyAges {
      return (
        "ratings up to 10",
        "only such as \(highest.text.excerpt()), which are ages; to leave them out, pass '--drop rating'"
      )
    }
    if number > 5 { return nil }
    return (
      "ratings up to 10",
      "none above 5; pass '--scale 5' if the highest rating is 5, or '--scale 10'"
    )
  }
}
