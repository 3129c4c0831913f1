import MovieStore
import TestSupport
import Testing

/// The table by which values are merged.
@Suite(.limited) struct MergeRuleTests {
  @Test(
    "A value is added, kept or replaced by its field and the rule",
    arguments: [
      // The field, its values, the others, and the values after fill, update and replace.
      ("genre", ["Crime"], ["crime", "Drama"], ["Crime Drama", "Crime Drama", "crime Drama"]),
      ("watched", ["2026-11"], ["2026"], ["2026-11", "2026-11", "2026"]),
      ("watched", [], ["2026", "2026-11"], ["2026-11", "2026-11", "2026 2026-11"]),
      ("year", ["1995"], ["1996"], ["1995", "1995", "1996"]),
      ("year", [], ["1996"], ["1996", "1996", "1996"]),
      ("imdb", ["tt0113277"], ["tt1"], ["tt0113277", "tt0113277", "tt1"]),
      ("cast", ["Al"], ["Bo"], ["Al", "Al", "Bo"]),
      ("favorite", ["1"], [], ["1", "1", ""]),
      ("rating", ["8"], ["9"], ["8", "9", "9"]),
      ("rating", ["8"], [], ["8", "8", ""]),
      ("note", ["a"], ["b"], ["a", "b", "b"]),
      ("shelf", ["a", "b"], ["c"], ["a b", "c", "c"]),
    ])
  func merged(field: String, own: [String], others: [String], expected: [String]) {
    let key = AttributeKey(unchecked: field)
    let results = [MergeRule.fill, .update, .replace].map { rule in
      var attributes = MovieAttributes()
      attributes[key] = own.map { .text($0) }
      attributes.merge(others.map { .text($0) }, of: key, rule)
      return attributes[key].map(\.description).joined(separator: " ")
    }
    #expect(results == expected)
  }

  @Test(
    "A new day takes away the marks that it makes needless, and an old one does not",
    arguments: [
      // Days and tags before, days and tags now, and the tags that are left.
      ("", "watchlist", "2026-01-01", "watchlist", ""),
      ("", "watchlist seen", "2026-01-01", "watchlist seen x", "x"),
      ("", "watchlist", "", "watchlist seen", "seen"),
      ("", "watchlist", "", "watchlist Seen", "Seen"),
      ("", "seen", "", "seen watchlist", "seen watchlist"),
      ("2026-01-01", "", "2026-01-01", "watchlist", "watchlist"),
      ("2026-01-01", "watchlist", "2026-01-01", "watchlist seen", "seen"),
    ])
  func marks(
    formerDays: String, formerTags: String, days: String, tags: String, expected: String
  ) {
    func attributes(_ days: String, _ tags: String) -> MovieAttributes {
      [
        .watched: days.split(separator: " ").map { .text(String($0)) },
        .tag: tags.split(separator: " ").map { .text(String($0)) },
      ]
    }
    var now = attributes(days, tags)
    now.settleMarks(since: attributes(formerDays, formerTags))
    #expect(now.tags.joined(separator: " ") == expected)
    var edited = attributes(days, tags)
    edited.settleMarks(since: attributes(formerDays, formerTags), keepingSeen: true)
    #expect(
      edited.tags.filter { $0 != MovieAttributes.seenTag }
        == now.tags.filter { $0 != MovieAttributes.seenTag })
    #expect(edited.tags.contains("seen") == tags.split(separator: " ").contains("seen"))
  }
}
