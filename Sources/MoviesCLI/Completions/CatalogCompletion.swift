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
}

/// Looks up titles and names that complete a word.
struct CatalogLookup {
  let path: String
  /// Whether the shell hides candidates without all typed letters.
  let matchesTypedText: Bool
  private static let maximumCount = 100
  private static let maximumLength = 200
  private static let titlePrefix = "title:"

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
    let titles = try catalog.titles(beginning: title ?? partial, limit: Self.maximumCount)
    let candidates = titles.map { candidate(for: $0, title ?? partial, prefix) }
    var texts: Set<[UInt8]> = []
    return candidates.filter { texts.insert(Array($0.text.utf8)).inserted }
  }

  /// - Parameter prefix: The typed text before the title.
  private func candidate(
    for title: CompletionSource.Title, _ partial: String, _ prefix: String
  ) -> Completion.Candidate {
    let movie = title.movie.movie
    let isInsertable =
      Self.isInsertable(movie.title) && (!prefix.isEmpty || Self.isTitleReference(movie.title))
    // The shell would hide the ids. The command lists them if the title is used.
    if matchesTypedText, isInsertable, !title.isUnique, Self.hasLetters(movie.title, of: partial) {
      return Completion.Candidate(prefix + movie.title, note: "several movies")
    }
    guard title.isUnique, isInsertable else {
      let note = movie.title + title.movie.briefCast
      return Completion.Candidate("\(movie.id.rawValue)", note: Self.line(note))
    }
    let cast = title.movie.cast.prefix(3).map(\.name).joined(separator: ", ")
    if matchesTypedText, title.isUniqueFolded, !Self.hasLetters(movie.title, of: partial) {
      let note = cast.isEmpty ? movie.title : "\(movie.title): \(cast)"
      return Completion.Candidate(prefix + movie.sortableTitle, note: Self.line(note))
    }
    return Completion.Candidate(prefix + movie.title, note: Self.line(cast))
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
