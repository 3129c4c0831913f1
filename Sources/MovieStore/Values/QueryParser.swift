internal import MovieSystem

/// Reads the terms of a query.
///
/// It does not depend on a catalog: any valid key can be used.
struct QueryParser {
  private var rest: Substring.UnicodeScalarView
  /// Whether the value of a term runs to the end of the text, because a shell separated the terms.
  private var isArgument: Bool
  /// Whether a quote can be left open, because the user is still typing.
  private let isTyping: Bool

  private init(
    _ text: String, isArgument: Bool = false, isTyping: Bool = false
  ) throws(StoreError) {
    try MovieQuery.require(valid: text)
    rest = text.unicodeScalars[...].trimmed
    (self.isArgument, self.isTyping) = (isArgument, isTyping)
  }

  /// Parses texts, in which white space separates terms and quotes hold them together.
  ///
  /// - Parameter areArguments: Whether the texts are arguments of a command line: one that begins
  ///   with a key and an operator is one term, of which the shell removed the quotes.
  static func terms(
    of texts: [String], areArguments: Bool = false, isTyping: Bool = false
  ) throws(StoreError) -> [MovieQuery.Term] {
    var terms: [MovieQuery.Term] = []
    for text in texts {
      var parser = try QueryParser(text, isArgument: areArguments, isTyping: isTyping)
      while !parser.rest.isEmpty, terms.count <= MovieQuery.valueLimit {
        terms.append(try parser.negatableTerm())
        parser.skipWhitespace()
        // Only an argument that begins with a key is one term.
        parser.isArgument = false
      }
    }
    try MovieQuery(terms).validate()
    return MovieQuery.withoutIdleTexts(terms)
  }

  /// Returns the words of a text without keys, and its phrases in quotes.
  static func texts(of text: String) throws(StoreError) -> [String] {
    var parser = try QueryParser(text, isTyping: true)
    var texts: [String] = []
    while !parser.rest.isEmpty {
      let phrase = try parser.quotedPhrase()
      texts.append(phrase ?? parser.nextWord())
      parser.skipWhitespace()
    }
    try MovieQuery.require(valueCount: texts.count)
    return texts
  }

  /// Whether a text is read as the term.
  static func isText(_ text: String, of term: MovieQuery.Term) -> Bool {
    // Whether a quote is closed depends on what follows.
    if text.utf8.contains(UInt8(ascii: "\"")) { return false }
    do { return try terms(of: [text]) == [term] } catch { return false }
  }

  private mutating func skipWhitespace() { rest = rest.drop(while: \.properties.isWhitespace) }

  // MARK: A term

  private mutating func negatableTerm() throws(StoreError) -> MovieQuery.Term {
    let second = rest.dropFirst().first
    guard rest.first == "!", let second, !second.properties.isWhitespace, second != "=" else {
      return try term()
    }
    if second == "!" {
      throw .invalid(
        .query, "a term has one '!' at most. For the text, use quotes: \(quoted(word))")
    }
    rest = rest.dropFirst()
    return !(try term())
  }

  private mutating func term() throws(StoreError) -> MovieQuery.Term {
    if let text = try quotedPhrase() { return .text(text) }
    if let (name, key, comparison, isNegated, value) = keyAndOperator() {
      let isFollowed = value.first.map { !$0.properties.isWhitespace } ?? false
      let isKnown = MovieQuery.Term.Subject(known: name) != nil
      let isText =
        comparison == .matches && !isNegated && !isKnown
        && (!isFollowed || value.starts(with: "//".unicodeScalars))
      if !isText {
        let typed = word
        rest = value
        if !isFollowed {
          throw .invalid(
            .query,
            "'\(typed)' has no value, as in '\(name.lowercased())\(comparison.rawValue)\(key.exampleValue)'"
          )
        }
        let term = try term(key, comparison, typed)
        return isNegated ? !term : term
      }
    }
    return .text(try plainWord())
  }

  /// The text up to the next white space.
  private var word: String { String(rest.prefix { !$0.properties.isWhitespace }) }

