internal import MovieSQLite
internal import MovieSystem

extension MovieEdit {
  /// Returns the values that the edit replaces.
  ///
  /// - Throws: `StoreError.notInCast`, `alreadyInCast`, `ambiguousActor`, `invalidInput`;
  ///   `SQLiteError`.
  func fields(
    for movie: Movie, in catalog: borrowing CatalogTransaction
  ) throws -> MovieFields {
    var fields = MovieFields(isFavorite: isFavorite)
    fields.title = try title.map { (title) throws in try TextValidation.validated(title, .title) }
    if !removedActors.isEmpty || !renamedActors.isEmpty || !addedActors.isEmpty {
      let names = try names(of: movie, in: catalog)
      let draft = try MovieDraft(movie, cast: names + addedActors).validated()
      fields.cast = draft.cast.map { .init(name: $0) }
    }
    fields.attributes = try attributes(of: movie)
    return fields
  }

  /// Returns the names of the cast after names were removed and replaced.
  private func names(
    of movie: Movie, in catalog: borrowing CatalogTransaction
  ) throws -> [String] {
    var matcher = CastMatcher(movie)
    for name in removedActors { try matcher.remove(matcher.position(of: name, in: catalog)) }
    for renaming in renamedActors {
      let new = try TextValidation.validated(renaming.new, .name)
      let position = try matcher.position(of: renaming.old, in: catalog)
      if matcher.has(new, exceptAt: position) {
        throw StoreError(.alreadyInCast(name: new, movie: movie))
      }
      matcher.replace(position, by: new)
    }
    return matcher.names
  }

  private func attributes(of movie: Movie) throws(StoreError) -> MovieAttributes {
    var result = movie.attributes
    for key in removedAttributes { result.remove(key) }
    for entry in removedAttributeValues.entries {
      for value in entry.values { result.remove(value, from: entry.key) }
    }
    for entry in attributes.entries { try result.setUnlimited(entry.key, to: entry.values) }
    for entry in addedAttributeValues.entries {
      if entry.key.isList {
        try result.addMissing(entry.values, to: entry.key)
      } else {
        try result.setUnlimited(entry.key, to: result[entry.key] + entry.values)
      }
    }
    let isPutOnWatchlist = [attributes, addedAttributeValues].contains {
      $0[.tag].contains(.text(MovieAttributes.watchlistTag))
    }
    if !isPutOnWatchlist { result.settleMarks(since: movie.attributes, keepingSeen: true) }
    try result.requireWithinLimits(insteadOf: movie.attributes)
    return result
  }
}

/// A cast while names are removed and replaced. A name is found in the same time however large it
/// is.
private struct CastMatcher {
  private let movie: Movie
  /// The names; `nil` for those that were removed.
  private var current: [String?]
  private var counts: [ByteString: Int] = [:]
  /// The positions of the former names.
  private let exact: [ByteString: [Int]]
  private lazy var similar = Dictionary(grouping: movie.cast.indices) {
    ByteString(FoldedTitle.of(movie.cast[$0].name))
  }

  init(_ movie: Movie) {
    self.movie = movie
    current = movie.cast.map(\.name)
    exact = Dictionary(grouping: movie.cast.indices) { ByteString(movie.cast[$0].name) }
    counts = exact.mapValues(\.count)
  }

  var names: [String] { current.compactMap(\.self) }

  /// Returns the position of the actor whom the name means.
  mutating func position(
    of name: String, in catalog: borrowing CatalogTransaction
  ) throws -> Int {
    var positions = (exact[ByteString(name)] ?? []).filter { current[$0] != nil }
    if positions.isEmpty {
      let candidates = similar[ByteString(FoldedTitle.of(name))] ?? []
      positions = NameMatch.best(candidates.filter { current[$0] != nil }, for: name) {
        movie.cast[$0].name
      }
    }
    guard let first = positions.first else {
      throw StoreError(.notInCast(name: name, movie: movie))
    }
    if positions.count == 1 { return first }
    let ids = Set(positions.map { movie.cast[$0].id.rawValue })
    let actors = try ActorWithMovieCount.fetchAll(
      where: "a.id IN (SELECT value FROM json_each(\(jsonArray(ids))))", in: catalog)
    let found = positions.compactMap { position in
      actors.first { $0.id == movie.cast[position].id }
    }
    throw StoreError(.ambiguousActor(reference: name, candidates: found))
  }

  func has(_ name: String, exceptAt position: Int) -> Bool {
    let own = current[position]?.isExactly(name) == true ? 1 : 0
    return counts[ByteString(name), default: 0] > own
  }

  mutating func remove(_ position: Int) { replace(position, by: nil) }

  mutating func replace(_ position: Int, by name: String?) {
    if let former = current[position] { counts[ByteString(former), default: 0] -= 1 }
    if let name { counts[ByteString(name), default: 0] += 1 }
    current[position] = name
  }
}
