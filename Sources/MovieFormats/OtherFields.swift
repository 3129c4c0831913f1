internal import MovieStore

/// The meaning of a column of CSV or TSV.
enum ColumnField: Hashable {
  case movie(MovieField)
  case attribute(AttributeKey)
  case decision(DecisionField)
  case row(RowField)
  /// The id of a movie, in text that a user edits.
  case id
  /// A status in a plain list, which is ignored if it does not tell whether a movie was seen.
  case status(OtherFields.Field)
  /// A column that a preset does not import.
  case unused
  /// A column that is ignored.
  case other(OtherFields.Field)

  /// Whether the column tells whether a row is a movie; such a column comes before the others.
  var tellsKind: Bool {
    switch self {
    case .row(.kind), .row(.extra), .row(.user), .row(.played): true
    default: false
    }
  }

  /// The name of the field of a movie.
  var fieldName: String? {
    switch self {
    case .movie(.actors): "cast"
    case .movie(let field): field.rawValue
    case .attribute(let key): key.name
    case .decision, .row, .id, .status, .unused, .other: nil
    }
  }
}

/// The keys and columns that are not fields of every movie: attributes to keep, and ignored fields.
struct OtherFields {
  /// A key or column.
  struct Field: Hashable {
    /// The key under which its values are stored; `nil` if the field is ignored.
    let key: AttributeKey?
    /// The position in `names`; `nil` for a name that is not stored there.
    fileprivate let index: Int?
  }

  private struct Name {
    let bytes: [UInt8]
    let key: AttributeKey?
    /// The number of records in which the field was ignored.
    var ignoredCount = 0
    /// The last of these records.
    var lastRecord = 0

    var text: String { String(decoding: bytes, as: UTF8.self) }
  }

  private static let nameLimit = 2 * InterchangeLimits.ignoredFields

  private var keepsAll: Bool
  private let keptKeys: Set<AttributeKey>
  private let ignoredKeys: Set<AttributeKey>
  /// The names that were read first.
  private var names: [Name] = []
  private var record = 0
  /// The fields to keep or to ignore that were read.
  private(set) var named: Set<AttributeKey> = []
  /// The last field whose value is an object with a `title`.
  var nestedTitle: Field?
  /// The last field whose value is an array.
  var nestedArray: Field?

  /// - Parameter ignored: Names of fields that are ignored, also if they are known.
  init(_ kept: KeptFields, ignoring ignored: [String]) {
    keepsAll = kept == .all
    keptKeys = Set(kept.names.compactMap(KeptFields.key))
    ignoredKeys = Set(ignored.compactMap(KeptFields.key))
  }

  /// The ignored fields in order of first appearance. A record with NUL in a name is invalid.
  var ignored: [FieldCount] {
    names.filter { $0.ignoredCount > 0 && !$0.bytes.contains(0) }
      .prefix(InterchangeLimits.ignoredFields)
      .map { FieldCount(name: $0.text, count: $0.ignoredCount) }
  }

  mutating func beginRecord() { record += 1 }

  /// Keeps all fields that are not ignored.
  mutating func keepAll() { keepsAll = true }

  /// Whether the key of an attribute is ignored.
  mutating func isIgnored(_ key: AttributeKey) -> Bool {
    if keptKeys.contains(key) || ignoredKeys.contains(key) { named.insert(key) }
    return ignoredKeys.contains(key)
  }

  /// Whether the key of an attribute is kept because it is named.
  mutating func isKept(_ key: AttributeKey) -> Bool {
    !isIgnored(key) && keptKeys.contains(key)
  }

  /// The title that was found elsewhere, with what to do, or `nil` if there is none.
  var otherTitle: String? {
    if names.first?.bytes.elementsEqual(SyncTables.fileMember.utf8) == true {
      return "a change file of a sync; to get its movies, sync with its directory"
    }
    if let index = nestedTitle?.index {
      let name = names[index].text
      return "one nested in '\(name)'; move it out of '\(name)'"
    }
    if let name = names.first(where: { FieldNames.areEqual($0.text, "primarytitle") }) {
      return "'\(name.text)'; pass '--map title=\(name.text)'"
    }
    return nestedArray?.index.map { index in
      "none; if the movies are in '\(names[index].text)', import that array alone"
    }
  }

  /// - Parameter isIgnored: Whether another field has the meaning of the name.
  mutating func field(_ name: BoundedText, isIgnored: Bool = false) -> Field {
    if let index = names.firstIndex(where: { $0.bytes == name.bytes }) {
      return Field(key: names[index].key, index: index)
    }
    let key = name.isTruncated || isIgnored ? nil : key(name.string)
    if names.count == Self.nameLimit { return Field(key: key, index: nil) }
    names.append(Name(bytes: name.bytes, key: key))
    return Field(key: key, index: names.count - 1)
  }

  /// Counts a field that the current record has.
  mutating func ignore(_ field: Field) {
    guard let index = field.index, names[index].lastRecord < record else { return }
    names[index].ignoredCount += 1
    names[index].lastRecord = record
  }

  private mutating func key(_ name: String) -> AttributeKey? {
    guard let key = KeptFields.key(of: name), !isIgnored(key) else { return nil }
    // The name differs at most in case and in white space around it.
    let trimmed = name.trimmed.lowercased()
    let isKnown = key.isKnown && (AttributeKey.renamed(trimmed) ?? trimmed) == key.name
    return isKnown || keepsAll || keptKeys.contains(key) ? key : nil
  }
}
