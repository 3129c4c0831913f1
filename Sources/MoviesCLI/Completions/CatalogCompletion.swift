internal import MovieArguments
internal import MovieStatistics
internal import MovieStore
internal import MovieSystem
internal import MovieTerminal

/// Values that are completed from the catalog.
enum CatalogCompletion: CustomCompletion {
  case movie
  case actor
  /// The name of an actor where an id is not accepted.
  case name
  /// A name in the cast of the movie that is the command's first argument.
  case cast
  /// `key=value` of an attribute.
  case assignment
  /// A key or `key=value` of an attribute that movies have, or the movie that is the command's only argument.
  case presentAttribute
  /// What movies are counted by.
  case grouping
  /// A term of a query.
  case term
  /// A title without the forms of a reference.
  case title
  case tag
  /// The word of a day, such as `yesterday`.
  case day
}

/// Looks up titles, names and attributes that complete a word.
struct CatalogLookup: ~Copyable {
  private typealias Candidate = Completion.Candidate

  private static let maximumCount = 100
  private static let maximumLength = 200

  private var catalog: CompletionSource
  private let completion: Completion
  private let matchesTypedText: Bool
  private var partial: String { completion.partial }

  /// Returns the candidates; none if the database cannot be read at the moment.
  ///
  /// - Parameter matchesTypedText: Whether the shell hides candidates without all typed letters.
  static func candidates(
    _ kind: CatalogCompletion, for completion: Completion, in path: String, matchesTypedText: Bool
  ) -> [Completion.Candidate] {
    if completion.partial.isDigits { return [] }
    do {
      var lookup = CatalogLookup(
        catalog: try CompletionSource(path: path), completion: completion,
        matchesTypedText: matchesTypedText)
      let found =
        switch kind {
        case .movie: try lookup.movies()
        case .actor: try lookup.actors(beginning: completion.partial, allowingIDs: true)
        case .name: try lookup.actors(beginning: completion.partial)
        case .cast: try lookup.cast()
        case .assignment: try lookup.assignments()
        case .presentAttribute: try lookup.presentAttributes()
        case .grouping: try lookup.groupings()
        case .term: try lookup.terms()
        case .title:
          try lookup.titles(beginning: completion.partial).map { Candidate($0.movie.title) }
        case .tag:
          try lookup.catalog.attributeValues(
            of: .tag, beginning: completion.partial, limit: maximumCount
          ).map { Candidate(CatalogLookup.typed($0, of: AttributeKey.tag.name)) }
        case .day: days(beginning: completion.partial)
        }
      var texts: Set<[UInt8]> = []
      return found.filter { isInsertable($0.text) && texts.insert(Array($0.text.utf8)).inserted }
    } catch {
      return []
    }
  }

  // MARK: Movies

  private mutating func movies() throws -> [Candidate] {
    let title = partial.after(prefix: "title=")
    return try titles(beginning: title ?? partial).map { found in
      try candidate(for: found, title ?? partial, after: title == nil ? "" : "title=")
    }
  }

  /// Titles that begin with the text, or of which a title with the year such as `Heat (1995)` begins with it.
  private mutating func titles(beginning typed: String) throws -> [CompletionSource.Title] {
    let titles = try catalog.titles(beginning: typed, limit: Self.maximumCount)
    guard titles.isEmpty, let parenthesis = typed.unicodeScalars.lastIndex(of: "(") else {
      return titles
    }
    let name = String(typed.unicodeScalars[..<parenthesis].dropLast())
    if name.isEmpty { return [] }
    return try catalog.titles(beginning: name, limit: Self.maximumCount)
      .filter { $0.movie.titleWithYear.isCompletion(of: typed) }
  }

  /// - Parameter prefix: The typed text before the title.
  private mutating func candidate(
    for title: CompletionSource.Title, _ typed: String, after prefix: String
  ) throws -> Candidate {
    let movie = title.movie
    let name = movie.titleWithYear
    let cast = movie.cast.prefix(3).map(\.name).joined(separator: ", ")
    let id = Candidate("\(movie.id.rawValue)", note: Self.line(name + movie.briefCast))
    guard Self.isInsertable(movie.title), !prefix.isEmpty || Self.isTitleReference(movie.title)
    else { return id }
    let isShown = !matchesTypedText || Self.hasLetters(movie.title, of: typed)
    if !title.isUnique {
      if try catalog.movie(titled: name) == movie.id,
        !matchesTypedText || Self.hasLetters(name, of: typed)
      {
        return Candidate(prefix + name, note: Self.line(cast))
      }
      // The shell would hide the ids. The command lists them if the title is used.
      return matchesTypedText && isShown
        ? Candidate(prefix + movie.title, note: "several movies") : id
    }
    if !isShown {
      let folded = FoldedTitle.of(movie.title)
      if try catalog.movie(titled: folded) == movie.id {
        let note = cast.isEmpty ? name : "\(name): \(cast)"
        return Candidate(prefix + folded, note: Self.line(note))
      }
    }
    let note = [movie.attributes.year.map { "\($0)" } ?? "", cast].filter { !$0.isEmpty }
    return Candidate(prefix + movie.title, note: Self.line(note.joined(separator: ", ")))
  }

