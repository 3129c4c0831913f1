internal import MovieSystem

/// Summarizes the changes of a transaction in one line.
struct ChangeSummary {
  private var addedCount = 0
  private var deletedCount = 0
  private var editedCount = 0
  private var favoriteCount = 0
  private var unfavoriteCount = 0
  /// The change, if there is one.
  private var only: MovieChange?

  var movieCount: Int {
    addedCount + deletedCount + editedCount + favoriteCount + unfavoriteCount
  }

  mutating func add(_ change: MovieChange) {
    if movieCount == 0 { only = change }
    count(change, 1)
  }

  mutating func remove(_ change: MovieChange) {
    if only?.movie.id == change.movie.id { only = nil }
    count(change, -1)
  }

  private mutating func count(_ change: MovieChange, _ difference: Int) {
    switch change {
    case .added: addedCount += difference
    case .deleted: deletedCount += difference
    case .unchanged: break
    case .updated(let before, let after):
      if before.differences(to: after).map(\.field) != [.favorite] {
        editedCount += difference
      } else if after.isFavorite {
        favoriteCount += difference
      } else {
        unfavoriteCount += difference
      }
    }
  }

  func text(_ imported: ImportedMovies?) -> String {
    if imported == nil, movieCount == 1, let only { return Self.sentence(about: only) }
    let added = addedCount + (imported?.movieCount ?? 0)
    var parts: [String] = []
    func add(_ count: Int, _ text: (String) -> String) {
      if count > 0 { parts.append(text(Formatting.pluralized(count, "movie"))) }
    }
    add(added) { "added \($0)" }
    add(editedCount) { "edited \($0)" }
    add(favoriteCount) { "added \($0) to favorites" }
    add(unfavoriteCount) { "removed \($0) from favorites" }
    add(deletedCount) { "deleted \($0)" }
    return parts.joined(separator: ", ")
  }

  /// Such as `set year of 'Heat' to 1995`, `added tag heist to 'Heat'`, or of several keys,
  /// `set year, tag of 'Heat'`.
  private static func sentence(
    about attributes: [FieldDifference], of movie: String
  ) -> String {
    func list(_ verb: String, _ keys: [FieldDifference]) -> [String] {
      keys.isEmpty ? [] : ["\(verb) \(keys.prefix(5).map(\.field.name).joined(separator: ", "))"]
    }
    let only = attributes.count == 1 ? attributes[0] : nil
    if let only, !only.before.isEmpty, !only.after.isEmpty {
      let (key, added, removed) = (only.field, only.added, only.removed)
      if removed.isEmpty { return "added \(key) \(text(added)) to '\(movie)'" }
      if added.isEmpty { return "removed \(key) \(text(removed)) from '\(movie)'" }
    }
    let lists =
      list("set", attributes.filter { !$0.after.isEmpty })
      + list("removed", attributes.filter(\.after.isEmpty))
    let value = only?.after.count == 1 ? only?.after.first?.description : nil
    return "\(lists.joined(separator: ", ")) of '\(movie)'"
      + (value.map { $0.utf8.count <= 40 ? " to \($0)" : "" } ?? "")
  }

  /// The values, or only the word if they are many or long.
  private static func text(_ values: [AttributeValue]) -> String {
    let text = values.map(\.description).joined(separator: ", ")
    return text.utf8.count <= 40 ? text : "values"
  }

  private static func sentence(about change: MovieChange) -> String {
    switch change {
    case .added(let movie): return "added '\(movie.titleWithYear)'"
    case .deleted(let movie): return "deleted '\(movie.titleWithYear)'"
    case .unchanged(let movie): return "'\(movie.titleWithYear)'"
    case .updated(let before, let after):
      let (differences, title) = (before.differences(to: after), after.titleWithYear)
      let fields = Set(differences.map(\.field))
      if fields.contains(.title) { return "renamed '\(before.titleWithYear)' to '\(title)'" }
      let attributes = differences.filter { ![.favorite, .cast].contains($0.field) }
      if fields.contains(.cast) {
        return "edited \(attributes.isEmpty ? "the cast of " : "")'\(title)'"
      }
      if !attributes.isEmpty { return sentence(about: attributes, of: title) }
      return after.isFavorite
        ? "added '\(title)' to favorites" : "removed '\(title)' from favorites"
    }
  }
}
