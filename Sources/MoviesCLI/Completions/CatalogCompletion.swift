internal import MovieArguments
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
  /// A term of a query.
  case term
  /// A title without the forms of a reference.
  case title
  case tag
}

/// Looks up titles, names and attributes that complete a word.
struct CatalogLookup {
  let path: String
  /// Whether the shell hides candidates without all typed letters.
  let matchesTypedText: Bool
  private static let maximumCount = 100
  private static let maximumLength = 200
  private static let titlePrefix = "title="

  /// The candidates; none if the database cannot be read at the moment.
  func candidates(
    _ kind: CatalogCompletion, for completion: Completion
  ) -> [Completion.Candidate] {
    if completion.partial.isDigits { return [] }
    do {
      var catalog = try CompletionSource(path: path)
      return switch kind {
      case .movie: try movies(startingWith: completion.partial, in: &catalog)
      case .actor: try actors(startingWith: completion.partial, in: &catalog, allowingIDs: true)
      case .name: try actors(startingWith: completion.partial, in: &catalog, allowingIDs: false)
      case .cast: try cast(for: completion, in: &catalog)
      case .assignment: try assignments(startingWith: completion.partial, in: &catalog)
      case .presentAttribute: try presentAttributes(for: completion, in: &catalog)
      case .term: try terms(startingWith: completion.partial, in: &catalog)
      case .title: try titleTexts(startingWith: completion.partial, in: &catalog)
      case .tag:
        Self.values(
          try catalog.attributeValues(
            of: .tag, beginning: completion.partial, limit: Self.maximumCount), after: "")
      }
    } catch {
      return []
    }
  }

  // MARK: Movies

  private func movies(
    startingWith partial: String, in catalog: inout CompletionSource
  ) throws -> [Completion.Candidate] {
    let title = partial.after(prefix: Self.titlePrefix)
    let prefix = title == nil ? "" : Self.titlePrefix
    let typed = title ?? partial
    let titles = try titles(startingWith: typed, in: &catalog)
    let candidates = try titles.map { title in
      let name = title.movie.titleWithYear
      let isNamedByYear =
        try !title.isUnique && catalog.movie(titled: name) == title.movie.id
      return candidate(for: title, isNamedByYear: isNamedByYear, typed, prefix)
    }
    var texts: Set<[UInt8]> = []
    return candidates.filter { texts.insert(Array($0.text.utf8)).inserted }
  }

  /// Titles that begin with the text, or of which a title with the year such as `Heat (1995)` begins with it.
  private func titles(
    startingWith typed: String, in catalog: inout CompletionSource
  ) throws -> [CompletionSource.Title] {
    let titles = try catalog.titles(beginning: typed, limit: Self.maximumCount)
    guard titles.isEmpty, let parenthesis = typed.unicodeScalars.lastIndex(of: "(") else {
      return titles
    }
    let name = String(typed.unicodeScalars[..<parenthesis].dropLast())
    if name.isEmpty { return [] }
    let folded = Folding.fold(typed).utf8
    return try catalog.titles(beginning: name, limit: Self.maximumCount).filter {
      let title = $0.movie.titleWithYear
      return Folding.fold(title).utf8.starts(with: folded)
        || SortableTitle.of(title).utf8.starts(with: folded)
    }
  }

