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
    case .updated(let before, let after):
      if before.isFavorite == after.isFavorite || !before.title.isExactly(after.title)
        || before.cast != after.cast || before.attributes != after.attributes
      {
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
  private static func attributeSentence(
    _ before: MovieAttributes, _ after: Movie
  ) -> String {
    let keys = Set(before.keys + after.attributes.keys).sorted()
      .filter { before[$0] != after.attributes[$0] }
    let removed = keys.filter { after.attributes[$0].isEmpty }
    let set = keys.filter { !after.attributes[$0].isEmpty }
    func list(_ verb: String, _ keys: [AttributeKey]) -> [String] {
      keys.isEmpty ? [] : ["\(verb) \(keys.prefix(5).map(\.name).joined(separator: ", "))"]
    }
    let lists = list("set", set) + list("removed", removed)
    let values = keys.count == 1 ? after.attributes[keys[0]] : []
    if let key = keys.first, !values.isEmpty, !before[key].isEmpty {
      let added = values.filter { !before[key].contains($0) }
      let removed = before[key].filter { !values.contains($0) }
      if removed.isEmpty { return "added \(key) \(text(added)) to '\(after.titleWithYear)'" }
      if added.isEmpty { return "removed \(key) \(text(removed)) from '\(after.titleWithYear)'" }
    }
    let value = values.count == 1 && values[0].description.utf8.count <= 40 ? values[0] : nil
    return "\(lists.joined(separator: ", ")) of '\(after.titleWithYear)'"
      + (value.map { " to \($0)" } ?? "")
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
    case .updated(let before, let after):
      if !before.title.isExactly(after.title) {
        return "renamed '\(before.titleWithYear)' to '\(after.titleWithYear)'"
      }
      if before.cast != after.cast {
        let isWhole = before.attributes != after.attributes
        return "edited \(isWhole ? "" : "the cast of ")'\(after.titleWithYear)'"
      }
      if before.attributes != after.attributes {
        return attributeSentence(before.attributes, after)
      }
      return after.isFavorite
        ? "added '\(after.titleWithYear)' to favorites"
        : "removed '\(after.titleWithYear)' from favorites"
    }
  }
}
