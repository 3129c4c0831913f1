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
    let rule = isByTitle ? .fill : rule
    let record = isByTitle ? record.withoutIdentity(titled: movie.title) : record
    var fields = MovieFields()
    if rule == .replace {
      if has("title"), !record.title.isExactly(movie.title) { fields.title = record.title }
      if has("favorite"), record.isFavorite != movie.isFavorite {
        fields.isFavorite = record.isFavorite
      }
    } else if record.isFavorite, !movie.isFavorite {
      fields.isFavorite = true
    }
    if replacesCast(of: movie, record, rule),
      !record.cast.elementsEqual(movie.cast, by: { $0.isExactly($1.name) })
    {
      fields.cast = record.cast.map { .init(name: $0) }
    }
    let attributes = try attributes(of: movie, record, rule)
    for key in Set(movie.attributes.keys + attributes.keys).sorted()
    where attributes[key] != movie.attributes[key] {
      fields.changedAttributes.append(.init(key: key, values: attributes[key]))
    }
    return fields
  }

  private func has(_ field: String) -> Bool { fields?.contains(field) ?? true }

  /// Whether ratings differ by more than the step of the source.
  private func isOther(_ rating: [AttributeValue], than stored: [AttributeValue]) -> Bool {
    guard let rating = rating.first?.number, let stored = stored.first?.number else { return true }
    // Another program can have stored any number.
    guard 0...10 ~= stored else { return true }
    let tenths = Int64((stored * 10).rounded())
    let rounded = (2 * tenths + ratingStep) / (2 * ratingStep) * ratingStep
    return rounded != Int64((rating * 10).rounded())
  }

  private func replacesCast(
    of movie: Movie, _ record: MovieDraft, _ rule: MergeRule
  ) -> Bool {
    if rule == .replace { return has("cast") }
    return !record.cast.isEmpty && (movie.cast.isEmpty || replacesCast && rule == .update)
  }

  private func attributes(
    of movie: Movie, _ record: MovieDraft, _ rule: MergeRule
  ) throws(StoreError) -> MovieAttributes {
    var result = movie.attributes
    if rule == .replace {
      for key in movie.attributes.keys where has(key.name) && record.attributes[key].isEmpty {
        result.remove(key)
      }
    } else if let title = otherTitle(of: record, movie) {
      result.addMissing(otherTitles: [title])
    }
    for entry in record.attributes.entries {
      let (key, stored) = (entry.key, result[entry.key])
      var entry = entry
      if isPreset, key == .tag, movie.attributes.isSeen || !result[.watched].isEmpty {
        // A date says more, and a movie that was seen is not on the watchlist.
        let needless =
          result[.watched].isEmpty
          ? [MovieAttributes.watchlistTag]
          : [MovieAttributes.watchlistTag, MovieAttributes.seenTag]
        entry.values.removeAll { value in needless.contains { value == .text($0) } }
      }
      if key == .aka, !isExact {
        let title = rule == .replace && has("title") ? record.title : movie.title
        entry.values.removeAll { Sameness.isTitle($0.description, among: [title]) }
      }
      if stored.map(\.description).isExactly(entry.values.map(\.description)),
        !isExact || stored == entry.values
      {
        continue
      }
      if stored.isEmpty || rule == .replace {
        // Those of another catalog need not be valid.
        result.setStored(key, to: entry.values)
      } else if key.isList {
        try result.addMissing(entry.values, to: key)
      } else if rule == .update, !fills.contains(key.name), key != .year,
        !AttributeKey.ids.contains(key),
        stored.map(\.normalized) != entry.values.map(\.normalized),
        key != .rating || isOther(entry.values, than: stored)
      {
        try result.setUnlimited(key, to: entry.values)
      }
    }
    if isPreset, rule != .replace { settleMarks(&result, of: movie) }
    try result.requireWithinLimits(insteadOf: movie.attributes)
    return result
  }

  /// Removes the mark of the watchlist if the movie is newly seen, and that of an unknown day if a
  /// day is newly known.
  private func settleMarks(_ result: inout MovieAttributes, of movie: Movie) {
    if result[.watched] == movie.attributes[.watched], result.isSeen == movie.attributes.isSeen {
      return
    }
    if !result[.watched].isEmpty { result.remove(.text(MovieAttributes.seenTag), from: .tag) }
    result.remove(.text(MovieAttributes.watchlistTag), from: .tag)
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
    for key in AttributeKey.ids + [.year, .director, .aka] { draft.attributes.remove(key) }
    return draft
  }
}