  /// - Parameters:
  ///   - isNamedByYear: Whether the title with the year names this movie.
  ///   - prefix: The typed text before the title.
  private func candidate(
    for title: CompletionSource.Title, isNamedByYear: Bool, _ partial: String, _ prefix: String
  ) -> Completion.Candidate {
    let movie = title.movie
    let (name, year) = (title.movie.titleWithYear, title.movie.attributes.year)
    let isInsertable =
      Self.isInsertable(movie.title) && (!prefix.isEmpty || Self.isTitleReference(movie.title))
    func isShown(_ text: String) -> Bool {
      !matchesTypedText || Self.hasLetters(text, of: partial)
    }
    let cast = title.movie.cast.prefix(3).map(\.name).joined(separator: ", ")
    if isNamedByYear, isInsertable, isShown(name) {
      return Completion.Candidate(prefix + name, note: Self.line(cast))
    }
    // The shell would hide the ids. The command lists them if the title is used.
    if matchesTypedText, isInsertable, !title.isUnique, isShown(movie.title) {
      return Completion.Candidate(prefix + movie.title, note: "several movies")
    }
    guard title.isUnique, isInsertable else {
      return Completion.Candidate(
        "\(movie.id.rawValue)", note: Self.line(name + title.movie.briefCast))
    }
    if title.isUniqueFolded, !isShown(movie.title) {
      let note = cast.isEmpty ? name : "\(name): \(cast)"
      return Completion.Candidate(prefix + movie.sortableTitle, note: Self.line(note))
    }
    let note = [year.map { "\($0)" } ?? "", cast].filter { !$0.isEmpty }
    return Completion.Candidate(
      prefix + movie.title, note: Self.line(note.joined(separator: ", ")))
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

  private func actors(
    startingWith partial: String, in catalog: inout CompletionSource, allowingIDs: Bool
  ) throws -> [Completion.Candidate] {
    try catalog.actors(beginning: partial, limit: Self.maximumCount)
      .compactMap { Self.candidate(for: $0, allowingID: allowingIDs) }
  }

  private func cast(
    for completion: Completion, in catalog: inout CompletionSource
  ) throws -> [Completion.Candidate] {
    guard let movie = completion.arguments.first else {
      return try actors(startingWith: completion.partial, in: &catalog, allowingIDs: false)
    }
    let removed = (completion.command as? Edit)?.removeActor ?? []
    return try catalog.cast(of: MovieReference(movie), beginning: completion.partial)
      .filter { !removed.contains($0.actor.name) }
      .compactMap { Self.candidate(for: $0, allowingID: false) }
  }

  private static func candidate(
    for actor: ActorWithMovieCount, allowingID: Bool
  ) -> Completion.Candidate? {
    let (id, name) = (actor.id.rawValue, actor.actor.name)
    if isInsertable(name), !name.isDigits {
      return Completion.Candidate(name, note: Formatting.pluralized(actor.movieCount, "movie"))
    }
    return allowingID ? Completion.Candidate("\(id)", note: line(name)) : nil
  }

  // MARK: Attributes

  private static let today = Clock.localDate()

  private func assignments(
    startingWith partial: String, in catalog: inout CompletionSource
  ) throws -> [Completion.Candidate] {
    guard let (key, value) = Self.assignment(partial) else {
      let keys = try AttributeKey.known + otherKeys(in: &catalog)
      return Self.keys(keys.map { ($0.name, $0.note) }, startingWith: partial, end: "=")
    }
    var candidates = Self.values(
      try catalog.attributeValues(
        of: AttributeKey(key), beginning: value, limit: Self.maximumCount), after: "\(key)=")
    if key == AttributeKey.watched.name, Self.today.hasPrefix(value) {
      let today = Completion.Candidate("\(key)=\(Self.today)", note: "today")
      candidates = [today] + candidates.filter { $0.text != today.text }
    }
    return candidates
  }

  private func presentAttributes(
    for completion: Completion, in catalog: inout CompletionSource
  ) throws -> [Completion.Candidate] {
    let partial = completion.partial
    var attributes: MovieAttributes?
    if completion.arguments.count == 1, let movie = completion.arguments.first, movie != "-" {
      attributes = try catalog.attributes(of: MovieReference(movie))
    }
    guard let (key, value) = Self.assignment(partial) else {
      let keys = try attributes?.keys ?? catalog.attributeKeys(limit: Self.maximumCount)
      return Self.keys(keys.map { ($0.name, $0.note) }, startingWith: partial)
    }
    let (attribute, folded) = (try AttributeKey(key), Folding.fold(value).utf8)
    let values =
      try attributes?[attribute].filter {
        Folding.fold($0.description).utf8.starts(with: folded)
      } ?? catalog.attributeValues(of: attribute, beginning: value, limit: Self.maximumCount)
    return Self.values(values, after: "\(key)=")
  }

  /// Keys, and the values after a key and an operator; nothing for text.
  private func terms(
    startingWith partial: String, in catalog: inout CompletionSource
  ) throws -> [Completion.Candidate] {
    let isNegated = partial.utf8.first == UInt8(ascii: "!")
    let scalars = partial.unicodeScalars.dropFirst(isNegated ? 1 : 0)
    let operators = ":=!<>".unicodeScalars
    let name = scalars.prefix { !operators.contains($0) }
    let comparison = scalars[name.endIndex...].prefix(while: operators.contains)
    if comparison.isEmpty {
      if name.isEmpty && !isNegated { return [] }
      let keys = try AttributeKey.known + otherKeys(in: &catalog)
      return Self.keys(
        ["title", "actor", "has", "is"].map { ($0, "") } + keys.map { ($0.name, $0.note) },
        startingWith: String(name), after: isNegated ? "!" : "", end: ":")
    }
    let (start, typed) = (
      (isNegated ? "!" : "") + String(scalars[..<comparison.endIndex]),
      String(scalars[comparison.endIndex...])
    )
    let key = String(name).lowercased()
    let isState = key == "has" || key == "is"
    let allowed =
      isState ? [":"] : key == "title" || key == "actor" ? [":", "=", "!="] : Self.comparisons
    guard allowed.contains(String(comparison)) else { return [] }
    var seen: Set<[UInt8]> = []
    switch key {
    case "title":
      return try titles(startingWith: typed, in: &catalog).map(\.movie.title)
        .filter { Self.isInsertable($0) && seen.insert(Array($0.utf8)).inserted }
        .map { Completion.Candidate(start + Self.quoted($0)) }
    case "actor":
      return try actors(startingWith: typed, in: &catalog, allowingIDs: false)
        .map { Completion.Candidate(start + Self.quoted($0.text), note: $0.note) }
    case "is":
      return Self.keys([("favorite", ""), ("watched", "")], startingWith: typed, after: start)
    case "has":
      let keys = try AttributeKey.known + otherKeys(in: &catalog)
      return Self.keys(
        [("actor", "")] + keys.map { ($0.name, $0.note) }, startingWith: typed, after: start)
    default:
      let values = try catalog.attributeValues(
        of: AttributeKey(key), beginning: typed, limit: Self.maximumCount)
      return values.map { start + Self.quoted($0.description, separator: ",") }
        .filter(Self.isInsertable).map { Completion.Candidate($0) }
    }
  }

  private static let comparisons =
    MovieQuery.Term.Comparison.allCases.map(\.rawValue) + ["!="]

  /// The value of a term, in quotes if it has a meaning without them.
  private static func quoted(_ value: String, separator: Unicode.Scalar? = nil) -> String {
    let scalars = value.unicodeScalars
    let isSpecial =
      scalars.first.map("\"=<>~".unicodeScalars.contains) ?? true
      || separator.map(scalars.contains) ?? false || value.utf8.starts(with: "id:".utf8)
    return isSpecial ? MovieQuery.Term.Value.quoted(value) : value
  }

  private func titleTexts(
    startingWith partial: String, in catalog: inout CompletionSource
  ) throws -> [Completion.Candidate] {
    var seen: Set<[UInt8]> = []
    return try titles(startingWith: partial, in: &catalog).map(\.movie.title)
      .filter { Self.isInsertable($0) && seen.insert(Array($0.utf8)).inserted }
      .map { Completion.Candidate($0) }
  }

  /// The key and the value, or `nil` if no value is typed.
  private static func assignment(_ partial: String) -> (key: String, value: String)? {
    let parts = partial.unicodeScalars.split(
      separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    return parts.count > 1 ? (String(parts[0]), String(parts[1])) : nil
  }

  /// The keys that movies have, without the known ones.
  private func otherKeys(in catalog: inout CompletionSource) throws -> [AttributeKey] {
    try catalog.attributeKeys(limit: Self.maximumCount).filter { !$0.isKnown }
  }

  private static func keys(
    _ keys: [(name: String, note: String)], startingWith partial: String, after start: String = "",
    end: String = ""
  ) -> [Completion.Candidate] {
    keys.filter { $0.name.utf8.starts(with: Folding.fold(partial).utf8) }
      .map { Completion.Candidate(start + $0.name + end, note: $0.note) }
  }

  private static func values(
    _ values: [AttributeValue], after start: String
  ) -> [Completion.Candidate] {
    var texts: Set<[UInt8]> = []
    return values.map { start + $0.description }
      .filter { isInsertable($0) && texts.insert(Array($0.utf8)).inserted }
      .map { Completion.Candidate($0) }
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

extension AttributeKey {
  /// What a known key expects; empty for any other key.
  fileprivate var note: String { isKnown ? expectedValue : "" }
}