  private mutating func plainWord() throws(StoreError) -> String {
    let word = word
    try Self.requireNoField(word)
    if let tilde = word.unicodeScalars.firstIndex(of: "~") {
      let (key, value) = (word.unicodeScalars[..<tilde], word.unicodeScalars[tilde...].dropFirst())
      if !value.isEmpty, MovieQuery.Term.Subject(String(key)) != nil {
        throw .invalid(
          .query,
          "the operator '~' is now ':': '\(String(key)):\(String(value))'. For the text, use quotes: "
            + quoted(word))
      }
    }
    let scalars = word.unicodeScalars
    let startsWithOperator = scalars.first.map(":=<>".unicodeScalars.contains) ?? false
    let endsWithOperator = scalars.last.map("=<>".unicodeScalars.contains) ?? false
    let isOperator = startsWithOperator || endsWithOperator || word.utf8.starts(with: "!=".utf8)
    if isOperator, word != ":" {
      throw .invalid(
        .query,
        "'\(word)' is not a term: write key, operator and value without spaces, as in 'year>=1990'. For the text, use quotes: \(quoted(word))"
      )
    }
    return nextWord()
  }

  /// The terms for names of fields that are not keys.
  fileprivate static let termsForFields = [
    "cast": "actor:pacino", "actors": "actor:pacino", "favorite": "is:favorite",
  ]

  private static func requireNoField(_ word: String) throws(StoreError) {
    let name = word.prefix { $0.isASCII && $0.isLetter }
    guard let term = termsForFields[name.lowercased()], let sign = word.dropFirst(name.count).first,
      ":=<>!~".contains(sign), word.count > name.count + 1
    else { return }
    throw .invalid(
      .query, "'\(name)' is not a key; use '\(term)'. For the text, use quotes: '\"\(word)\"'")
  }

  private mutating func nextWord() -> String {
    let word = word
    rest = rest.dropFirst(word.unicodeScalars.count)
    return word
  }

  /// The key and the operator at the start of the text, and what follows.
  private func keyAndOperator() -> (
    name: String, key: MovieQuery.Term.Subject, MovieQuery.Term.Comparison, isNegated: Bool,
    value: Substring.UnicodeScalarView
  )? {
    let isKeyCharacter = { (scalar: Unicode.Scalar) in
      scalar.isASCII && (UInt8(ascii: scalar).isLetterOrDigit || scalar == "_")
    }
    let name = String(rest.prefix(while: isKeyCharacter))
    var value = rest.dropFirst(name.unicodeScalars.count)
    let isNegated = value.starts(with: "!=".unicodeScalars)
    if isNegated { value = value.dropFirst() }
    let found = MovieQuery.Term.Comparison.allCases
      .filter { value.starts(with: $0.rawValue.unicodeScalars) }
      .max { $0.rawValue.utf8.count < $1.rawValue.utf8.count }
    guard let found, let key = MovieQuery.Term.Subject(name) else { return nil }
    return (name, key, found, isNegated, value.dropFirst(found.rawValue.utf8.count))
  }

  // MARK: Values

  /// Operators that users know from elsewhere, and ours.
  private static let operatorsOfOthers = [
    "=>": ">=", "=<": "<=", "<>": "!=", ":>": ">", ":<": "<", ":>=": ">=", ":<=": "<=", ":=": "=",
    "=~": ":",
  ]

  /// The value of the key, in `rest`.
  private mutating func term(
    _ subject: MovieQuery.Term.Subject, _ comparison: MovieQuery.Term.Comparison, _ typed: String
  ) throws(StoreError) -> MovieQuery.Term {
    if let first = rest.first, "=<>~".unicodeScalars.contains(first) {
      let value = rest.drop { "=<>~".unicodeScalars.contains($0) }
      let operators = comparison.rawValue + String(rest[..<value.startIndex])
      let meant = Self.operatorsOfOthers[operators] ?? comparison.rawValue
      throw .invalid(
        .query,
        "'\(typed)' has two operators; did you mean '\(subject.key ?? "")\(meant)\(String(value))'? "
          + "For a value that begins with an operator, use quotes")
    }
    let texts = try values(subject, comparison)
    try subject.requireNoDecimalComma(texts.map(\.text), comparison)
    let values = try texts.map { (text, isQuoted) throws(StoreError) in
      if !isQuoted { try subject.requireNoDay(text, comparison) }
      if !isQuoted, comparison == .matches { try subject.requireNoRange(text) }
      return try subject.value(text, comparison)
    }
    return MovieQuery.Term(subject, comparison, values)
  }

