package import MovieStore
internal import MovieSystem

/// The fields that an import keeps as attributes, in addition to those of the known keys, which it
/// always keeps.
public enum KeptFields: Hashable, Sendable {
  /// The fields with these names, such as `themes` or `Trakt URI`.
  ///
  /// The key of an attribute has the letters of the name in lower case, and an underscore for other
  /// characters: `trakt_uri`. Names with the same key are equal, and `#` is that of `position`.
  ///
  /// The positions in a list, such as the column `Position` of a service, or `rank`, `#`, `no.` or
  /// `nr` of a plain table, get a key with the name of the list: `top_100_position`.
  case named([String])
  /// All fields whose names have ASCII letters, and whose values are texts and numbers.
  case all

  var names: [String] { if case .named(let names) = self { names } else { [] } }

  /// Returns the key for the values of a field, or `nil` if the name has none.
  package static func key(of name: String) -> AttributeKey? {
    AttributeKey(foreignName: name.trimmed == "#" ? ListPositions.name : name)
  }
}

/// A field and the number of records or movies that it is about.
public struct FieldCount: Hashable, Sendable {
  /// The name of the key or the column.
  public let name: String
  /// The number of records or movies.
  public internal(set) var count: Int
}

extension [FieldCount] {
  /// Adds to the number of records that have the field. The first fields are counted.
  package mutating func add(_ name: String, _ count: Int = 1) {
    if let index = firstIndex(where: { $0.name.isExactly(name) }) {
      self[index].count += count
    } else if self.count < InterchangeLimits.ignoredFields {
      append(FieldCount(name: name, count: count))
    }
  }
}

/// The fields of a source that was read to its end.
package struct SourceFields: Sendable {
  /// The keys or columns that were not kept, in order of first appearance, as many as are reported.
  package var ignored: [FieldCount] = []
  /// The fields to keep or to ignore that the source has.
  package var named: Set<AttributeKey> = []
  package var facts = SourceFacts()

  package init(
    ignored: [FieldCount] = [], named: Set<AttributeKey> = [], facts: SourceFacts = SourceFacts()
  ) {
    self.ignored = ignored
    self.named = named
    self.facts = facts
  }
}

