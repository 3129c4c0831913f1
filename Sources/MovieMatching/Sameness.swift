internal import MovieStore

/// Whether two descriptions are of the same movie, and by which evidence.
///
/// This is the only place that compares titles, years, casts and ids of two movies.
package struct Sameness: Hashable {
  package enum Answer: Hashable {
    case different, perhaps, same
  }

  /// What decides, in this order.
  package enum Evidence: Hashable, CaseIterable {
    /// An id of one kind is another one.
    case otherIdentifier
    /// An id is in common.
    case identifier
    /// The years are more than one apart.
    case years
    /// The casts, or the directors, are others.
    case people
    /// The titles have the same words, and the years are equal.
    case title
    /// The titles are the same but for an article, and the years are equal.
    case article
    /// The titles have the same letters in other words, and the years are equal.
    case letters
    /// The titles are numbers with the same digits and other signs, and the years are equal.
    case digits
    /// The titles have the same words, and a year is missing.
    case missingYear
    /// The titles have the same words, and the years are next to each other.
    case nextYear
    /// The titles are others.
    case otherTitle
  }

  package let answer: Answer
  package let evidence: Evidence

  private init(_ answer: Answer, _ evidence: Evidence) {
    (self.answer, self.evidence) = (answer, evidence)
  }

  /// Whether it is likely that one of both completes the other: nothing contradicts, but the title
  /// alone is known to be equal.
  package var isByTitle: Bool {
    answer == .perhaps && [.article, .letters, .missingYear, .nextYear].contains(evidence)
  }

  /// Compares two descriptions. Their order does not matter.
  package static func of(
    _ left: borrowing MatchEntry, _ right: borrowing MatchEntry
  ) -> Sameness {
    let titles = TitleRelation(left, right)
    let years = YearRelation(left.year, right.year)
    let ids = (left.identifiers, right.identifiers)
    switch (haveOther(ids.0, ids.1), haveCommon(ids.0, ids.1)) {
    case (true, let isCommon): return Sameness(isCommon ? .perhaps : .different, .otherIdentifier)
    case (false, true):
      let isOther = titles == .none && (years == .next || years == .others)
      return Sameness(isOther ? .perhaps : .same, .identifier)
    case (false, false): break
    }
    if years == .others { return Sameness(.different, .years) }
    let people = People(left, right)
    if people.areOthers, !people.haveDirector { return Sameness(.different, .people) }
    let found =
      switch (titles, years) {
      case (.none, _): Sameness(.different, .otherTitle)
      case (.words, .equal): Sameness(.same, .title)
      case (.words, .missing): Sameness(.perhaps, .missingYear)
      case (.words, _): Sameness(people.haveTwoNames ? .same : .perhaps, .nextYear)
      case (.article, .equal):
        Sameness(haveOneOrigin(left, right) ? .different : .perhaps, .article)
      case (.letters, .equal): Sameness(people.haveName ? .same : .perhaps, .letters)
      case (.digits, .equal): Sameness(people.haveName ? .same : .perhaps, .digits)
      case (.article, _), (.letters, _), (.digits, _): Sameness(.different, .otherTitle)
      }
    let isDoubtful = people.areOthers || people.areDoubtful
    return isDoubtful && found.answer != .different ? Sameness(.perhaps, .people) : found
  }

  /// Whether a movie with some titles needs no other one: one of them has the same words, written
  /// in the same way. An article at the end and a year in parentheses do not count.
  package static func isTitle(_ title: String, among titles: [String]) -> Bool {
    if titles.contains(where: { $0.isExactly(title) }) { return true }
    let words = writtenWords(of: title)
    return titles.contains { writtenWords(of: $0).isExactly(words) }
  }

  private static func writtenWords(of title: String) -> [String] {
    let words = TitleWords(withoutYear(title))
    return words.isSpelled ? words.compared : words.written
  }

  /// Whether a title is one of others, of which an article, and the form of words and numbers do not
  /// count.
  package static func isForm(_ title: String, of titles: [String]) -> Bool {
    let letters = letters(of: title)
    return titles.contains { !letters.isDisjoint(with: Self.letters(of: $0)) }
  }

  private static func letters(of title: String) -> Set<UInt64> {
    Set(TitleForm.forms(of: withoutYear(title)).map(\.letters))
  }

  private static func withoutYear(_ title: String) -> String {
    MatchEntry.titleAndYear(title)?.title ?? title
  }

  /// The folded title without a year in parentheses, and without an article at its start or end.
  package static func plain(_ title: String) -> String {
    let folded = Folding.fold(withoutYear(title))
    return FoldedTitle.of(SortableTitle.withoutLastArticle(folded) ?? folded)
  }

  // MARK: Ids

  private static func haveCommon(
    _ left: SIMD8<UInt64>, _ right: SIMD8<UInt64>
  ) -> Bool {
    left.indices.contains { left[$0] != 0 && left[$0] == right[$0] }
  }

  private static func haveOther(
    _ left: SIMD8<UInt64>, _ right: SIMD8<UInt64>
  ) -> Bool {
    left.indices.contains { left[$0] != 0 && right[$0] != 0 && left[$0] != right[$0] }
  }

  /// Whether one is of the service, or of the file, that the other has its id or title from, and
  /// which tells titles that differ by an article apart.
  private static func haveOneOrigin(
    _ left: borrowing MatchEntry, _ right: borrowing MatchEntry
  ) -> Bool {
    left.origin.name != 0 && left.origin.name == right.origin.name
      || left.origin.hasIdentifier(in: right.identifiers)
      || right.origin.hasIdentifier(in: left.identifiers)
  }
}

