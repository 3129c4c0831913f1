internal import MovieStore
internal import MovieSystem

/// Work that leaves the catalog as it is.
extension BenchmarkWork {
  static let reading = [
    BenchmarkWork("list", isLarge: true, needs: .catalog, expected: { $0...$0 }) { files, _ in
      var store = try files.store()
      var (movies, names) = (0, 0)
      try store.forEachMovie { movie in
        movies += 1
        names += movie.cast.count
      }
      return names == 5 * movies ? movies : 0
    },
    page("page") { _ in 0 },
    page("middle page") { $0 / 2 },
  ]

  static let searching = [
    search("selective", for: FilmWords.selectiveText) { _ in FilmWords.selectiveHits },
    search("broad", for: FilmWords.broadText, by: .relevance) { _ in 20 },
    search("two letters", for: FilmWords.twoLetters) { _ in 20 },
    search("rare letters", for: FilmWords.absentLetters) { _ in 0 },
    search("none", for: FilmWords.absentText) { _ in 0 },
  ]

  static let walking = [
    // A movie, its actors, and each one's movies: what `show --depth 2` reads.
    BenchmarkWork("drill", needs: .catalog, expected: { _ in 5...1_000 }) { files, sample in
      var store = try files.store()
      var films = 0
      for movie in try store.movies(referredToBy: [.id(files.movie(sample))]) {
        for actor in movie.cast { films += try store.movies(with: actor.id).count }
      }
      return films
    },
    BenchmarkWork("busiest actors", needs: .catalog, expected: { _ in 10...10 }) { files, _ in
      var store = try files.store()
      return try store.actors(ActorQuery(order: .movies, limit: 10)).count
    },
  ]

  static let exporting = BenchmarkWork(
    "export", isLarge: true, needs: .catalog, expected: { $0...$0 }
  ) { files, _ in
    var store = try files.store()
    return try store.exportMovies(
      MovieQuery(order: .added), as: .ndjson, to: ByteSink(creating: "/dev/null"))
  }

  private static func page(
    _ name: String, offset: @escaping @Sendable (_ movies: Int) -> Int
  ) -> BenchmarkWork {
    BenchmarkWork(name, needs: .catalog, expected: { _ in 20...20 }) { files, _ in
      let store = try files.store()
      return try store.movies(MovieQuery(limit: 20, offset: offset(files.movies))).count
    }
  }

  private static func search(
    _ kind: String, for text: String, by order: MovieQuery.Order = .title,
    rows: @escaping @Sendable (_ movies: Int) -> Int
  ) -> BenchmarkWork {
    BenchmarkWork(
      "search \(kind)", needs: .catalog, searchText: text, expected: { rows($0)...rows($0) }
    ) { files, _ in
      let store = try files.store()
      return try store.movies(MovieQuery(search: text, order: order, limit: 20)).count
    }
  }
}