/// What is known about a source that is not an export of this library.
package struct SourceFacts: Hashable, Sendable {
  package struct Column: Hashable {
    package let name: String
    package let field: String
  }

  /// The values of a field that could not be read and were left out.
  package struct LeftOutValues: Hashable {
    /// The name of the column, or the field.
    package let name: String
    package fileprivate(set) var count = 1
    /// The first one.
    package let first: InterchangeError
    /// Whether no value of the field was read.
    package fileprivate(set) var areAll = false
  }

  /// Whether the source is an export of this library.
  package var isOwnExport = false
  /// The title in the first line of a list without a header.
  var firstLine: String?
  /// The name of the encoding if it is not UTF-8.
  var encoding: String?
  /// The number of records, also of those that are not movies.
  package var rowCount = 0
  /// The names of the fields that the source has; `nil` if its records have all.
  package var fields: Set<String>?
  /// The columns whose names do not tell their field, with it.
  package var columns: [Column] = []
  /// The language of the names of columns if it is not English.
  var language: String?
  /// The column of ratings that are those of the public.
  package var publicRating: String?
  /// The text between the columns of CSV if it is not a comma.
  var delimiter: String?
  /// The scale of the ratings if there are any.
  package var scale: RatingScale?
  /// The scale that the name of the column of ratings tells.
  var namedScale: RatingScale?
  /// The step of the converted ratings in tenths: 10, 5 or 1; 1 if they were not converted.
  package var ratingStep: Int64 = 10
  /// The number of ratings of 0 in a list of one's own, which are none.
  package var zeroRatings = 0
  /// Whether a movie has a year.
  package var hasYears = false
  /// Whether a movie has a day of watching.
  package var hasDays = false
  /// The line of the header of a table if others are before it.
  var headerLine: Int?
  /// The number of ratings that were rounded to tenths.
  package var roundedRatings = 0
  /// The order of day and month in dates that do not tell it.
  package var dateOrder: ReadingOptions.DateOrder?
  /// Whether a time in UTC became a day.
  package var hasTimes = false
  /// The number of casts, and of cells of directors, with commas that are not separators.
  package var castsWithCommas = 0
  package var directorsWithCommas = 0
  /// The values that could not be read, by field.
  package private(set) var leftOutValues: [LeftOutValues] = []
  /// The fields of which a value was read.
  var readFields: Set<String> = []
  /// The tags that stand for values of another field, such as `seen` for yes.
  var marks: Set<String> = []
  /// The number of notes that were too long, of which the start was taken.
  package var cutNotes = 0
  /// The users whose rows the source has, the first ones of many.
  package var users: Set<String> = []
  static let userLimit = 1_000
  /// The rows that are not movies, by kind.
  package var otherKinds: [FieldCount] = []

  /// What was taken of the source, as clauses; empty if that needs no words.
  package var clauses: [String] { clauses(naming: columns) }

  package func clauses(naming columns: [Column]) -> [String] {
    let names = columns.map { "'\($0.name)' as \($0.field)" }.joined(separator: ", ")
    let zone = Clock.timeZone ?? "the time zone of the system"
    return [
      firstLine.map { "no header; the first movie is \($0.excerpt())" },
      headerLine.map { "header in line \($0)" },
      encoding, delimiter.map { "separator '\($0)'" },
      columns.isEmpty ? nil : "columns\(language.map { " in \($0)" } ?? ""): " + names,
      publicRating.map {
        "'\($0)' ignored as the public's, beside votes; if it is yours, pass '--map rating=\($0)'"
      },
      hasTimes ? "times as days in \(zone)" : nil,
      marks.contains(MovieAttributes.seenTag) ? "yes as tag '\(MovieAttributes.seenTag)'" : nil,
      marks.contains(MovieAttributes.watchlistTag)
        ? "planned as tag '\(MovieAttributes.watchlistTag)'" : nil,
      dateOrder.map { "dates as " + ($0 == .dayFirst ? "day/month/year" : "month/day/year") },
      scale.map {
        "ratings up to \($0.highest)" + ($0.highest == 10 ? "" : " become ratings up to 10")
      },
    ].compactMap(\.self)
  }

  /// What cannot be decided, with what to do.
  package func problem(_ options: ReadingOptions) -> String? {
    if options.user == nil, users.count > 1 {
      return
        "expected the rows of one user, found those of \(ForeignFile.list(users.sorted())); pass '--user <id>'"
    }
    return nil
  }

  /// Whether the source has a field of movies.
  package func has(_ field: String) -> Bool { fields?.contains(field) ?? true }

  /// Counts a value of a field that is left out.
  mutating func leaveOut(_ field: String, _ error: InterchangeError) {
    let name = columns.first { $0.field == field }?.name ?? field
    if let index = leftOutValues.firstIndex(where: { $0.name == name }) {
      leftOutValues[index].count += 1
    } else {
      leftOutValues.append(
        LeftOutValues(name: name, first: error, areAll: !readFields.contains(field)))
    }
  }

  /// Notes that a value of a field was read.
  mutating func addRead(_ field: String) {
    guard readFields.insert(field).inserted else { return }
    let name = columns.first { $0.field == field }?.name ?? field
    if let index = leftOutValues.firstIndex(where: { $0.name == name }) {
      leftOutValues[index].areAll = false
    }
  }

  mutating func addRating(_ tenths: Int64, isRounded: Bool) {
    if scale == .own { ratingStep = 1 }
    while tenths % ratingStep != 0 { ratingStep = ratingStep == 10 ? 5 : 1 }
    if isRounded { roundedRatings += 1 }
  }
}
