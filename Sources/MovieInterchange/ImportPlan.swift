public import MovieFormats
public import MovieStore
internal import MovieSystem

/// What an import did with its records, or would do.
///
/// `Catalog.planImport(from:_:onRecord:onInvalid:progress:)` makes a plan without changing the
/// catalog;
/// `Catalog.importMovies(from:_:onRecord:onInvalid:progress:)` also carries it out.
public struct ImportPlan: Hashable, Sendable {
  /// What an import does with a record.
  public enum Class: String, CaseIterable, Hashable, Sendable {
    /// The record is a new movie.
    case new
    /// A movie is changed.
    case updated
    /// A movie has the values already.
    case unchanged
    /// A movie that is perhaps the same gets values that it does not have. It gets no year, id,
    /// cast, director or other title, by which the next import could find another movie.
    case byTitle = "by title"
    /// The record can be about several movies, or about one that can be another. Nothing is changed.
    case ambiguous
    /// The options leave the record out.
    case leftOut = "left out"
    /// The record is not a valid movie.
    case invalid
  }

  /// A record of a source.
  public struct Record: Hashable, Sendable {
    /// What the import does with the record.
    public internal(set) var `class`: Class
    /// The name of the source.
    public let source: String
    /// The line of the source on which the record starts, from 1.
    public let line: Int
    /// The title of the record; empty if it is invalid.
    public let title: String
    /// The year of the record; `nil` if it has none.
    public let year: Int?
    /// The movie that the record is about; `nil` for a new movie, and if it is not known.
    public internal(set) var movie: Movie.ID?
    /// The movies that an ambiguous record can be about.
    public internal(set) var candidates: [Movie.ID] = []
    /// The fields of the movie that are changed, such as `rating`.
    public internal(set) var changes: [String] = []
    /// The values of the movie that are replaced by other ones.
    public internal(set) var replacements: [Replacement] = []
    /// The record and the movie, if they are only perhaps the same.
    package internal(set) var titleMatch: TitleMatch?
    /// Why the record is ambiguous, left out or invalid; otherwise `nil`.
    public internal(set) var reason: String?

    func with(class: Class) -> Record {
      var record = self
      record.class = `class`
      return record
    }
  }

  /// A value of a movie that the import replaces by another one. The field is one of which a movie
  /// has a single value, or one of the user's own keys.
  public struct Replacement: Hashable, Sendable {
    /// The field, such as `rating`.
    public let field: String
    /// The title of the movie.
    public let title: String
    /// The value of the movie, as text.
    public let before: String
    /// The value that it gets, as text.
    public let after: String
  }

  /// A record and the movie that it was matched with, as titles with years.
  package struct TitleMatch: Hashable, Sendable {
    package let record: String
    package let movie: String
  }

  /// The number of records of each class; classes without records are missing.
  public internal(set) var counts: [Class: Int] = [:]
  /// For each field of movies that exist, such as `rating`, the number of movies in which it is
  /// changed, in the
  /// order in which they first appear.
  public internal(set) var changedFields: [FieldCount] = []
  /// For each field in which values of movies are replaced by other ones, the number of movies.
  public internal(set) var replacedFields: [FieldCount] = []
  /// The first replacements of each field.
  package internal(set) var firstReplacements: [Replacement] = []
  /// The number of the first replacements of a field, and of the first matches by title.
  package static let replacementLimit = 3
  /// The number of records that were matched with a movie that is only perhaps the same.
  package internal(set) var titleMatchCount = 0
  /// The first of these records, and their movies, as titles with years.
  package internal(set) var firstTitleMatches: [TitleMatch] = []
  /// The kinds of rows that were left out because they are not movies, such as `TV series`.
  public internal(set) var leftOutKinds: [FieldCount] = []
  /// The first titles that were held back because they are perhaps those of episodes.
  package internal(set) var heldTitles: [String] = []
  package static let heldKind = "possible TV episodes"
  private static let heldLimit = 3
  /// The rows of plain lists that are viewings of one movie with others, and the number of these
  /// movies.
  package internal(set) var joinedRows = JoinedRows()
  package struct JoinedRows: Hashable, Sendable {
    package internal(set) var rows = 0
    package internal(set) var movies = 0
  }
  /// The number of actors added because the catalog did not have them yet.
  public internal(set) var newActors = 0
  /// The number of added movies that can be the same as others; see
  /// `Catalog.duplicateMovies(_:limit:)`. In a catalog of more than a million movies, they are not
  /// counted.
  public internal(set) var duplicates = 0
  /// The keys and columns that were not kept, in the order in which they first appear, at most 64.
  public internal(set) var ignoredFields: [FieldCount] = []
  /// The files with the invalid and ambiguous records; see ``ImportOptions/unresolvedDirectory``.
  public internal(set) var unresolvedFiles: [String] = []
  /// The files of directories and archives that are not lists of movies, or not those of the
  /// service whose files are imported.
  public internal(set) var skippedFiles: [String] = []
  /// The lists of a service that were not imported; see `ReadingOptions.includesLists`.
  public internal(set) var omittedLists: [String] = []
  /// The names of the sources without any record, in their order.
  package internal(set) var emptySources: [String] = []
  /// What was taken of each source of another program, in their order.
  package internal(set) var readings: [SourceReading] = []
  /// The fields to keep or to ignore that the sources have.
  package internal(set) var namedFields: Set<AttributeKey> = []

