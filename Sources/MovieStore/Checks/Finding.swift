internal import MovieSystem

/// A problem or a property of a file or of a migration.
public struct Finding: Hashable, Sendable, Codable {
  /// The subject of a finding.
  public enum Kind: String, Sendable, Codable {
    /// The file is missing, unreadable, busy, damaged, or not a catalog; as a warning or note, a
    /// property of the file.
    case file
    /// The file was written by a newer program.
    case newer
    /// A table, index or trigger of the schema is missing or was changed, or the file contains an
    /// object of another program.
    case drift
    /// A table or index of another program has a name that a migration step needs.
    case collision
    /// Pages of the file are inconsistent (`PRAGMA integrity_check`).
    case integrity
    /// A row refers to a row that does not exist.
    case foreignKey = "foreign-key"
    /// Rows violate a rule of the catalog, or cannot be migrated.
    case data
    /// A migration lost or changed data, or could not be run.
    case migration
    /// A downgrade step would lose data.
    case loss
    /// The log of the file does not match the migrations of this program.
    case log
    /// There is not enough disk space.
    case disk
  }

  /// A problem or property of a file, with its name.
  package enum Code: String, Sendable, CaseIterable {
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
    case thirdPartyTrigger = "third-party-trigger"
    /// The file contains a view of another program.
    case thirdPartyView = "third-party-view"
    /// A table or index of another program requires a function or collation that is not available
    /// or not allowed.
    case invalidSchema = "invalid-schema"
    /// The file contains a table of another program, which is left unchanged.
    case thirdPartyTable = "third-party-table"
    /// The file contains an index of another program, which is left unchanged.
    case thirdPartyIndex = "third-party-index"
    /// The file does not store text as UTF-8.
    case invalidEncoding = "invalid-encoding"

    // MARK: Pages

    /// Pages of the file are inconsistent or cannot be read, or values have a type that their
    /// column does not accept.
    case damagedData = "damaged-data"
    /// The indexes of a table are inconsistent with it, or their pages are damaged.
    case damagedIndex = "damaged-index"
    /// Pages that no table uses are damaged, or not listed as unused.
    case damagedUnusedPages = "damaged-unused-pages"

    // MARK: Rows

    /// Credits refer to movies or actors that do not exist.
    case orphanCredits = "orphan-credits"
    /// Attributes refer to movies that do not exist.
    case orphanAttributes = "orphan-attributes"
    /// Rows of other programs refer to rows that do not exist.
    case thirdPartyReferences = "third-party-references"
    /// The migration log does not match the migrations of this program.
    case unknownMigration = "unknown-migration"
    /// The history contains rows that do not belong together, or values that are not movies.
    case damagedHistory = "damaged-history"
    /// Actors are in no cast.
    case actorsWithoutMovies = "actors-without-movies"
    /// Sortable titles do not match the titles.
    case staleSortableTitles = "stale-sortable-titles"
    /// Values of attributes are neither text nor a finite number.
    case invalidAttributes = "invalid-attributes"
    /// Keys of attributes are not valid.
    case invalidAttributeKeys = "invalid-attribute-keys"
    /// Values of attributes are not allowed for their keys, or are not text that can be stored.
    case invalidAttributeValues = "invalid-attribute-values"
    /// Keys that allow one value have several.
    case duplicateAttributes = "duplicate-attributes"
    /// Movies have more values or bytes of attributes, or longer values, than ``MovieAttributes``
    /// allows.
    case excessAttributes = "excess-attributes"
    /// The search index or a part of it is missing, or was created by another version. Searches are
    /// slower until the next change rebuilds it.
    case missingSearchIndex = "missing-search-index"
    /// The search index is inconsistent with the titles.
    case staleSearchIndex = "stale-search-index"
    /// The search index is internally inconsistent, or its pages are damaged.
    case damagedSearchIndex = "damaged-search-index"
    /// Titles are missing, empty, or not text that can be stored.
    case invalidTitles = "invalid-titles"
    /// Names of actors are missing, empty, or not text that can be stored.
    case invalidNames = "invalid-names"
    /// Ids of movies or actors are below 1; commands do not accept them.
    case invalidIDs = "invalid-ids"
    /// Favorite values are neither 0 nor 1.
    case invalidFavorites = "invalid-favorites"
    /// UUIDs in a file of a version below 5 are invalid.
    case invalidUUIDs = "invalid-uuids"
    /// Several actors have exactly the same name.
    case duplicateNames = "duplicate-names"
    /// Two actors have the same position in a cast, or a position is invalid.
    case invalidPositions = "invalid-positions"
    /// Names of actors differ only in Unicode normalization.
    case similarNames = "similar-names"
    /// Casts in a file of a version below 4 are not arrays of strings.
    case invalidCasts = "invalid-casts"
    /// Casts in a file of a version below 4 contain a name more than once.
    case duplicateCastNames = "duplicate-cast-names"

    /// The problems after which an index cannot be relied on.
    package static let damagedIndexes: Set = [missingIndex, changedIndex, damagedIndex]

    /// Whether the file is too damaged, or too different from a catalog, for any repair.
    package var preventsRepair: Bool {
      [
        .missingTable, .changedTable, .thirdPartyTrigger, .invalidSchema, .invalidEncoding,
        .damagedData,
      ].contains(self)
    }
  }

  /// The severity of a finding.
  public enum Severity: String, Sendable, Codable {
    /// A problem that must be fixed.
    case error
    /// A problem that does not prevent the use of the file.
    case warning
    /// Information only.
    case note
  }

  /// The subject of the finding.
  public let kind: Kind
  /// The name of the finding, such as `missing-index`, or `nil` if it is not about the content of a file.
  /// Names are stable.
  public let code: String?
  /// The severity of the finding.
  public package(set) var severity: Severity
  /// A sentence without a full stop.
  public let message: String
  /// The name of the table, index, trigger or view concerned, or `nil` if there is none.
  public let object: String?
  /// The keys of the first rows concerned, at most ten; empty if the finding does not concern rows.
  public let rows: [Int64]
  /// The effect of a repair as a clause that follows "would", or `nil` if the finding cannot be
  /// repaired.
  public package(set) var repair: String?

  package static let maximumRows = 10

  package init(
    _ kind: Kind, _ message: String, code: Code? = nil, severity: Severity = .error,
    object: String? = nil, rows: [Int64] = [], repair: String? = nil
  ) {
    self.kind = kind
    self.code = code?.rawValue
    self.severity = severity
    self.message = message
    self.object = object
    self.rows = rows
    self.repair = repair
  }

  package var problem: Code? { code.flatMap(Code.init) }

  package static func insufficientDiskSpace(path: String, needed: Int64, free: Int64) -> Self {
    Finding(
      .disk,
      "migrating '\(path)' needs about \(Formatting.bytes(needed)) of disk space, but only "
        + "\(Formatting.bytes(free)) is available")
  }

  package var withoutRepair: Finding {
    var finding = self
    finding.repair = nil
    return finding
  }

  package var asWarning: Finding {
    var finding = self
    finding.severity = .warning
    return finding
  }
}

extension [Finding] {
  package var hasErrors: Bool { contains { $0.severity == .error } }

  /// Whether one of them prevents any repair.
  package var preventRepairs: Bool { contains { $0.problem?.preventsRepair == true } }

  /// The findings, without their repairs if one of them prevents any.
  var withPossibleRepairs: [Finding] { preventRepairs ? map(\.withoutRepair) : self }
}
