internal import MovieArguments
internal import MovieStore
internal import MovieSystem

/// What keys need to know from the catalog.
extension BrowseCatalog {
  /// The maximum number of movies of a range, or on the clipboard.
  static let movieLimit = 5_000
  /// The maximum number of movies after a position in the order that are searched for a title.
  private static let lookahead = 100

  /// The keys that movies have.
  mutating func attributeKeys() throws(StoreError) -> [AttributeKey] {
    try read { store throws(StoreError) in try store.attributeKeys() }
  }

  mutating func movie(_ id: Movie.ID) throws(StoreError) -> Movie? {
    try read { store throws(StoreError) in try store.movie(id: id) }
  }

  mutating func actorCounts(
    of movie: Movie.ID, untilInputFrom descriptor: Int32?
  ) throws(StoreError) -> [Actor.ID: Int] {
    try read(untilInputFrom: descriptor) { store throws(StoreError) in
      let cast = try store.actors(
        ActorQuery(movie: movie, order: .billing, limit: DetailPane.castLimit))
      return Dictionary(
        cast.map { ($0.id, $0.movieCount) }, uniquingKeysWith: { first, _ in first })
    }
  }

  /// Finds what a text means in a list of movies: the movie that it names as an argument of a
  /// command does; if it names none, the first title that begins with it or has it.
  mutating func position(
    _ text: String, in query: BrowseQuery
  ) throws(StoreError) -> BrowsePosition {
    try read { store throws(StoreError) in
      let reference = ReferenceMessage.parsed(text)
      if reference.isRange { return .range }
      let named = try Self.movies(named: reference, in: store)
      let listed = try Self.listed(named, query, store)
      if listed.count == 1 { return .movie(listed[0]) }
      if listed.count > 1 { return .ambiguous(listed) }
      // A letter is also the beginning of titles.
      if !named.isEmpty, text.count > 1 || text.isDigits { return .unlisted(named) }
      if let movie = try Self.movie(with: text, in: query, store) { return .movie(movie) }
      let near = try ReferenceSuggestions.movies(near: text, in: store)
      return .unknown(near: try Self.listed(near, query, store))
    }
  }

  /// The movies that a reference names; several if it is ambiguous.
  private static func movies(
    named reference: MovieReference, in store: borrowing Catalog
  ) throws(StoreError) -> [Movie] {
    do throws(StoreError) {
      let movies = try store.movies(referredToBy: [reference])
      guard let (digits, _) = try store.ambiguousNumbers(among: [reference]).first else {
        return movies
      }
      let titled = try store.movies([.title(is: digits)]).filter { $0.title.isExactly(digits) }
      return movies + titled.filter { !movies.contains($0) }
    } catch {
      switch error.problem {
      case .unknownMovie: return []
      case .ambiguousMovie(_, let candidates): return candidates
      default: throw error
      }
    }
  }

  /// The movies among some that are in a list, in its order.
  private static func listed(
    _ movies: [Movie], _ query: BrowseQuery, _ store: borrowing Catalog
  ) throws(StoreError) -> [Movie] {
    if movies.isEmpty { return [] }
    return try page(query, at: .first, rows: movies.count, among: movies.map(\.id), in: store)
  }

  /// The first movie whose title begins with a text, in the order of titles, or has it.
  private static func movie(
    with text: String, in query: BrowseQuery, _ store: borrowing Catalog
  ) throws(StoreError) -> Movie? {
    if query.order == .title {
      let end = query.descending ? "\u{10FFFF}" : ""
      let place = Movie(
        id: query.descending ? .limit : Movie.ID(rawValue: 0), title: text + end)
      // The sort order ignores all marks, even those that are letters.
      let following = try page(query, at: .after(place), rows: lookahead, in: store)
      let folded = FoldedTitle.of(text).utf8
      let first = following.first { FoldedTitle.of($0.title).utf8.starts(with: folded) }
      if let first { return first }
    }
    if LoosePattern(text) == nil { return nil }
    return try page(query, [.title(text)], at: .first, rows: 1, in: store).first
  }

  mutating func randomMovie(of query: BrowseQuery) throws(StoreError) -> Movie? {
    try read { store throws(StoreError) in try store.randomMovie(of: query.movies) }
  }

  /// The next marked movie after the selected one, or the next that the search finds; after the
  /// last one, the first.
  mutating func match(
    in list: BrowseList, isForward: Bool
  ) throws(StoreError) -> Movie? {
    guard let selected = list.selected?.movie else { return nil }
    let marks = list.marks
    let anchors: [MoviePage.Anchor] =
      isForward ? [.after(selected), .first] : [.before(selected), .last]
    // Of many marked movies, the next one is soon found without an index.
    let areMany = marks.count > Self.movieLimit
    let ids = marks.isEmpty || areMany ? nil : marks.ids
    return try read { store throws(StoreError) in
      for anchor in anchors {
        let movies = try Self.page(
          list.query, marks.isEmpty ? list.search : [], at: anchor,
          rows: areMany ? Self.movieLimit : 1, among: ids, in: store
        ).filter { marks.isEmpty || marks.contains($0.id) }
        if let movie = isForward ? movies.first : movies.last { return movie }
      }
      return nil
    }
  }

