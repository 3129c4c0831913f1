internal import MovieMatching
internal import MovieStore

extension StagedRow {
  func `class`(for records: ImportOptions.Records) -> ImportPlan.Class {
    switch kind {
    case nil: records == .existing || !hasTitle ? .leftOut : .new
    case .repeated, .otherKind, .joined: .leftOut
    case .ambiguous: .ambiguous
    case .invalid: .invalid
    case .movie, .byTitle:
      records == .new
        ? .leftOut : isEqual ? .unchanged : kind == .byTitle ? .byTitle : .updated
    }
  }

  func reason(for recordClass: ImportPlan.Class) -> String? {
    switch (recordClass, kind) {
    case (_, .invalid), (_, .otherKind): problem
    case (.leftOut, nil): hasTitle ? "not in the catalog" : "without a title"
    case (.leftOut, .repeated): "repeats another record"
    case (.leftOut, _): "already in the catalog"
    case (.ambiguous, _): problem ?? "can be about several movies"
    default: nil
    }
  }
}

extension MovieFields {
  /// The values of the movie that are replaced by other ones or removed; of lists, the removed
  /// ones, except the marks of the program.
  func replacements(in movie: Movie) -> [ImportPlan.Replacement] {
    let titles = title.map {
      ImportPlan.Replacement(field: "title", title: movie.title, before: movie.title, after: $0)
    }
    return [titles].compactMap(\.self)
      + changedAttributes.compactMap { change in
        var (before, after) = (movie.attributes[change.key], change.values)
        if change.key.isList {
          let marks =
            change.key == .tag ? [MovieAttributes.seenTag, MovieAttributes.watchlistTag] : []
          before.removeAll { after.contains($0) || marks.contains($0.description) }
          after = []
        }
        if before.isEmpty { return nil }
        return ImportPlan.Replacement(
          field: change.key.name, title: movie.title, before: Self.text(before),
          after: Self.text(after))
      }
  }

  private static func text(_ values: [AttributeValue]) -> String {
    values.map(\.description).joined(separator: ", ")
  }
}
