internal import MovieStore

/// Work that makes a catalog or changes one.
extension BenchmarkWork {
  /// The catalog that it makes stays, for the work that comes after.
  static let importing = BenchmarkWork(
    "import", isLarge: true, needs: .films, expected: { $0...$0 },
    prepare: { files, _ in files.remove(files.path(.catalog)) },
    run: { files, _ in
      var store = try MovieStore(path: files.path(.catalog), access: .writing)
      let films = try MovieStore.ImportSource(path: files.path(.films))
      return try store.importMovies(from: [films]).movies
    })

  static let seeding = BenchmarkWork(
    "seed", isLarge: true, needs: nil, expected: { $0...$0 },
    prepare: { files, _ in files.remove(files.copy) },
    run: { files, _ in
      var store = try files.storeOfCopy()
      return try store.seed(files.movies, seed: 1).movies
    })

  static let changing = [
    BenchmarkWork(
      "favorite", needs: .catalog, expected: { _ in 1...1 },
      prepare: { files, sample in if sample == 0 { try files.makeCopy(of: .catalog) } },
      run: { files, sample in
        var store = try files.storeOfCopy()
        let movies = try store.movies(referredToBy: [.id(files.movie(sample))])
        for movie in movies { try store.toggleFavorite(id: movie.id) }
        return movies.count
      }),
    BenchmarkWork(
      "delete", needs: .catalog, expected: { _ in 1...1 },
      // Movies of a small catalog run out.
      prepare: { files, sample in
        if sample.isMultiple(of: files.movies / 2) { try files.makeCopy(of: .catalog) }
      },
      run: { files, sample in
        var store = try files.storeOfCopy()
        let movies = try store.movies(referredToBy: [.id(files.movie(sample))])
        return try store.delete(ids: movies.map(\.id)).count
      }),
  ]

  /// From the first version to the newest, without a backup.
  static let migrating = BenchmarkWork(
    "migrate", isLarge: true, needs: .oldCatalog, mostMovies: 100_000,
    expected: { _ in
      let steps = SchemaVersion.newest.rawValue - SchemaVersion.v1.rawValue
      return steps...steps
    },
    prepare: { files, _ in try files.makeCopy(of: .oldCatalog) },
    run: { files, _ in
      try Migrator(path: files.copy).apply(Migrator.Options(backup: .none)).steps.count
    })
}