/// How the titles of two movies are related: the closest two of their titles.
private enum TitleRelation: Int {
  case none, digits, letters, article, words

  init(_ left: borrowing MatchEntry, _ right: borrowing MatchEntry) {
    self.init(left.titles, right.titles)
  }

  private init(_ left: [TitleForm], _ right: [TitleForm]) {
    self = .none
    // Both are in the order of the letters.
    var start = 0
    for title in left {
      while start < right.count, right[start].letters < title.letters { start += 1 }
      for other in right[start...].prefix(while: { $0.letters == title.letters }) {
        let relation: Self =
          if title.words == other.words {
            .words
          } else if title.isNumber || other.isNumber {
            .digits
          } else {
            title.bare == other.bare ? .article : .letters
          }
        if relation.rawValue > rawValue { self = relation }
      }
      if self == .words { return }
    }
  }
}

private enum YearRelation {
  /// Also of two movies without a year.
  case equal
  case missing, next, others

  init(_ left: Int?, _ right: Int?) {
    guard let left, let right else {
      self = left == right ? .equal : .missing
      return
    }
    // Another program can have stored any number.
    let (distance, isTooFar) = left.subtractingReportingOverflow(right)
    self = isTooFar || distance.magnitude > 1 ? .others : distance == 0 ? .equal : .next
  }
}

/// What the casts and the directors of two movies tell.
private struct People {
  /// Whether the casts contradict each other.
  private(set) var areOthers = false
  /// Whether a single name, or the directors, contradict.
  private(set) var areDoubtful = false
  private let commonNames: Int
  let haveDirector: Bool

  var haveName: Bool { commonNames > 0 || haveDirector }
  var haveTwoNames: Bool { commonNames > 1 || haveDirector }

  init(_ left: borrowing MatchEntry, _ right: borrowing MatchEntry) {
    commonNames = Self.commonCount(left.names, right.names)
    haveDirector = Self.commonCount(left.directors, right.directors) > 0
    // Names in two scripts cannot be compared.
    let names = (left.names, right.names)
    for script in names.0.isEmpty || names.1.isEmpty ? 0...0 : NameHash.scripts {
      let count = min(
        names.0.count { $0.script == script }, names.1.count { $0.script == script })
      if count >= 2, commonNames == 0 || count >= 4 && commonNames < 2 { areOthers = true }
      if count == 1, commonNames == 0 { areDoubtful = true }
    }
    let words = (left.directorWords, right.directorWords)
    if words.0.isEmpty || words.1.isEmpty { return }
    let areComparable = NameHash.scripts.contains { script in
      words.0.contains { $0.script == script } && words.1.contains { $0.script == script }
    }
    if areComparable, Self.commonCount(words.0, words.1) == 0 { areDoubtful = true }
  }

  /// The number of hashes that both sorted lists have.
  private static func commonCount(_ left: [NameHash], _ right: [NameHash]) -> Int {
    if left.isEmpty || right.isEmpty { return 0 }
    var (count, index, other) = (0, 0, 0)
    while index < left.count, other < right.count {
      if left[index] == right[other] { count += 1 }
      let isNext = left[index] <= right[other]
      if right[other] <= left[index] { other += 1 }
      if isNext { index += 1 }
    }
    return count
  }
}
