internal import MovieStore
internal import MovieTerminal

/// The movies and actors that are reachable from a movie, as text: with lines on a terminal, otherwise
/// by indentation only. Each movie and each actor is expanded once.
struct MovieTree {
  private let depth: Int
  private let order: CastOrder
  private let output: OutputWriter
  private let isColored: Bool
  private var expandedMovies: Set<Movie.ID> = []
  private var expandedActors: Set<Actor.ID> = []

  /// - Parameter depth: The number of levels below a movie.
  init(depth: Int, order: CastOrder, output: OutputWriter, isColored: Bool) {
    self.depth = depth
    self.order = order
    self.output = output
    self.isColored = isColored
  }

  mutating func write(_ movie: Movie, in store: borrowing Catalog) throws {
    let branch = Branch(glyphs: output.isTerminal ? output.glyphs : nil)
    try write(movie, depth: depth, branch, in: store)
  }

  private mutating func write(
    _ movie: Movie, depth: Int, _ branch: Branch, in store: borrowing Catalog
  ) throws {
    let isExpanded = expandedMovies.contains(movie.id)
    let star = movie.isFavorite ? " \(output.glyphs.star)" : ""
    try writeLine(
      branch, id: movie.id.rawValue, name: movie.titleWithYear, style: .bold,
      suffix: Style.favorite.styled(star, isColored: isColored) + (isExpanded ? " (above)" : ""))
    guard depth > 0, !isExpanded else { return }
    expandedMovies.insert(movie.id)
    let cast = order.sorted(movie.cast)
    for (index, actor) in cast.enumerated() {
      let child = branch.child(isLast: index == cast.count - 1)
      try write(actor, depth: depth - 1, child, in: store)
    }
  }

  private mutating func write(
    _ actor: Actor, depth: Int, _ branch: Branch, in store: borrowing Catalog
  ) throws {
    let isExpanded = expandedActors.contains(actor.id)
    try writeLine(
      branch, id: actor.id.rawValue, name: actor.name, style: nil,
      suffix: isExpanded ? " (above)" : "")
    guard depth > 0, !isExpanded else { return }
    expandedActors.insert(actor.id)
    let movies = try store.movies(with: actor.id)
    for (index, movie) in movies.enumerated() {
      let child = branch.child(isLast: index == movies.count - 1)
      try write(movie, depth: depth - 1, child, in: store)
    }
  }

  private func writeLine(
    _ branch: Branch, id: Int64, name: String, style: Style?, suffix: String
  ) throws {
    var (name, stem) = (TerminalText.escaped(name), branch.stem)
    if output.isTerminal {
      let ellipsis = output.glyphs.ellipsis
      // In a deep tree on a narrow terminal, the lines on the left are truncated, so that an id, the
      // start of a name, a star and `(above)` fit.
      stem = TerminalText.truncated(
        stem, to: max(4, output.columns - 32), at: .start, ellipsis: ellipsis)
      let used = DisplayWidth.columns(of: stem + "\(id) " + suffix)
      name = TerminalText.truncated(name, to: max(1, output.columns - used), ellipsis: ellipsis)
    }
    let id = Style.dim.styled("\(id)", isColored: isColored)
    let label = style?.styled(name, isColored: isColored) ?? name
    try output.write("\(stem)\(id) \(label)\(suffix)\n")
  }
}

/// The lines of the tree to the left of an entry.
private struct Branch {
  /// `nil` for indentation without lines.
  let glyphs: Glyphs?
  /// The prefix of the entry itself.
  var stem = ""
  /// The prefix of the entries below it.
  var trunk = ""

  init(glyphs: Glyphs?) { self.glyphs = glyphs }

  func child(isLast: Bool) -> Branch {
    var child = self
    child.stem = trunk + (glyphs.map { isLast ? $0.lastBranch : $0.branch } ?? "  ")
    child.trunk = trunk + (glyphs.map { isLast ? "   " : $0.trunk } ?? "  ")
    return child
  }
}

/// Adds filmographies to records, down to a depth. Each movie and each actor is expanded once.
struct FilmographyExpander {
  let depth: Int
  let order: CastOrder
  private var expandedMovies: Set<Movie.ID> = []
  private var expandedActors: Set<Actor.ID> = []

  init(depth: Int, order: CastOrder) {
    self.depth = depth
    self.order = order
  }

  mutating func record(
    for movie: Movie, in store: borrowing Catalog
  ) throws -> MovieRecord {
    try record(for: movie, depth: depth, in: store)
  }

  private mutating func record(
    for movie: Movie, depth: Int, in store: borrowing Catalog
  ) throws -> MovieRecord {
    let cast = order.sorted(movie.cast)
    var record = MovieRecord(
      movie.with(cast: cast))
    guard depth > 1, expandedMovies.insert(movie.id).inserted else { return record }
    for actor in cast where expandedActors.insert(actor.id).inserted {
      var filmography: [MovieRecord] = []
      for movie in try store.movies(with: actor.id) {
        filmography.append(try self.record(for: movie, depth: depth - 2, in: store))
      }
      record.filmographies[actor.id] = filmography
    }
    return record
  }
}
