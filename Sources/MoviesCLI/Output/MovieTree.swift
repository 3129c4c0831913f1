internal import MovieStore
internal import MovieSystem
internal import MovieTerminal

/// The movies and actors that are reachable from movies. Each movie and each actor is expanded
/// once.
struct MovieTree {
  let depth: Int
  let order: CastOrder
  private var expandedMovies: Set<Movie.ID> = []
  private var expandedActors: Set<Actor.ID> = []

  /// - Parameter depth: The number of levels below a movie.
  init(depth: Int, order: CastOrder) { (self.depth, self.order) = (depth, order) }

  mutating func write(
    _ movie: Movie, in store: borrowing Catalog, to writer: inout some TreeWriter
  ) throws {
    try write(movie, depth: depth, isLast: true, in: store, to: &writer)
  }

  private mutating func write(
    _ movie: Movie, depth: Int, isLast: Bool, in store: borrowing Catalog,
    to writer: inout some TreeWriter
  ) throws {
    let isExpanded = expandedMovies.contains(movie.id)
    let cast = depth > 0 && !isExpanded ? order.sorted(movie.cast) : nil
    let movie = movie.with(cast: cast ?? order.sorted(movie.cast))
    try writer.begin(movie, hasActors: cast != nil, isAbove: isExpanded, isLast: isLast)
    if let cast {
      expandedMovies.insert(movie.id)
      for (index, actor) in cast.enumerated() {
        try write(
          actor, depth: depth - 1, isLast: index == cast.count - 1, in: store, to: &writer)
      }
    }
    try writer.end(movie)
  }

  private mutating func write(
    _ actor: Actor, depth: Int, isLast: Bool, in store: borrowing Catalog,
    to writer: inout some TreeWriter
  ) throws {
    let isExpanded = expandedActors.contains(actor.id)
    let hasMovies = depth > 0 && !isExpanded
    try writer.begin(actor, hasMovies: hasMovies, isAbove: isExpanded, isLast: isLast)
    if hasMovies {
      expandedActors.insert(actor.id)
      let movies = try store.movies([.actor(id: actor.id)])
      for (index, movie) in movies.enumerated() {
        try write(
          movie, depth: depth - 1, isLast: index == movies.count - 1, in: store, to: &writer)
      }
    }
    try writer.end(actor, hasMovies: hasMovies)
  }
}

/// Writes the nodes of a tree as they are reached. `isAbove` says that a node was expanded before.
protocol TreeWriter {
  mutating func begin(_ movie: Movie, hasActors: Bool, isAbove: Bool, isLast: Bool) throws
  mutating func end(_ movie: Movie) throws
  mutating func begin(_ actor: Actor, hasMovies: Bool, isAbove: Bool, isLast: Bool) throws
  mutating func end(_ actor: Actor, hasMovies: Bool) throws
}

/// A tree as text: with lines on a terminal, otherwise by indentation only.
struct TextTreeWriter: TreeWriter {
  let output: OutputWriter
  let isColored: Bool
  /// The lines to the left of each level below the first.
  private var trunks: [String] = []

  init(to output: OutputWriter, isColored: Bool) {
    (self.output, self.isColored) = (output, isColored)
  }

  mutating func begin(_ movie: Movie, hasActors: Bool, isAbove: Bool, isLast: Bool) throws {
    let star = movie.isFavorite ? " \(output.glyphs.star)" : ""
    try write(
      id: movie.id.rawValue, name: movie.titleWithYear, style: .bold,
      suffix: Style.favorite.styled(star, isColored: isColored) + (isAbove ? " (above)" : ""),
      isLast: isLast)
  }

  mutating func begin(_ actor: Actor, hasMovies: Bool, isAbove: Bool, isLast: Bool) throws {
    try write(
      id: actor.id.rawValue, name: actor.name, style: nil, suffix: isAbove ? " (above)" : "",
      isLast: isLast)
  }

  mutating func end(_ movie: Movie) { trunks.removeLast() }
  mutating func end(_ actor: Actor, hasMovies: Bool) { trunks.removeLast() }

  /// Writes the line of a node, and begins the level below it.
  private mutating func write(
    id: Int64, name: String, style: Style?, suffix: String, isLast: Bool
  ) throws {
    let isTop = trunks.isEmpty
    let glyphs = output.isTerminal ? output.glyphs : nil
    let branch = glyphs.map { isLast ? $0.lastBranch : $0.branch } ?? "  "
    var stem = trunks.joined() + (isTop ? "" : branch)
    trunks.append(isTop ? "" : glyphs.map { isLast ? "   " : $0.trunk } ?? "  ")
    var name = TerminalText.escaped(name)
    if let ellipsis = glyphs?.ellipsis {
      // In a deep tree on a narrow terminal, the lines on the left are truncated, so that an id, the
      // start of a name, a star and `(above)` fit.
      stem = TerminalText.truncated(
        stem, to: max(4, output.columns - 32), at: .start, ellipsis: ellipsis)
      let used = DisplayWidth.columns(of: stem + "\(id) " + suffix)
      name = TerminalText.truncated(name, to: max(1, output.columns - used), ellipsis: ellipsis)
    }
    let label = style?.styled(name, isColored: isColored) ?? name
    try output.write(
      escaped: "\(stem)\(Style.dim.styled("\(id)", isColored: isColored)) \(label)\(suffix)\n")
  }
}

/// A tree as JSON: each expanded actor has a `filmography`.
struct JSONTreeWriter: TreeWriter {
  private let output: OutputWriter
  private var records: JSONRecordWriter
  private var json = JSONBuilder()
  private var level = 0

  static let schema = JSONSchema.definition(
    "movie", MovieRecord.object(actorMembers: ["filmography": .array(.reference("movie"))]))

  init(isArray: Bool, to output: OutputWriter) {
    self.output = output
    records = JSONRecordWriter(isArray: isArray, output: output)
  }

  mutating func begin(_ movie: Movie, hasActors: Bool, isAbove: Bool, isLast: Bool) throws {
    if level == 0 {
      try records.begin()
      json.removeAll()
    }
    level += 1
    MovieRecord(movie).open(in: &json)
    if hasActors { return }
    for actor in movie.cast {
      open(actor)
      json.close("}")
    }
  }

  mutating func end(_ movie: Movie) throws {
    MovieRecord(movie).close(in: &json)
    level -= 1
    try output.write(json: json.takePart())
    if level == 0 { try records.end() }
  }

  mutating func begin(_ actor: Actor, hasMovies: Bool, isAbove: Bool, isLast: Bool) {
    open(actor)
    if hasMovies { json.open("[", "filmography") }
  }

  mutating func end(_ actor: Actor, hasMovies: Bool) {
    if hasMovies { json.close("]") }
    json.close("}")
  }

  private mutating func open(_ actor: Actor) {
    json.open("{")
    json.add("id", actor.id.rawValue)
    json.add("name", actor.name)
  }

  func finish() throws { try records.finish() }
}
