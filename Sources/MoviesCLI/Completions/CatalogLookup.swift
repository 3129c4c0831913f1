internal import MovieArguments
internal import MovieStore
internal import MovieTerminal

/// Looks up in the catalog what can stand for a movie or an actor.
struct CatalogLookup {
  /// The names that the table of options has for what is looked up.
  static let movie = "movie"
  static let actor = "actor"
  /// An actor's name where an id would not do.
  static let name = "name"

  let path: String
  /// Whether the shell drops what has not each letter as typed.
  let isLiteral: Bool
  private static let most = 100
  /// Longer ones are nothing for a command line.
  private static let longest = 200

  /// The words for what is typed; none where the database cannot be read just now.
  func words(_ name: String, for typed: String) -> [Completion.Candidate] {
    let isNumber = typed.utf8.allSatisfy { (0x30...0x39).contains($0) }
    if isNumber, !typed.isEmpty { return [] }
    do {
      var catalog = try CompletionCatalog(path: path)
      guard name == Self.movie else {
        return try catalog.actors(beginning: typed, most: Self.most).compactMap {
          word(for: $0, mayBeID: name == Self.actor)
        }
      }
      return Self.once(
        try catalog.titles(beginning: typed, most: Self.most).map { word(for: $0, typed) })
    } catch {
      return []
    }
  }

  private func word(
    for title: CompletionCatalog.Title, _ typed: String
  ) -> Completion.Candidate {
    let movie = title.movie.movie
    let canStand = Self.canStand(movie.title) && Self.isTitle(movie.title)
    // Such a shell would leave out the ids, as if there were no such movies: run, the title tells them.
    if isLiteral, canStand, !title.isUnique, Self.hasLetters(movie.title, of: typed) {
      return Completion.Candidate(movie.title, note: "several movies")
    }
    guard title.isUnique, canStand else {
      let note = movie.title + title.movie.briefCast
      return Completion.Candidate("\(movie.id.rawValue)", note: Self.line(note))
    }
    let cast = title.movie.cast.prefix(3).map(\.name).joined(separator: ", ")
    if isLiteral, title.isUniqueFolded, !Self.hasLetters(movie.title, of: typed) {
      let note = cast.isEmpty ? movie.title : "\(movie.title): \(cast)"
      return Completion.Candidate(movie.sortableTitle, note: Self.line(note))
    }
    return Completion.Candidate(movie.title, note: Self.line(cast))
  }

  private static func once(_ words: [Completion.Candidate]) -> [Completion.Candidate] {
    var seen: Set<[UInt8]> = []
    return words.filter { seen.insert(Array($0.text.utf8)).inserted }
  }

  private func word(for actor: CreditedActor, mayBeID: Bool) -> Completion.Candidate? {
    let (id, name) = (actor.id.rawValue, actor.actor.name)
    if Self.canStand(name), !name.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
      return Completion.Candidate(name, note: counted(actor.movieCount, "movie"))
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
