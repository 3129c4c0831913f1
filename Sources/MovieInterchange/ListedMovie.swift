internal import MovieMatching
internal import MovieSQLite
package import MovieStore

/// A movie of a list, and what a catalog has of it.
package struct ListedMovie {
  package enum Group: String, CaseIterable, Hashable, Sendable {
    /// The catalog has the movie, with a date in `watched` or the tag `seen`.
    case seen
    /// The catalog has the movie.
    case unseen
    /// The catalog does not have the movie.
    case missing
    /// The catalog has movies that perhaps are the same.
    case ambiguous
  }

  package let group: Group
  /// The movie of the catalog, or one of the list, which has no ids.
  package let movie: Movie
  /// The movies of the catalog that an ambiguous one can be.
  package let candidates: [Movie.ID]
}

extension CatalogTransaction {
  /// Passes the movies of staged records to the closure, each once, group by group in the order of
  /// the list.
  ///
  /// - Returns: The number of movies in each group.
  func compare(
    _ stage: borrowing RecordStage, _ merges: [MovieMerge], _ shown: Set<ListedMovie.Group>,
    _ body: (ListedMovie) throws -> Void
  ) throws -> [ListedMovie.Group: Int] {
    var matcher = RecordMatcher(in: self, merges, .eachOnce)
    try matcher.run(stage)
    var (listed, doubtful) = (MovieIDSet(), DistinctEntries())
    var counts: [ListedMovie.Group: Int] = [:]
    var groups: [ListedMovie.Group?] = []
    try stage.forEachChunk { rows in
      for row in rows {
        var group = try group(of: row)
        if row.kind == .movie, let movie = row.movie {
          if listed.contains(movie) { group = nil }
          listed.insert(movie)
        } else if group == .ambiguous, let entry = try stage.entry(of: row.id) {
          if !doubtful.insert(entry) { group = nil }
        }
        if let group { counts[group, default: 0] += 1 }
        groups.append(group)
      }
    }
    for group in ListedMovie.Group.allCases where shown.contains(group) {
      var index = 0
      try stage.forEachChunk { rows in
        for row in rows {
          index += 1
          if groups[index - 1] != group { continue }
          let movie =
            if group != .ambiguous, let id = row.movie {
              try existingMovie(Movie.ID(rawValue: id))
            } else {
              Movie(try stage.drafts(of: [row.id])[0])
            }
          try body(
            ListedMovie(
              group: group, movie: movie,
              candidates: (row.candidates
                + (group == .ambiguous ? [row.movie].compactMap(\.self) : []))
                .map(Movie.ID.init(rawValue:))))
        }
      }
    }
    return counts
  }

  /// The group of a record; `nil` for one that is not a movie.
  private func group(of row: StagedRow) throws -> ListedMovie.Group? {
    switch row.kind {
    case nil: row.hasTitle ? .missing : nil
    case .ambiguous, .byTitle: .ambiguous
    case .movie:
      try row.movie.flatMap { try movie(Movie.ID(rawValue: $0)) }?.attributes.isSeen == true
        ? .seen : .unseen
    case .repeated, .invalid, .otherKind, .joined, .held: nil
    }
  }
}