  private static func isTitleReference(_ text: String) -> Bool {
    do { return try MovieReference(text) == .title(text) } catch { return false }
  }

  /// Whether the text contains the letters in this order, ignoring case.
  private static func hasLetters(_ text: String, of partial: String) -> Bool {
    var rest = text.lowercased().unicodeScalars[...]
    for letter in partial.lowercased().unicodeScalars {
      guard let index = rest.firstIndex(of: letter) else { return false }
      rest = rest[rest.index(after: index)...]
    }
    return true
  }

  // MARK: Actors

  private mutating func actors(
    beginning typed: String, allowingIDs: Bool = false
  ) throws -> [Candidate] {
    Self.names(of: try catalog.actors(beginning: typed, limit: Self.maximumCount), allowingIDs)
  }

  private mutating func cast() throws -> [Candidate] {
    guard let movie = completion.arguments.first else { return try actors(beginning: partial) }
    let removed = (completion.command as? Edit)?.removeActor ?? []
    let cast = try catalog.cast(of: MovieReference(movie), beginning: partial)
    return Self.names(of: cast.filter { !removed.contains($0.actor.name) }, false)
  }

  private static func names(
    of actors: [ActorWithMovieCount], _ allowsIDs: Bool
  ) -> [Candidate] {
    actors.compactMap { actor in
      let name = actor.actor.name
      if isInsertable(name), !name.isDigits {
        return Candidate(name, note: Formatting.pluralized(actor.movieCount, "movie"))
      }
      return allowsIDs ? Candidate("\(actor.id.rawValue)", note: line(name)) : nil
    }
  }

  // MARK: Attributes

  private mutating func assignments() throws -> [Candidate] {
    let typed = TypedAttribute(partial.unicodeScalars[...], operators: "=", operatorLength: 1)
    if typed.comparison.isEmpty { return Self.words(try keys(), beginning: partial, end: "=") }
    let isWatched = typed.key == AttributeKey.watched.name
    let days = isWatched ? Self.days(beginning: typed.value, after: typed.start) : []
    return try days
      + values(of: typed.key, beginning: typed.value).map {
        Candidate(typed.start + Self.typed($0, of: typed.key))
      }
  }

  /// The words of days, with their dates.
  private static func days(beginning typed: String, after start: String = "") -> [Candidate] {
    let days = RelativeDate.days.map { word in
      do throws(StoreError) {
        return Candidate(word, note: try AttributeValue(word, for: .watched).description)
      } catch { return Candidate(word) }
    }
    return words(days, beginning: typed, after: start)
  }

  private mutating func presentAttributes() throws -> [Candidate] {
    let typed = TypedAttribute(partial.unicodeScalars[...], operators: "=", operatorLength: 1)
    var attributes: MovieAttributes?
    if completion.arguments.count == 1, let movie = completion.arguments.first, movie != "-" {
      attributes = try catalog.attributes(of: MovieReference(movie))
    }
    if typed.comparison.isEmpty {
      let keys = try attributes?.keys ?? catalog.attributeKeys(limit: Self.maximumCount)
      return Self.words(keys.map(Self.candidate), beginning: partial)
    }
    let folded = Folding.fold(typed.value).utf8
    let values =
      try attributes?[AttributeKey(typed.key)]
      .filter { Folding.fold($0.description).utf8.starts(with: folded) }
      ?? values(of: typed.key, beginning: typed.value)
    return values.map { Candidate(typed.start + Self.typed($0, of: typed.key)) }
  }

  private mutating func groupings() throws -> [Candidate] {
    let keys = try catalog.attributeKeys(limit: Self.maximumCount).map(Self.candidate)
    return Self.words(
      keys + MovieGrouping.names.map { Candidate($0) }, beginning: partial)
  }

