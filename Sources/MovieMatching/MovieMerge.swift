package import MovieStore

/// Merges a record into a movie that exists.
package struct MovieMerge {
  package var rule: MergeRule
  package var replacesCast: Bool
  /// The names of the fields that the source has; `nil` for all fields.
  package var fields: Set<String>?
  /// The step of the ratings of the source, in tenths.
  package var ratingStep: Int64 = 1
  /// Whether the records are those of a service.
  package var isPreset = false
  /// Whether records are movies of another catalog, of which each value counts as it is.
  package var isExact = false
  /// The fields that only fill what the movie does not have.
  package var fills: Set<String> = []

  package init(
    rule: MergeRule, replacesCast: Bool, fields: Set<String>? = nil, ratingStep: Int64 = 1,
    isPreset: Bool = false, isExact: Bool = false, fills: Set<String> = []
  ) {
    self.rule = rule
    self.replacesCast = replacesCast
    self.fields = fields
    self.ratingStep = ratingStep
    self.isPreset = isPreset
    self.isExact = isExact
    self.fills = fills
  }

  /// The merge after which a movie has the values of the record in all fields of the source.
  package var replacing: MovieMerge {
    var merge = self
    (merge.rule, merge.replacesCast) = (.replace, true)
    return merge
  }

  /// The merge of a record that was joined, of which other fields only fill.
  package func filling(_ fills: Set<String>?) -> MovieMerge {
    guard let fills else { return self }
    var merge = self
    merge.fills = fills
    return merge
  }

  /// Returns the values that the movie gets; none if it has those of the record.
  ///
  /// - Parameter isByTitle: Whether only the title is known to be equal. Then only missing values
  ///   are set, and none by which the next import would find another movie.
  /// - Throws: `StoreError.invalidInput` if the movie would have too many attributes.
  package func fields(
    of movie: Movie, from record: MovieDraft, isByTitle: Bool = false
  ) throws(StoreError) -> MovieFields {
    if isByTitle {
      let record = record.withoutIdentity(titled: movie.title)
      return try filling.fields(of: movie, from: record)
    }
    var fields = MovieFields()
    if takes(.title, isEmpty: record.title.isEmpty, hasValues: true),
      !record.title.isExactly(movie.title)
    {
      fields.title = record.title
    }
    if takes(.favorite, isEmpty: !record.isFavorite, hasValues: movie.isFavorite),
      record.isFavorite != movie.isFavorite
    {
      fields.isFavorite = record.isFavorite
    }
    if takes(.cast, isEmpty: record.cast.isEmpty, hasValues: !movie.cast.isEmpty),
      !record.cast.elementsEqual(movie.cast, by: { $0.isExactly($1.name) })
    {
      fields.cast = record.cast.map { .init(name: $0) }
    }
    let attributes = try attributes(of: movie, record)
    fields.changedAttributes = movie.attributes.differences(to: attributes).map {
      .init(key: $0.field, values: $0.after)
    }
    return fields
  }

  private var filling: MovieMerge {
    var merge = self
    merge.rule = .fill
    return merge
  }

  private func rule(of key: AttributeKey) -> MergeRule {
    if rule == .update, key == .cast, replacesCast { return .replace }
    // The mark of a movie that was seen is no column of tags.
    if rule == .replace, !has(key) { return .update }
    return rule == .update && fills.contains(key.name) ? .fill : rule
  }

  private func has(_ key: AttributeKey) -> Bool { fields?.contains(key.name) ?? true }

  /// Whether the movie gets the value of the record.
  private func takes(_ key: AttributeKey, isEmpty: Bool, hasValues: Bool) -> Bool {
    if rule == .replace { return has(key) }
    return !isEmpty && key.action(rule(of: key), hasValues: hasValues) == .take
  }

  // MARK: Attributes

  private func attributes(
    of movie: Movie, _ record: MovieDraft
  ) throws(StoreError) -> MovieAttributes {
    var result = movie.attributes
    if rule == .replace {
      for key in movie.attributes.keys where has(key) && record.attributes[key].isEmpty {
        result.remove(key)
      }
    } else if let title = otherTitle(of: record, movie) {
      result.addMissing(otherTitles: [title])
    }
    for entry in record.attributes.entries {
      let values = values(of: entry, in: record, for: movie, result)
      if !isEqual(values, result[entry.key], entry.key) {
        result.merge(values, of: entry.key, rule(of: entry.key))
      }
    }
    if rule != .replace, isPreset || !record.attributes.isOnWatchlist {
      result.settleMarks(since: movie.attributes, keepingSeen: !isPreset)
    }
    try result.requireWithinLimits(insteadOf: movie.attributes)
    return result
  }

  /// The values of a key without those that say nothing about the movie.
  private func values(
    of entry: MovieAttributes.Entry, in record: MovieDraft, for movie: Movie,
    _ result: MovieAttributes
  ) -> [AttributeValue] {
    if isPreset, entry.key == .tag, movie.attributes.isSeen || !result[.watched].isEmpty {
      // A date says more, and a movie that was seen is not on the watchlist.
      let needless =
        result[.watched].isEmpty
        ? [MovieAttributes.watchlistTag]
        : [MovieAttributes.watchlistTag, MovieAttributes.seenTag]
      return entry.values.filter { value in !needless.contains { value == .text($0) } }
    }
    if !isExact, entry.key == .aka {
      let title = rule == .replace && has(.title) ? record.title : movie.title
      return entry.values.filter { !Sameness.isTitle($0.description, among: [title]) }
    }
    return entry.values
  }

  /// Whether the movie has the values already, in whatever form a list writes them.
  private func isEqual(
    _ values: [AttributeValue], _ stored: [AttributeValue], _ key: AttributeKey
  ) -> Bool {
    if stored.map(\.description).isExactly(values.map(\.description)) {
      return !isExact || stored == values
    }
    if rule != .update || key.isList { return false }
    return stored.map(\.normalized) == values.map(\.normalized)
      || key == .rating && !isOther(values, than: stored)
  }

  /// Whether ratings differ by more than the step of the source.
  private func isOther(_ rating: [AttributeValue], than stored: [AttributeValue]) -> Bool {
    guard let rating = rating.first?.number, let stored = stored.first?.number else { return true }
    // Another program can have stored any number.
    guard 0...10 ~= stored else { return true }
    let tenths = Int64((stored * 10).rounded())
    let rounded = (2 * tenths + ratingStep) / (2 * ratingStep) * ratingStep
    return rounded != Int64((rating * 10).rounded())
  }

  /// The title of the record if it is neither that of the movie nor one of its other titles.
  private func otherTitle(of record: MovieDraft, _ movie: Movie) -> String? {
    let known = [movie.title] + movie.attributes.akas
    return Sameness.isTitle(record.title, among: known) ? nil : record.title
  }
}

extension MovieDraft {
  /// The draft with another title, and without the other values by which movies are matched.
  fileprivate func withoutIdentity(titled title: String) -> MovieDraft {
    var draft = self
    (draft.title, draft.cast) = (title, [])
    for key in MatchEntry.fields { draft.attributes.remove(key) }
    return draft
  }
}
