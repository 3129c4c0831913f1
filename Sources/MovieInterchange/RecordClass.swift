internal import MovieFormats
internal import MovieMatching
internal import MovieStore

extension StagedRow {
  func `class`(for records: ImportOptions.Records) -> ImportPlan.Class {
    switch kind {
    case nil: records == .existing || !hasTitle ? .leftOut : .new
    case .repeated, .otherKind, .joined, .held: .leftOut
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
    case (.leftOut, nil): hasTitle ? InterchangeReader.unknownMovie : "without a title"
    case (.leftOut, .held): "held back as an episode of a series"
    case (.leftOut, .repeated): "repeats another record"
    case (.leftOut, _): "already in the catalog"
    case (.ambiguous, _): problem ?? "can be about several movies"
    default: nil
    }
  }
}

extension ImportPlan.Replacement {
  /// The values of the movie that are replaced by other ones or removed; of lists, the removed
  /// ones, except the marks of the program. `nil` if there are none.
  init?(_ difference: FieldDifference, in movie: Movie) {
    var (before, after) = (difference.before, difference.after)
    if difference.field.isList {
      let marks = [MovieAttributes.seenTag, MovieAttributes.watchlistTag]
      before = difference.removed.filter {
        difference.field != .tag || !marks.contains($0.description)
      }
      after = []
    }
    if before.isEmpty || [.favorite, .cast].contains(difference.field) { return nil }
    self.init(
      field: difference.field.name, title: movie.title, before: before.text, after: after.text)
  }
}

extension [AttributeValue] {
  fileprivate var text: String { map(\.description).joined(separator: ", ") }
}
