internal import MovieStore

/// The fields that names of columns and keys stand for in files of other programs.
///
/// Case does not count, and neither do spaces, hyphens, parentheses, and underscores between
/// letters.
struct FieldNames {
  /// The field that tells whether a record is a movie.
  static let kind = "type"

  /// The names of each field in order of preference.
  private static let names: KeyValuePairs<String, [String]> = [
    "title": ["title", "name", "film", "movie", "filmname", "movietitle", "标题", "片名"],
    "cast": ["cast", "actors"],
    "favorite": ["favorite", "favourite"],
    "year": ["year", "releaseyear"],
    // A further rating is that of the public.
    "rating": ["myrating", "yourrating", "rating"],
    "watched": ["watched", "watcheddate", "datewatched"],
    "genre": ["genre", "genres"],
    "director": ["director", "directors"],
    "runtime": ["runtime", "runtimemins"],
    "tag": ["tag", "tags"],
    "note": ["note", "notes"],
    "aka": ["aka", "originaltitle"],
    "imdb": ["imdb", "imdbid"],
    "tmdb": ["tmdb", "tmdbid"],
    "letterboxd": ["letterboxd", "letterboxduri", "letterboxdurl"],
    kind: ["type", "titletype", "mediatype"],
  ]

  private static let fields: [String: (field: String, rank: Int)] = {
    var fields: [String: (field: String, rank: Int)] = [:]
    for (field, names) in names {
      for (rank, name) in names.enumerated() { fields[name] = (field, 2 * rank + 1) }
    }
    return fields
  }()

  /// The fields of mapped columns and of those of a preset, by the simplified name of the column.
  private let mapped: [String: String]
  /// Whether only mapped columns have fields.
  private let isPreset: Bool
  /// The fields of names that were looked up: each object of JSON has the same ones.
  private var found: [String: (field: String, rank: Int)?] = [:]

  /// The number of names whose fields are stored.
  private static let limit = 256

  /// - Parameter file: The kind of file of a preset.
  init(_ mappings: [ReadingOptions.Mapping], _ file: ImportPreset.File? = nil) {
    let preset = file?.fields.map { (Self.simplified($0.key), $0.value) } ?? []
    mapped = Dictionary(
      mappings.map { (Self.simplified($0.column), $0.field) } + preset
    ) { first, _ in first }
    isPreset = file != nil
  }

  /// Whether a key of JSON is an object whose members have fields.
  func hasFields(in path: String) -> Bool {
    let start = Self.simplified(path) + "."
    return mapped.keys.contains { $0.hasPrefix(start) }
  }

  /// Returns the field that the name stands for; `nil` for none.
  ///
  /// - Returns: The rank is lower for better names.
  mutating func field(named name: String) -> (field: String, rank: Int)? {
    if let known = found[name] { return known }
    let field = newField(named: name)
    if found.count < Self.limit { found[name] = .some(field) }
    return field
  }

  private func newField(named name: String) -> (field: String, rank: Int)? {
    let simplified = Self.simplified(name)
    if let field = mapped[simplified] { return (field, -1) }
    if isPreset { return nil }
    guard let found = Self.fields[simplified], !mapped.values.contains(found.field) else {
      return nil
    }
    return found.field.isExactly(name) ? (name, found.rank - 1) : found
  }

  static func areEqual(_ left: String, _ right: String) -> Bool {
    simplified(left) == simplified(right)
  }

  static func simplified(_ name: String) -> String {
    let text = name.lowercased()
    if text.utf8.first == UInt8(ascii: "_") || text.utf8.last == UInt8(ascii: "_") { return text }
    return String(
      String.UnicodeScalarView(text.unicodeScalars.filter { !" _-()".unicodeScalars.contains($0) }))
  }
}