  /// Keys, and the values after a key and an operator; nothing for text.
  private mutating func terms() throws -> [Candidate] {
    let negation = partial.utf8.first == UInt8(ascii: "!") ? "!" : ""
    let typed = TypedAttribute(
      partial.unicodeScalars.dropFirst(negation.count), operators: ":=!<>", operatorLength: 2)
    if typed.comparison.isEmpty {
      if partial.isEmpty { return [] }
      return Self.words(
        ["title", "actor", "has", "is"].map { Candidate($0) } + (try keys()),
        beginning: typed.key, after: negation, end: ":")
    }
    let (key, start) = (typed.key.lowercased(), negation + typed.start)
    let comparisons =
      switch key {
      case "has", "is": [":"]
      case "title", "actor": [":", "=", "!="]
      default: MovieQuery.Term.Comparison.allCases.map(\.rawValue) + ["!="]
      }
    guard comparisons.contains(typed.comparison) else { return [] }
    switch key {
    case "title":
      return try titles(beginning: typed.value)
        .map { Candidate(start + Self.quoted($0.movie.title)) }
    case "actor":
      return try actors(beginning: typed.value)
        .map { Candidate(start + Self.quoted($0.text), note: $0.note) }
    case "is":
      let states = ["favorite", "watched"].map { Candidate($0) }
      return Self.words(states, beginning: typed.value, after: start)
    case "has":
      return Self.words([Candidate("actor")] + (try keys()), beginning: typed.value, after: start)
    default:
      let found = try values(of: key, beginning: typed.value)
        .map { Candidate(start + Self.quoted($0.description, separator: ",")) }
      let isWatched = key == AttributeKey.watched.name && typed.comparison != "!="
      let periods = RelativeDate.periods.map { Candidate($0) }
      return !isWatched
        ? found
        : found + Self.days(beginning: typed.value, after: start)
          + Self.words(periods, beginning: typed.value, after: start)
    }
  }

  /// The value of a term, in quotes if it has a meaning without them.
  private static func quoted(_ value: String, separator: Unicode.Scalar? = nil) -> String {
    let scalars = value.unicodeScalars
    let isSpecial =
      scalars.first.map("\"=<>~".unicodeScalars.contains) ?? true
      || separator.map(scalars.contains) ?? false || value.utf8.starts(with: "id:".utf8)
    return isSpecial ? MovieQuery.Term.Value.quoted(value) : value
  }

  private mutating func values(
    of key: String, beginning typed: String
  ) throws -> [AttributeValue] {
    try catalog.attributeValues(
      of: AttributeKey(key), beginning: typed, limit: Self.maximumCount)
  }

  /// A value as it is typed. In tags and genres, a comma separates values.
  static func typed(_ value: AttributeValue, of key: String) -> String {
    let text = value.description
    let isSeparated = [AttributeKey.tag, .genre].contains { $0.name == key }
    return isSeparated
      ? text.replacing("\\", with: "\\\\").replacing(",", with: "\\,") : text
  }

  /// The known keys, and the others that movies have.
  private mutating func keys() throws -> [Candidate] {
    let others = try catalog.attributeKeys(limit: Self.maximumCount).filter { !$0.isKnown }
    return (AttributeKey.known + others).map(Self.candidate)
  }

  private static func candidate(for key: AttributeKey) -> Candidate {
    Candidate(key.name, note: key.isKnown ? key.expectedValue : "")
  }

  private static func words(
    _ words: [Candidate], beginning typed: String, after start: String = "", end: String = ""
  ) -> [Candidate] {
    let folded = Folding.fold(typed).utf8
    return words.filter { $0.text.utf8.starts(with: folded) }
      .map { Candidate(start + $0.text + end, note: $0.note) }
  }

  // MARK: Text

  /// Whether the text can be a word of a command line and needs no escapes.
  private static func isInsertable(_ text: String) -> Bool {
    text.utf8.count <= maximumLength && text.utf8.first != UInt8(ascii: "-")
      && Array(TerminalText.escaped(text).utf8) == Array(text.utf8)
  }

  private static func line(_ note: String) -> String {
    TerminalText.escaped(TerminalText.truncated(note, to: maximumLength))
  }
}

/// A typed key, and the operator and value after it.
private struct TypedAttribute {
  let key: String
  /// Empty before an operator is typed.
  let comparison: String
  let value: String

  /// All before the value.
  var start: String { key + comparison }

  init(_ text: Substring.UnicodeScalarView, operators: String, operatorLength: Int) {
    let key = text.prefix { !operators.unicodeScalars.contains($0) }
    let comparison = text[key.endIndex...].prefix(operatorLength)
      .prefix(while: operators.unicodeScalars.contains)
    self.key = String(key)
    self.comparison = String(comparison)
    value = String(text[comparison.endIndex...])
  }
}