  /// The values in `rest`, separated by commas. A value without quotes ends at white space, but in
  /// an argument only at a comma.
  private mutating func values(
    _ subject: MovieQuery.Term.Subject, _ comparison: MovieQuery.Term.Comparison
  ) throws(StoreError) -> [(text: String, isQuoted: Bool)] {
    let (start, isArgument, separates) = (rest, isArgument, subject.separatesValues)
    var texts: [(text: String, isQuoted: Bool)] = []
    var isBlank = false
    while true {
      let before = rest
      if isArgument { skipWhitespace() }
      if let text = try quotedText() {
        texts.append((text, true))
        let next = rest.drop(while: \.properties.isWhitespace)
        if isArgument, separates, next.first == "," { rest = next }
      } else {
        let text = before.prefix {
          !(separates && $0 == ",") && (isArgument || !$0.properties.isWhitespace)
        }
        try requireOneTerm(text, after: subject, comparison)
        texts.append((String(text.trimmed), false))
        isBlank = isBlank || text.trimmed.isEmpty
        rest = rest[text.endIndex...]
      }
      guard separates, rest.first == "," else { break }
      rest = rest.dropFirst()
    }
    if !isBlank { return texts }
    if texts.contains(where: \.isQuoted) {
      throw .invalid(
        .query,
        "\(String(start).excerpt()) has no value on one side of a comma: remove the comma, or put "
          + "it in quotes")
    }
    // A comma without a value on one side is text.
    let text = isArgument ? start : start.prefix { !$0.properties.isWhitespace }
    rest = start[text.endIndex...]
    return [(String(text), false)]
  }

  /// Throws if the value of an argument contains another term.
  private func requireOneTerm(
    _ value: Substring.UnicodeScalarView, after subject: MovieQuery.Term.Subject,
    _ comparison: MovieQuery.Term.Comparison
  ) throws(StoreError) {
    let words = value.split(
      omittingEmptySubsequences: false, whereSeparator: \.properties.isWhitespace)
    for word in words.dropFirst() {
      let parser = try QueryParser(String(word.first == "!" ? word.dropFirst() : word))
      guard let found = parser.keyAndOperator(), found.value.first != nil else { continue }
      let isText = if case .attribute(let key) = subject { key.hasTexts } else { subject != .id }
      let quotes =
        isText
        ? ", or put the value of '\(subject.key ?? "")\(comparison.rawValue)' in quotes" : ""
      throw .invalid(
        .query,
        "'\(String(word))' is a second term in one argument: pass each term as a separate "
          + "argument or option\(quotes)")
    }
  }

  /// The text in quotes at the start of the rest, unless the quote is a word of its own.
  private mutating func quotedPhrase() throws(StoreError) -> String? {
    let inside = rest.dropFirst()
    guard let first = inside.first else { return nil }
    if first.properties.isWhitespace, !inside.contains("\"") { return nil }
    return try quotedText()
  }

  /// The text in quotes at the start of the rest; `nil` if there is none. `""` inside stands for a
  /// quote.
  private mutating func quotedText() throws(StoreError) -> String? {
    guard rest.first == "\"" else { return nil }
    let inside = rest.dropFirst()
    var text = String.UnicodeScalarView()
    var index = inside.startIndex
    while index < inside.endIndex {
      let next = inside.index(after: index)
      if inside[index] == "\"" {
        let isDoubled = next < inside.endIndex && inside[next] == "\""
        if !isDoubled {
          rest = inside[next...]
          return String(text)
        }
        index = next
      }
      text.append(inside[index])
      index = inside.index(after: index)
    }
    if !isTyping { throw unclosedQuote }
    rest = inside[inside.endIndex...]
    return String(text)
  }

  private var unclosedQuote: StoreError {
    .invalid(.query, "the quote in \(String(rest).excerpt()) is not closed")
  }

  private func quoted(_ text: String) -> String { "'\(MovieQuery.Term.Value.quoted(text))'" }
}

// MARK: - Keys and their values

extension MovieQuery.Term.Subject {
  /// A key that has a meaning in every catalog, in any case.
  init?(known name: String) {
    let typed = name.lowercased()
    let name = AttributeKey.plurals[typed] ?? typed
    if let subject = Self.reserved[name] {
      self = subject
    } else if let key = AttributeKey.known.first(where: { $0.name == name }) {
      self = .attribute(key)
    } else {
      return nil
    }
  }

