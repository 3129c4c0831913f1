internal import MovieFormats
internal import MovieInterchange
internal import MovieSamples
internal import MovieStore
internal import MovieStoreMaintenance
internal import MovieSystem
internal import MovieTerminal
internal import MoviesCLI

extension Benchmark {
  /// All benchmarks, in the order in which they run.
  package static let all = writing + reading + searching + browsing + changing

  private static let writing = [
    Benchmark(
      "import", isLarge: true, needs: .movies,
      prepare: { files, _ in Directory.removeFile(files.path(.catalog)) },
      run: { files, _ in try files.importMovies() }),
    Benchmark(
      "seed", isLarge: true, needs: nil,
      prepare: { files, _ in Directory.removeFile(files.copy) },
      run: { files, _ in
        var store = try files.openCopy()
        return try store.seed(files.movies, seed: 1).movies
      }),
  ]

  private static let reading = [
    Benchmark("list", isLarge: true) { files, _ in
      var store = try files.openCatalog()
      var names = 0
      try store.forEachMovie { movie in names += movie.cast.count }
      return names / 5
    },
    Benchmark("page", rows: 20...20) { files, _ in
      try files.openCatalog().movies(limit: 20).count
    },
    Benchmark("middle page", rows: 20...20) { files, _ in
      try files.openCatalog().movies(limit: 20, offset: files.movies / 2).count
    },
  ]

  private static let searching = [
    search("selective", "zanzibar", matches: 4),
    search("broad", "the", order: .relevance, matches: 20),
    // Too short for the search index.
    search("two letters", "of", matches: 20),
    // Reads every title.
    search("rare letters", "qz", matches: 0),
    search("none", "giraffe", matches: 0),
    // A movie, its actors and their movies, as for `show --depth 2`.
    Benchmark("drill", rows: 5...1_000) { files, sample in
      var store = try files.openCatalog()
      let actors = try store.movies(referredToBy: [.id(files.movie(sample))]).flatMap(\.cast)
      return try actors.reduce(0) { try $0 + store.movies([.actor(id: $1.id)]).count }
    },
    Benchmark("busiest actors", rows: 10...10) { files, _ in
      var store = try files.openCatalog()
      return try store.actors(ActorQuery(order: .movies, limit: 10)).count
    },
  ]

  private static let changing = [
    change("favorite") { store, ids in
      for id in ids { try store.toggleFavorite(id: id) }
      return ids.count
    },
    change("delete") { store, ids in
      try store.delete(ids: ids)
      return ids.count
    },
    Benchmark("export", isLarge: true) { files, _ in
      var store = try files.openCatalog()
      return try store.exportMovies(
        order: .added, as: .ndjson, to: ByteSink(creating: "/dev/null")
      ).movies
    },
    Benchmark(
      "migrate", isLarge: true, needs: .v1, rows: 5...5,
      prepare: { files, _ in try files.copy(.v1, to: files.copy) },
      run: { files, _ in
        try Migrator(path: files.copy).apply(Migrator.Options(backup: .none)).steps.count
      }),
  ]

  private static func search(
    _ kind: String, _ text: String, order: MovieOrder = .title, matches: Int
  ) -> Benchmark {
    Benchmark("search \(kind)", searchText: text, rows: matches...matches) { files, _ in
      try files.openCatalog().movies(MovieQuery(text), order: order, limit: 20).count
    }
  }

  private static func change(
    _ name: String, _ change: @escaping @Sendable (inout Catalog, [Movie.ID]) throws -> Int
  ) -> Benchmark {
    Benchmark(
      name, rows: 1...1,
      // A small catalog would run out of movies to delete.
      prepare: { files, sample in
        if sample.isMultiple(of: files.movies / 2) { try files.copy(.catalog, to: files.copy) }
      },
      run: { files, sample in
        var store = try files.openCopy()
        let movies = try store.movies(referredToBy: [.id(files.movie(sample))])
        return try change(&store, movies.map(\.id))
      })
  }

  // MARK: Browse

  /// The response time of `browse`: from the key to the bytes for the terminal.
  private static let browsing = [
    Benchmark("browse first frame", rows: 1...1) { files, _ in try browse(files).count },
    Benchmark("browse key") { files in try Array(browse(files, navigation).dropFirst()) },
    Benchmark("browse filter") { files in try Array(browse(files, typing).dropFirst()) },
    Benchmark("browse details") { files in try Array(browse(files, details).dropFirst()) },
    Benchmark("browse 95th percentile") { files in
      try (1...5).map { _ in
        let seconds = try browse(files, navigation + typing + details).dropFirst().sorted()
        return seconds[seconds.count * 95 / 100]
      }
    },
  ]

  /// Rows, pages, both ends, and casts and back.
  private static let navigation: [Key] =
    Array(repeating: .down, count: 100) + Array(repeating: .pageDown, count: 40) + [.end]
    + Array(repeating: .pageUp, count: 40) + [.enter, .down, .enter, .left, .left, .home]

  /// Filters, typed and deleted letter by letter. Up to two letters are searched in the titles, longer
  /// filters in the search index.
  private static let typing: [Key] =
    ["zanzibar", "reckless orchard", "lisbon", "the", "giraffe"].flatMap { text -> [Key] in
      let letters = text.unicodeScalars.map(Key.text)
      return [.text("/")] + letters + Array(repeating: .backspace, count: letters.count) + [.escape]
    }

  /// The details of movies, orders by any key, a form, marks, other lists and random movies.
  private static let details: [Key] =
    keys("i") + Array(repeating: .down, count: 40) + keys("JJKK")
    + ["year", "rating", "watched", "title"].flatMap { key in
      keys("s\(key)") + [.enter] + Array(repeating: .pageDown, count: 5)
    }
    + keys("e") + [.tab] + keys("text") + [.control("u"), .tab, .up, .down, .escape, .escape]
    + keys("vvvV**RRR:m") + [.enter] + keys("nN2jjj") + [.enter, .down, .left] + keys("3j")
    + [.enter, .down, .enter, .down] + keys("1?rate") + [.escape]

  private static func keys(_ text: String) -> [Key] { text.unicodeScalars.map { .text($0) } }

  /// Runs `browse` without the terminal, and returns the times of the first frame and of each key. The
  /// length of the list is counted later.
  private static func browse(_ files: BenchmarkFiles, _ keys: [Key] = []) throws -> [Double] {
    let size = ScreenSize(columns: 80, rows: 24)
    let store = try Catalog(path: files.path(.catalog), access: .writing)
    var browser = Browser(try BrowseCatalog(store), state: BrowseState())
    browser.resize(to: size)
    var painter = FramePainter(isColored: true)
    return ([nil] + keys).map { key in
      let stopwatch = Stopwatch()
      if let key { _ = browser.handle(key) }
      browser.read()
      browser.readPane()
      _ = painter.bytes(showing: browser.frame(size, glyphs: Glyphs(isUTF8: true)))
      return stopwatch.seconds
    }
  }
}