  /// The number of records of a class.
  public subscript(class: Class) -> Int { counts[`class`] ?? 0 }

  /// The number of records.
  public var records: Int { counts.values.reduce(0, +) }

  /// Whether the import changes the catalog.
  public var changesCatalog: Bool { self[.new] + self[.updated] + self[.byTitle] > 0 }

  /// Whether times became days of the time zone.
  var hasTimes: Bool { readings.contains { $0.facts.hasTimes } }

  mutating func count(_ record: Record) {
    counts[record.class, default: 0] += 1
    for name in record.changes { changedFields.add(name) }
    if let match = record.titleMatch {
      titleMatchCount += 1
      if titleMatchCount <= Self.replacementLimit { firstTitleMatches.append(match) }
    }
    for replacement in record.replacements {
      replacedFields.add(replacement.field)
      let counted = replacedFields.first { $0.name.isExactly(replacement.field) }
      if let counted, counted.count <= Self.replacementLimit {
        firstReplacements.append(replacement)
      }
    }
  }

  mutating func addHeld(_ title: String) {
    leftOutKinds.add(Self.heldKind)
    if heldTitles.count < Self.heldLimit { heldTitles.append(title) }
  }

  mutating func add(_ fields: SourceFields, of input: ImportInputs.Input) {
    for field in fields.ignored { ignoredFields.add(field.name, field.count) }
    namedFields.formUnion(fields.named)
    readings.append(
      SourceReading(
        source: input.source.name, preset: input.preset?.name, kind: input.reading.file?.name,
        facts: fields.facts))
    for kind in fields.facts.otherKinds {
      counts[.leftOut, default: 0] += kind.count
      leftOutKinds.add(kind.name, kind.count)
    }
  }
}

extension [SourceReading] {
  /// The sources of a preset, with the number of records of each kind, and what was taken of them.
  package func lines(of preset: ImportPreset) -> [String] {
    let readings = filter { $0.preset == preset.name }
    let counts = preset.kinds.compactMap { kind -> String? in
      let facts = readings.filter { $0.kind == kind }.map(\.facts)
      let count = facts.map(\.rowCount).reduce(0, +)
      return facts.isEmpty ? nil : "\(kind) \(Formatting.grouped(count))"
    }
    if counts.isEmpty { return [] }
    let used = preset.files.filter { file in readings.contains { $0.kind == file.name } }
    let columns = readings.flatMap(\.facts.columns)
      .map { "'\($0.name)' as \($0.field)" }
    let clauses =
      (readings.flatMap { $0.facts.clauses(naming: []) } + columns + used.compactMap(\.clause))
      .uniqued
    return ["\(preset.title): \(counts.joined(separator: ", "))"]
      + clauses.map { "  " + $0 }
  }
}

extension [String] {
  /// The texts, each once.
  fileprivate var uniqued: [String] {
    var seen: Set<String> = []
    return filter { seen.insert($0).inserted }
  }
}

/// What was taken of a source.
package struct SourceReading: Hashable, Sendable {
  package let source: String
  /// The name of the preset, and of the kind of file.
  package let preset: String?
  package let kind: String?
  package internal(set) var facts: SourceFacts
}
