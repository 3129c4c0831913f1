/// How the values that a list, or another movie, has of a movie are merged into those of a catalog.
public enum MergeRule: String, CaseIterable, Hashable, Sendable {
  /// Single values are replaced, and lists get missing values. Identifiers, the year, the star and
  /// the cast are set only where there is none.
  case update
  /// Only what the movie does not have is set.
  case fill
  /// The fields that the source has become equal to the record: values that it does not have are
  /// removed.
  case replace
}

/// What a merge does with the values of a field.
package enum MergeAction {
  /// The movie keeps its own values.
  case keep
  /// The movie gets the other values in place of its own.
  case take
  /// The movie gets those of the values that it does not have.
  case add
}

extension AttributeKey {
  /// The fields of a movie that are not attributes.
  package static let title = AttributeKey(unchecked: "title")
  package static let favorite = AttributeKey(unchecked: "favorite")
  package static let cast = AttributeKey(unchecked: "cast")

  /// The fields by which a movie is known, and the star: a value is set, and never replaced.
  private static let kept = [title, favorite, cast, year] + ids

  /// The one table by which values are merged: by imports, rows of services, merges of movies, edits
  /// and syncs.
  ///
  /// | field | `fill` | `update` | `replace` |
  /// | --- | --- | --- | --- |
  /// | lists | add | add | take |
  /// | title, cast, star, year, identifiers | take where there is none | the same | take |
  /// | notes, other single values, keys of users | take where there is none | take | take |
  package func action(_ rule: MergeRule, hasValues: Bool) -> MergeAction {
    if rule == .replace { return .take }
    if isList { return .add }
    return hasValues && (rule == .fill || Self.kept.contains(self)) ? .keep : .take
  }
}

extension MovieAttributes {
  /// Merges values of a key, which need not be valid, into those of the movie. Without values, only
  /// `replace` changes anything.
  package mutating func merge(
    _ values: [AttributeValue], of key: AttributeKey, _ rule: MergeRule
  ) {
    if values.isEmpty, rule != .replace { return }
    let stored = self[key]
    switch key.action(rule, hasValues: !stored.isEmpty) {
    case .keep: break
    case .take: setStored(key, to: values)
    case .add: setStored(key, to: key.adding(values, to: stored))
    }
  }

  /// Adds titles of the movie, which can have several lines, to its other titles.
  package mutating func addMissing(otherTitles titles: [String]) {
    let lines = titles.map { $0.split(whereSeparator: \.isNewline).joined(separator: " ") }
    merge(lines.map { .text($0) }, of: .aka, .update)
  }

  /// Removes the marks that a new day, or a new mark of a seen movie, makes needless: that of the
  /// watchlist, and that of an unknown day.
  ///
  /// - Parameters:
  ///   - former: The attributes before.
  ///   - keepsSeen: Whether the mark of an unknown day stays.
  package mutating func settleMarks(
    since former: MovieAttributes = MovieAttributes(), keepingSeen keepsSeen: Bool = false
  ) {
    let hasNewDay = self[.watched].contains { !former[.watched].contains($0) }
    if hasNewDay, !keepsSeen { remove(.text(Self.seenTag), from: .tag) }
    if hasNewDay || hasSeenTag && !former.hasSeenTag {
      remove(.text(Self.watchlistTag), from: .tag)
    }
  }
}

extension AttributeKey {
  /// Adds those of the values that a list does not have. Texts are compared without case and
  /// accents. A year or a month with a date inside it is not added.
  fileprivate func adding(
    _ values: [AttributeValue], to stored: [AttributeValue]
  ) -> [AttributeValue] {
    var seen = Set(stored.map(\.folded))
    let dates = self == .watched ? (stored + values).map(\.description) : []
    let missing = values.filter { value in
      let hasDateInside = dates.contains { $0.hasPrefix(value.description + "-") }
      return !hasDateInside && seen.insert(value.folded).inserted
    }
    return missing.isEmpty ? stored : inNormalForm(stored + missing)
  }
}

extension AttributeValue {
  /// A text without case and accents; a number in one form for all equal ones.
  fileprivate var folded: AttributeValue {
    if case .text(let text) = self { .text(Folding.fold(text)) } else { normalized }
  }
}