  /// All movies of a list, in the order in which they were added.
  mutating func everything(in query: BrowseQuery) throws(StoreError) -> [Movie.ID] {
    try read { store throws(StoreError) in try store.movieIDs(query.movies, order: .added) }
  }

  /// The movies between two, both included, in the order of the list.
  ///
  /// - Returns: `nil` if there are too many.
  mutating func range(
    from start: Movie, to end: Movie, in query: BrowseQuery
  ) throws(StoreError) -> [Movie.ID]? {
    if start.id == end.id { return [start.id] }
    return try read { store throws(StoreError) in
      // Most ranges are on the screen.
      for rows in [100, Self.movieLimit] {
        for isForward in [true, false] {
          let anchor: MoviePage.Anchor = isForward ? .after(start) : .before(start)
          let ids = try Self.page(query, at: anchor, rows: rows, in: store).map(\.id)
          guard let index = ids.firstIndex(of: end.id) else { continue }
          return [start.id] + (isForward ? ids[...index] : ids[index...])
        }
      }
      return nil
    }
  }

  /// The marked movies in the order of the list, also those outside of it.
  ///
  /// - Returns: `nil` if there are too many.
  mutating func movies(_ marks: MovieMarks, of query: BrowseQuery) throws(StoreError) -> [Movie]? {
    if marks.count > Self.movieLimit { return nil }
    var all = BrowseQuery(.catalog)
    (all.chosenOrder, all.isReversed) = (query.chosenOrder, query.isReversed)
    return try read { store throws(StoreError) in
      try Self.page(all, at: .first, rows: Self.movieLimit, among: marks.ids, in: store)
    }
  }

  private static func page(
    _ query: BrowseQuery, _ terms: [MovieQuery.Term] = [], at anchor: MoviePage.Anchor,
    rows: Int, among ids: [Movie.ID]? = nil, in store: borrowing Catalog
  ) throws(StoreError) -> [Movie] {
    try store.page(
      of: MovieQuery(query.movies.terms + terms), order: query.movieOrder,
      descending: query.descending, at: anchor, rows: rows,
      among: ids
    ).movies
  }

  // MARK: Completion

  /// What the Tab key inserts in a prompt, as shells complete the arguments of commands.
  mutating func candidates(
    for prompt: BrowsePrompt, in query: BrowseQuery
  ) throws(StoreError) -> [String] {
    let word = prompt.completedWord
    switch prompt.kind {
    case .filter:
      switch query.source {
      case .catalog, .movies, .moviesHaving: break
      case .actors, .cast: return candidates(.name, word, after: ["list"])
      case .attributeKeys, .values: return []
      }
      let terms = candidates(.term, word, after: ["list"])
      // Text without a key can be the beginning of a name.
      let isText = !word.isEmpty && !word.contains { ":=<>!".contains($0) }
      let names = isText ? candidates(.name, word, after: ["list"]) : []
      return terms.map(Self.term) + names.map { MovieQuery.Term.text($0).description }
    case .position: return candidates(.title, word, after: ["list", "--title"])
    case .value(.tag, _), .value(.removedTag, .marked):
      // Backslashes are typed before commas.
      let tag = word.replacing("\\,", with: ",").replacing("\\\\", with: "\\")
      return candidates(.tag, tag, after: ["tag", "1"])
    case .value(.removedTag, .movie(let movie)):
      return movie.attributes[.tag].map { CatalogLookup.typed($0, of: AttributeKey.tag.name) }
        .filter { Folding.fold($0).utf8.starts(with: Folding.fold(word).utf8) }
    case .value(.date, _):
      // A date that was filled in is replaced by any word.
      return candidates(.day, prompt.isFilledIn ? "" : word, after: ["watch", "1"])
    case .value(.rating, _): return []
    }
  }

  private func candidates(
    _ kind: CatalogCompletion, _ word: String, after words: [String]
  ) -> [String] {
    let completion = CommandLineTool.parser.completion(of: word, after: words)
    return CatalogLookup.candidates(
      kind, for: completion, in: store.path, matchesTypedText: false
    ).map(\.text)
  }

  /// The term of an argument as it is typed without a shell, such as with quotes.
  private static func term(_ argument: String) -> String {
    if !argument.contains(where: \.isWhitespace) { return argument }
    do { return try MovieQuery(arguments: [argument]).description } catch { return argument }
  }
}