  /// The key with the name, which need not exist in any catalog.
  init?(_ name: String) {
    if let known = Self(known: name) {
      self = known
    } else if AttributeKey.isValid(name) {
      self = .attribute(AttributeKey(unchecked: name))
    } else {
      return nil
    }
  }

  /// A value in an example of a term.
  var exampleValue: String {
    switch self {
    case .text, .title: "heat"
    case .actor: "pacino"
    case .id: "12"
    case .has: "rating"
    case .is: "watched"
    case .attribute(.year): "1995"
    case .attribute(.rating): "8"
    case .attribute(.watched): "2026-11"
    case .attribute(.runtime): "90..120"
    case .attribute(.imdb): "tt0113277"
    case .attribute(.tmdb): "949"
    case .attribute(.letterboxd): "heat-1995"
    case .attribute: "text"
    }
  }

  /// The value that a text stands for.
  fileprivate func value(
    _ text: String, _ comparison: MovieQuery.Term.Comparison
  ) throws(StoreError) -> MovieQuery.Term.Value {
    switch self {
    case .text: return .text(text)
    case .title, .actor:
      guard comparison == .matches || comparison == .equal else {
        throw .invalid(.query, "'\(key ?? "")' has the operators ':' and '='")
      }
      if self == .actor, comparison == .equal, let digits = text.after(prefix: "id:"),
        digits.isDigits, let id = Int64(digits)
      {
        return .actor(Actor.ID(rawValue: id))
      }
      return .text(text)
    case .id: return try Self.number(text, of: Self.idKey, comparison)
    case .has, .is:
      guard comparison == .matches else {
        throw .invalid(
          .query, "'\(key ?? "")' has the operator ':', as in '\(key ?? ""):\(exampleValue)'")
      }
      return .text(try self == .is ? Self.state(text) : Self.keyToHave(text))
    case .attribute(let key): return try Self.value(text, of: key, comparison)
    }
  }

  /// Throws for the word of a day, which a key of the user's own stores as a date.
  fileprivate func requireNoDay(
    _ text: String, _ comparison: MovieQuery.Term.Comparison
  ) throws(StoreError) {
    guard case .attribute(let key) = self, !key.isKnown,
      let date = RelativeDate.dateForOwnKey(text)
    else { return }
    throw .invalid(
      .query,
      "'\(key)\(comparison.rawValue)\(text)' has the word, not its date; use "
        + "'\(key)\(comparison.rawValue)\(date)'. For the text, use quotes: "
        + "'\(key)\(comparison.rawValue)\(MovieQuery.Term.Value.quoted(text))'")
  }

  /// Throws for a number with a decimal comma in a comparison, such as `rating>=8,5`: a comma
  /// separates values, of which a comparison needs one.
  fileprivate func requireNoDecimalComma(
    _ texts: [String], _ comparison: MovieQuery.Term.Comparison
  ) throws(StoreError) {
    guard [.attribute(.rating), .attribute(.runtime)].contains(self), texts.count == 2,
      comparison != .matches, comparison != .equal
    else { return }
    let term = "\(key ?? "")\(comparison.rawValue)"
    throw .invalid(
      .query,
      "'\(term)\(texts[0]),\(texts[1])' has two values; a decimal number has a point: "
        + "'\(term)\(texts[0]).\(texts[1])'")
  }

  /// Throws for a range of texts, such as `lent:2026-01..2026-03`: texts are compared with `<` and
  /// `>`.
  fileprivate func requireNoRange(_ text: String) throws(StoreError) {
    guard case .attribute(let key) = self, key.hasTexts,
      key.isKnown || Self.numbers(text) == nil
    else { return }
    let bounds = text.split(separator: "..", omittingEmptySubsequences: false).map(String.init)
    let given = bounds.filter { !$0.isEmpty }
    guard bounds.count == 2, !given.isEmpty,
      given.allSatisfy({ $0.utf8.first.map(\.isDigit) == true && !$0.contains(" ") })
    else { return }
    let terms = zip([">=", "<="], bounds).filter { !$1.isEmpty }.map { "'\(key)\($0)\($1)'" }
    throw .invalid(
      .query,
      "'\(key):\(text)' is a range, but '\(key)' has texts; use \(terms.joined(separator: " ")). "
        + "For the text, use quotes: '\(key):\(MovieQuery.Term.Value.quoted(text))'")
  }

