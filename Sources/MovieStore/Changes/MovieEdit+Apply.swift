internal import MovieSQLite

extension MovieEdit {
  /// The movie as it is to be, with the counts that its errors need.
  func applied(
    to movie: MovieWithCast, in transaction: borrowing Transaction
  ) throws -> MovieDraft {
    try applied(
      to: movie, movieCounts: ActorRows.movieCounts(ofCast: movie.id, in: transaction))
  }

  /// The movie as it is to be.
  ///
  /// - Parameter movieCounts: how many movies each actor of the cast has, for `ambiguousActor`.
  /// - Throws: `notInCast`, `alreadyInCast`, `ambiguousActor`, `invalidDraft`.
  func applied(
    to movie: MovieWithCast, movieCounts: [Actor.ID: Int]
  ) throws(StoreError) -> MovieDraft {
    var cast = movie.cast
    var names = cast.map(\.name)
    for name in removedActors {
      let place = try Self.place(of: name, in: cast, of: movie, movieCounts)
      cast.remove(at: place)
      names.remove(at: place)
    }
    for renaming in renamedActors {
      let place = try Self.place(of: renaming.old, in: cast, of: movie, movieCounts)
      let isTaken = names.indices.contains { $0 != place && names[$0].isExactly(renaming.new) }
      if isTaken { throw .alreadyInCast(name: renaming.new, movie: movie) }
      names[place] = renaming.new
    }
    do {
      return try MovieDraft(
        title: title ?? movie.movie.title, cast: names + addedActors,
        isFavorite: movie.movie.isFavorite)
    } catch {
      throw .invalidDraft(error)
    }
  }

  /// Where the cast has the name: an exact spelling wins over a folded one, and that over one
  /// without its article.
  private static func place(
    of name: String, in cast: [Actor], of movie: MovieWithCast, _ movieCounts: [Actor.ID: Int]
  ) throws(StoreError) -> Int {
    if let exact = cast.firstIndex(where: { $0.name.isExactly(name) }) { return exact }
    let (folded, sortable) = (Folding.fold(name), SortableTitle.of(name))
    let alike = cast.indices.filter { SortableTitle.of(cast[$0].name) == sortable }
    let closer = alike.filter { Folding.fold(cast[$0].name) == folded }
    let places = closer.isEmpty ? alike : closer
    guard let place = places.first else { throw .notInCast(name: name, movie: movie) }
    guard places.count == 1 else {
      throw .ambiguousActor(
        reference: name,
        candidates: places.map {
          ActorWithMovieCount(actor: cast[$0], movieCount: movieCounts[cast[$0].id] ?? 0)
        })
    }
    return place
  }
}

extension MovieDraft {
  /// Whether the movie has this title and cast already, to the byte.
  func isExactly(_ movie: MovieWithCast) -> Bool {
    title.isExactly(movie.movie.title) && cast.count == movie.cast.count
      && zip(cast, movie.cast).allSatisfy { $0.isExactly($1.name) }
  }
}
