/// A finding of a ``Doctor``, with its code and a possible repair.
public struct Symptom: Hashable, Sendable, Codable {
  /// The kind of a finding. Its raw value is a stable name for use by programs.
  public enum Code: String, Sendable, Codable, CaseIterable {
    // MARK: The file

    /// Other users can read the file.
    case readableByOthers = "readable-by-others"
    /// The file has another name (a hard link), under which SQLite would not find a journal of its
    /// changes.
    case hardLinks = "hard-links"
    /// A journal exists next to the file. If its change was interrupted, the next command rolls it
    /// back.
    case interruptedChange = "interrupted-change"
    /// The file is in WAL mode, in which this version of SQLite can damage it.
    case writeAheadLog = "write-ahead-log"

    // MARK: The schema

    /// The file has an older schema version, and is checked as far as that version allows.
    case olderSchema = "older-schema"
    /// A table of the schema is missing.
    case missingTable = "missing-table"
    /// A table of the schema was changed.
    case changedTable = "changed-table"
    /// An index of the schema is missing.
    case missingIndex = "missing-index"
    /// An index of the schema was changed.
    case changedIndex = "changed-index"
    /// A part of the search index was changed.
    case changedSearchIndex = "changed-search-index"
    /// A trigger of another program would run on every change.
    case foreignTrigger = "foreign-trigger"
    /// The file contains a view of another program.
    case foreignView = "foreign-view"
    /// An index of another program computes values of arbitrary size for each row.
    case costlyIndex = "costly-index"
    /// A table or index of another program requires a function or collation that is not available
    /// or not allowed.
    case unusableObject = "unusable-object"
    /// The file contains a table of another program, which is left unchanged.
    case foreignTable = "foreign-table"
    /// The file contains an index of another program, which is left unchanged.
    case foreignIndex = "foreign-index"
    /// The file does not store text as UTF-8.
    case wrongEncoding = "wrong-encoding"

    // MARK: Pages

    /// Pages of the file are inconsistent or cannot be read.
    case damagedPages = "damaged-pages"
    /// An index is inconsistent with its table.
    case damagedIndex = "damaged-index"
    /// Values have a type that their column does not accept, or violate a `CHECK` constraint.
    case wrongValues = "wrong-values"

    // MARK: Rows

    /// Credits refer to movies or actors that do not exist.
    case orphanCredits = "orphan-credits"
    /// Rows of other programs refer to rows that do not exist.
    case foreignReferences = "foreign-references"
    /// The migration log does not match the migrations of this program.
    case unknownMigration = "unknown-migration"
    /// Actors are in no cast.
    case actorsWithoutMovies = "actors-without-movies"
    /// Sortable titles do not match the titles.
    case staleSortableTitles = "stale-sortable-titles"
    /// The search index or a part of it is missing. Searches are slower until the next change
    /// rebuilds it.
    case missingSearchIndex = "missing-search-index"
    /// The search index is inconsistent with the titles.
    case staleSearchIndex = "stale-search-index"
    /// The search index is internally inconsistent, or its pages are damaged.
    case damagedSearchIndex = "damaged-search-index"
    /// Titles are missing, empty, or not text that can be stored.
    case unusableTitles = "unusable-titles"
    /// Names of actors are missing, empty, or not text that can be stored.
    case unusableNames = "unusable-names"
    /// Ids of movies or actors are below 1; commands do not accept them.
    case unusableIDs = "unusable-ids"
    /// Favorite values are neither 0 nor 1.
    case wrongFavorites = "wrong-favorites"
    /// UUIDs in a file of a version below 5 are invalid.
    case wrongUUIDs = "wrong-uuids"
    /// Several actors have exactly the same name.
    case doubledNames = "doubled-names"
    /// Two actors have the same position in a cast, or a position is invalid.
    case wrongPlaces = "wrong-places"
    /// Names of actors differ only in Unicode normalization.
    case similarNames = "similar-names"
    /// Casts in a file of a version below 4 are not arrays of strings.
    case wrongCasts = "wrong-casts"
    /// Casts in a file of a version below 4 contain a name more than once.
    case repeatedNames = "repeated-names"

    /// Whether the file is too broken for anything in it to be mended.
    var forbidsMending: Bool {
      [
        .missingTable, .changedTable, .foreignTrigger, .costlyIndex, .unusableObject,
        .wrongEncoding, .damagedPages,
      ].contains(self)
    }
  }

  /// The kind of the finding.
  public let code: Code
  /// The severity of the finding, its description, the first rows concerned, and what to do.
  public let finding: Finding
  /// The effect of a repair as a clause that follows "would", or `nil` if the finding cannot be
  /// repaired.
  public internal(set) var fix: String?

  /// Whether pages of the search index are damaged, and not only its content.
  var isOfSearchPages: Bool { code == .damagedSearchIndex && finding.code == .integrity }

  package init(_ code: Code, _ finding: Finding, fix: String? = nil) {
    self.code = code
    self.finding = finding
    self.fix = fix
  }

  init(
    _ code: Code, _ kind: Finding.Code, _ message: String, severity: Finding.Severity = .error,
    object: String? = nil, rows: [Int64] = [], hint: String? = nil, fix: String? = nil
  ) {
    let finding = Finding(
      kind, message, severity: severity, object: object, rows: rows, hint: hint)
    self.init(code, finding, fix: fix)
  }
}