  private static func state(_ text: String) throws(StoreError) -> String {
    let name = text.lowercased()
    if ["favorite", "watched"].contains(name) { return name }
    let meant = [
      "favourite": "is:favorite", "seen": "is:watched", "unseen": "!is:watched",
      "unwatched": "!is:watched", "watchlist": "tag=watchlist",
    ]
    if let term = meant[name] { throw .invalid(.query, "'is:\(text)' is not known; use '\(term)'") }
    throw .invalid(.query, "'is:\(text)' is neither 'is:favorite' nor 'is:watched'")
  }

  private static func keyToHave(_ text: String) throws(StoreError) -> String {
    let name = text.lowercased()
    if let term = QueryParser.termsForFields[name] {
      let meant = name == "favorite" ? term : "has:actor"
      throw .invalid(.query, "'has:\(name)' is '\(meant)'")
    }
    guard let subject = Self(known: name) ?? Self(text), ![.id, .has, .is].contains(subject)
    else {
      throw .invalid(.query, "'has:\(text)' has no valid key, as in 'has:rating'")
    }
    return subject.key ?? text
  }

  private static func value(
    _ text: String, of key: AttributeKey, _ comparison: MovieQuery.Term.Comparison
  ) throws(StoreError) -> MovieQuery.Term.Value {
    switch (key, comparison) {
    case (.year, _), (.rating, _), (.runtime, _): return try number(text, of: key, comparison)
    case (.watched, .matches): return try range(text, of: key)
    case (.watched, _): return .value(try date(text, comparison))
    case (_, .matches) where AttributeKey.ids.contains(key):
      return .value(try AttributeValue(toFind: text, for: key))
    case (_, .matches): return .text(text)
    case (_, .equal): return .value(try AttributeValue(toFind: text, for: key))
    default:
      let value = try AttributeValue(toFind: text, for: key)
      return .value(key.isKnown ? value : AttributeValue.bound(text) ?? value)
    }
  }

  /// The id of a movie, which is no attribute but is written as one.
  private static let idKey = AttributeKey(unchecked: "id")

  /// A number, or after `:` a range of numbers.
  private static func number(
    _ text: String, of key: AttributeKey, _ comparison: MovieQuery.Term.Comparison
  ) throws(StoreError) -> MovieQuery.Term.Value {
    comparison == .matches ? try range(text, of: key) : .value(try bound(text, of: key))
  }

  /// The numbers that a text of an own key can stand for.
  static func numbers(_ text: String) -> MovieQuery.Term.Value? {
    do { return try range(text, of: .rating) } catch { return nil }
  }

  /// A number, a decade, or a range of numbers or dates.
  private static func range(
    _ text: String, of key: AttributeKey
  ) throws(StoreError) -> MovieQuery.Term.Value {
    let parts = text.split(separator: "..", maxSplits: 1, omittingEmptySubsequences: false)
      .map(String.init)
    let bounds = try parts.map { (part) throws(StoreError) in
      part.isEmpty ? nil : try limits(part, of: key)
    }
    guard bounds.contains(where: { $0 != nil }) else {
      let example = key == idKey ? "3" : Self.attribute(key).exampleValue
      throw .invalid(
        .query, "the range '\(key):\(text)' has no bound, as in '\(key):\(example)..'")
    }
    let (lower, upper) = (bounds[0]?.lower, bounds[bounds.count - 1]?.upper)
    if let lower, let upper, lower.isAfter(upper) {
      throw .invalid(
        .query, "the range '\(key):\(text)' is reversed; write '\(key):\(parts[1])..\(parts[0])'")
    }
    return .range(lower, upper)
  }

  /// The first and the last value that a text without `..` stands for.
  private static func limits(
    _ text: String, of key: AttributeKey
  ) throws(StoreError) -> (lower: AttributeValue, upper: AttributeValue) {
    if key == .watched {
      let period = try period(text)
      return (.text(period.lowerBound.description), .text(period.upperBound.description))
    }
    if key == .year, let decade = text.decade { return (.integer(decade), .integer(decade + 9)) }
    let years = text.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
    if years.count == 2, years.allSatisfy({ $0.isDigits }) {
      throw .invalid(.query, "'\(key):\(text)' is not a range: '\(key):\(years[0])..\(years[1])'")
    }
    if key == .year, text.utf8.count == 3, text.hasSuffix("0s"), String(text.dropLast()).isDigits {
      let century = text.precedes("30s") ? "20" : "19"
      throw .invalid(.query, "'year:\(text)' is not a decade: 'year:\(century)\(text)'")
    }
    let value = try bound(text, of: key)
    return (value, value)
  }

