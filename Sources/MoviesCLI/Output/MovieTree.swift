internal import MovieStore
internal import MovieTerminal

/// A drill-down as text: with lines on a terminal, else by indentation alone.
struct MovieTree {
  private let depth: Int
  private let order: CastOrder
  private let output: OutputWriter
  private let isColored: Bool
  private var openMovies: Set<Movie.ID> = []
  private var openActors: Set<Actor.ID> = []

  init(depth: Int, order: CastOrder, output: OutputWriter, isColored: Bool) {
    self.depth = depth
    self.order = order
    self.output = output
    self.isColored = isColored
  }

  /// Prints the movie and what is below it.
  mutating func print(_ movie: MovieWithCast, in store: borrowing MovieStore) throws {
    let branch = Branch(glyphs: output.isTerminal ? output.glyphs : nil)
    try print(movie, depth: depth, branch, in: store)
  }

  private mutating func print(
    _ movie: MovieWithCast, depth: Int, _ branch: Branch, in store: borrowing MovieStore
  ) throws {
    let isOpen = openMovies.contains(movie.id)
    let star = movie.movie.isFavorite ? " \(output.glyphs.star)" : ""
    try writeLine(
      branch, id: movie.id.rawValue, name: movie.movie.title, style: .bold,
      after: Style.favorite.styled(star, isColored: isColored) + (isOpen ? " (above)" : ""))
    guard depth > 0, !isOpen else { return }
    openMovies.insert(movie.id)
    let cast = order.sorted(movie.cast)
    for (index, actor) in cast.enumerated() {
      let below = branch.child(isLast: index == cast.count - 1)
      try print(actor, depth: depth - 1, below, in: store)
    }
  }

  private mutating func print(
    _ actor: Actor, depth: Int, _ branch: Branch, in store: borrowing MovieStore
  ) throws {
    let isOpen = openActors.contains(actor.id)
    try writeLine(
      branch, id: actor.id.rawValue, name: actor.name, style: nil, after: isOpen ? " (above)" : "")
    guard depth > 0, !isOpen else { return }
    openActors.insert(actor.id)
    let movies = try store.movies(with: actor.id)
    for (index, movie) in movies.enumerated() {
      let below = branch.child(isLast: index == movies.count - 1)
      try print(movie, depth: depth - 1, below, in: store)
    }
  }

  private func writeLine(
    _ branch: Branch, id: Int64, name: String, style: Style?, after: String
  ) throws {
    var (shown, stem) = (TerminalText.escaped(name), branch.stem)
    if output.isTerminal {
      let ellipsis = output.glyphs.ellipsis
      // Of a deep tree on a narrow terminal, the trunks on the left give way: an id, a name of some
      // length, a star and `(above)` are to have room.
      stem = TerminalText.truncated(
        stem, to: max(4, output.columns - 32), at: .start, ellipsis: ellipsis)
      let taken = DisplayWidth.columns(of: stem + "\(id) " + after)
      shown = TerminalText.truncated(
        shown, to: max(1, output.columns - taken), ellipsis: ellipsis)
    }
    let id = Style.dim.styled("\(id)", isColored: isColored)
    let label = style?.styled(shown, isColored: isColored) ?? shown
    try output.write("\(stem)\(id) \(label)\(after)\n")
  }
}

/// What stands before a line of the tree.
private struct Branch {
  /// Of its lines; `nil` where it has none.
  let glyphs: Glyphs?
  /// Before the line itself.
  var stem = ""
  /// Before the lines below it.
  var trunk = ""

  init(glyphs: Glyphs?) { self.glyphs = glyphs }

  func child(isLast: Bool) -> Branch {
    var child = self
    child.stem = trunk + (glyphs.map { isLast ? $0.lastBranch : $0.branch } ?? "  ")
    child.trunk = trunk + (glyphs.map { isLast ? "   " : $0.trunk } ?? "  ")
    return child
  }
}
