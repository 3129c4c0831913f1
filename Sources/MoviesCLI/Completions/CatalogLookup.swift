internal import MovieArguments
internal import MovieStore
internal import MovieSystem
internal import MovieTerminal

/// Looks up in the catalog what can stand for a movie or an actor.
struct CatalogLookup {
  /// The names that the table of options has for what is looked up.
  static let movie = "movie"
  static let actor = "actor"
  /// An actor's name where an id would not do.
  static let name = "name"
  /// A name in the cast of the movie that is the command's first argument.
  static let cast = "cast"

  let path: String
  /// Whether the shell drops what has not each letter as typed.
  let isLiteral: Bool
  private static let most = 100
  /// Longer ones are nothing for a command line.
  private static let longest = 200

  /// The words for what is typed; none where the database cannot be read just now.
  func words(_ name: String, for completion: Completion) -> [Completion.Candidate] {
    let typed = completion.typed
    if typed.isDigits { return [] }
    do {
      var catalog = try CompletionSource(path: path)
      if name == Self.movie {
        let title = typed.after(prefix: Self.titlePrefix)
        let titles = try catalog.titles(beginning: title ?? typed, limit: Self.most)
        return Self.once(
          titles.map { word(for: $0, title ?? typed, title == nil ? "" : Self.titlePrefix) })
      }
      let actors =
        if name == Self.cast, let movie = completion.arguments.first {
          try catalog.cast(of: MovieReference(movie), beginning: typed)
            .filter { !completion.texts(Options.removeActor).contains($0.actor.name) }
        } else {
          try catalog.actors(beginning: typed, limit: Self.most)
        }
      return actors.compactMap { word(for: $0, mayBeID: name == Self.actor) }
    } catch {
      return []
    }
  }

  private static let titlePrefix = "title:"

  /// - Parameter prefix: what was typed before the title.
  private func word(
    for title: CompletionSource.Title, _ typed: String, _ prefix: String
  ) -> Completion.Candidate {
    let movie = title.movie.movie
    let canStand =
      Self.canStand(movie.title) && (!prefix.isEmpty || Self.isTitle(movie.title))
    // Such a shell would leave out the ids, as if there were no such movies: run, the title tells them.
    if isLiteral, canStand, !title.isUnique, Self.hasLetters(movie.title, of: typed) {
      return Completion.Candidate(prefix + movie.title, note: "several movies")
    }
    guard title.isUnique, canStand else {
      let note = movie.title + title.movie.briefCast
      return Completion.Candidate("\(movie.id.rawValue)", note: Self.line(note))
    }
    let cast = title.movie.cast.prefix(3).map(\.name).joined(separator: ", ")
    if isLiteral, title.isUniqueFolded, !Self.hasLetters(movie.title, of: typed) {
      let note = cast.isEmpty ? movie.title : "\(movie.title): \(cast)"
      return Completion.Candidate(prefix + movie.sortableTitle, note: Self.line(note))
    }
    return Completion.Candidate(prefix + movie.title, note: Self.line(cast))
  }

  private static func once(_ words: [Completion.Candidate]) -> [Completion.Candidate] {
    var seen: Set<[UInt8]> = []
    return words.filter { seen.insert(Array($0.text.utf8)).inserted }
  }

  private func word(for actor: ActorWithMovieCount, mayBeID: Bool) -> Completion.Candidate? {
    let (id, name) = (actor.id.rawValue, actor.actor.name)
    if Self.canStand(name), !name.isDigits {
      return Completion.Candidate(name, note: Formatting.pluralized(actor.movieCount, "movie"))
    }
    return mayBeID ? Completion.Candidate("\(id)", note: Self.line(name)) : nil
  }

  /// Whether the text can be a word of a command line, shown as it is.
  private static func canStand(_ text: String) -> Bool {
    text.utf8.count <= longest && text.utf8.first != UInt8(ascii: "-")
      && Array(TerminalText.escaped(text).utf8) == Array(text.utf8)
  }

  private static func isTitle(_ text: String) -> Bool {
    do { return try MovieReference(text) == .title(text) } catch { return false }
  }

  /// Whether the letters stand in the text in this order, upper and lower case being the same.
  private static func hasLetters(_ text: String, of typed: String) -> Bool {
    var rest = text.lowercased().unicodeScalars[...]
    for letter in typed.lowercased().unicodeScalars {
      guard let place = rest.firstIndex(of: letter) else { return false }
      rest = rest[rest.index(after: place)...]
    }
    return true
  }

  private static func line(_ note: String) -> String {
    TerminalText.escaped(TerminalText.truncated(note, to: longest))
  }
}