  private static func bound(_ text: String, of key: AttributeKey) throws(StoreError)
    -> AttributeValue
  {
    // Bounds can be out of the range of values.
    if key == idKey {
      if text.isDigits, let number = Int64(text) { return .integer(number) }
    } else if let number = AttributeValue.bound(text) {
      return number
    } else if key == .runtime, let duration = WrittenDuration(text) {
      return .integer(duration.minutes)
    } else if key == .rating, WrittenRating(text) != nil {
      let rating = try AttributeValue(text, for: key)
      throw .invalid(.query, "\(text.excerpt()) is written '\(rating)' in a query")
    }
    if key == .year, text.decade != nil {
      throw .invalid(.query, "a decade has the operator ':', as in 'year:\(text)'")
    }
    let forms =
      switch key {
      case .year: "1995, 1990..1999 or 1990s"
      case .runtime: "90 or 90..120"
      case idKey: "12, 3..9 or 1,5"
      default: "8, 7.5 or 7..9"
      }
    let noun = key == idKey ? "an id" : "a \(key)"
    throw .invalid(.query, "\(text.excerpt()) is not \(noun), such as \(forms)")
  }

  /// The date that a comparison is with.
  private static func date(
    _ text: String, _ comparison: MovieQuery.Term.Comparison
  ) throws(StoreError) -> AttributeValue {
    let period = try period(text)
    let (first, last) = (period.lowerBound, period.upperBound)
    switch comparison {
    case .greater, .lessOrEqual: return .text(last.description)
    case .equal where first != last:
      throw .invalid(
        .query, "'\(text)' has several days, from \(first) to \(last); use 'watched:\(text)'")
    default: return .text(first.description)
    }
  }

  /// The first and the last date of the time that a text stands for.
  private static func period(_ text: String) throws(StoreError) -> ClosedRange<CalendarDate> {
    guard let date = WrittenDate(text) else {
      if ["this", "last"].contains(text.lowercased()) {
        throw .invalid(
          .query, "\(text.excerpt()) is not a date, but '\(text.lowercased())-week' is one")
      }
      if let isTrue = WrittenBoolean(text)?.isTrue {
        let term = isTrue ? "is:watched" : "!is:watched"
        throw .invalid(.query, "\(text.excerpt()) is not a date; use '\(term)'")
      }
      throw .invalid(
        .query,
        "\(text.excerpt()) is not a date, such as 2026, 2026-11, 2026-11-23, 'friday' or '3d'")
    }
    let period: ClosedRange<CalendarDate>
    do throws(WrittenDate.Problem) {
      period = try date.period(typedOn: .today)
    } catch {
      throw .invalid(.query, error.description)
    }
    if text.unicodeScalars.contains(where: { $0 == "/" || $0.properties.isWhitespace }) {
      var form = period.lowerBound.description
      if case .relative = date.form { form = text.lowercased().replacing(" ", with: "-") }
      throw .invalid(.query, "\(text.excerpt()) is written '\(form)' in a query")
    }
    return period
  }
}

extension AttributeKey {
  /// Whether the values can be texts that are no ids and no dates.
  fileprivate var hasTexts: Bool {
    !Self.ids.contains(self) && ![.year, .rating, .runtime, .watched].contains(self)
  }
}

extension AttributeValue {
  /// Whether a range from the value to another one is reversed.
  fileprivate func isAfter(_ other: AttributeValue) -> Bool {
    switch (self, other) {
    // A year or a month ends with its last date.
    case (.text(let left), .text(let right)): (right + "~").precedes(left)
    default: (number ?? 0) > (other.number ?? 0)
    }
  }
}

extension String {
  /// The first year of a decade such as `1990s`.
  fileprivate var decade: Int64? {
    guard utf8.count == 5, hasSuffix("0s") else { return nil }
    let year = String(dropLast())
    return year.isDigits ? Int64(year) : nil
  }
}
