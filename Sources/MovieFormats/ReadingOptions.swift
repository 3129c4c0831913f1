package import MovieStore
internal import MovieSystem

/// How the records of a source are read.
///
/// An export of this library is read as it is: of these options, only ``format``, ``encoding``,
/// ``kept`` and ``ignored`` apply.
public struct ReadingOptions: Hashable, Sendable {
  /// An encoding of text without a byte order mark.
  public enum Encoding: String, CaseIterable, Hashable, Sendable {
    /// UTF-8.
    case utf8 = "utf-8"
    /// The encoding of older programs on Windows in Central Europe.
    case windows1250 = "windows-1250"
    /// The encoding of older programs on Windows in Cyrillic.
    case windows1251 = "windows-1251"
    /// The encoding of older programs on Windows in Western Europe, which has all letters of
    /// ISO 8859-1.
    case windows1252 = "windows-1252"
    /// ISO 8859-2, for Central Europe.
    case iso88592 = "iso-8859-2"
    /// ISO 8859-15, for Western Europe, with the euro sign.
    case iso885915 = "iso-8859-15"
    /// The encoding of older programs on Unix in Russian.
    case koi8r = "koi8-r"
    /// The encoding of older programs on the Macintosh.
    case macintosh

    /// Creates the encoding of a name such as `windows-1252`, `cp1252` or `Latin1`; returns `nil`
    /// for any other text. Case does not count.
    public init?(name: String) {
      switch name.lowercased().filter({ !"-_ ".contains($0) }) {
      case "utf8", "usascii", "ascii": self = .utf8
      case "windows1250", "cp1250": self = .windows1250
      case "windows1251", "cp1251": self = .windows1251
      case "windows1252", "cp1252", "iso88591", "latin1": self = .windows1252
      case "iso88592", "latin2": self = .iso88592
      case "iso885915", "latin9": self = .iso885915
      case "koi8r": self = .koi8r
      case "macintosh", "macroman", "xmacroman": self = .macintosh
      default: return nil
      }
    }
  }

  /// The order of day, month and year in dates such as `5/2/2024`.
  public enum DateOrder: String, CaseIterable, Hashable, Sendable {
    /// Day, month, year.
    case dayFirst = "dmy"
    /// Month, day, year.
    case monthFirst = "mdy"
  }

  /// A column or key of the source, and the field that it has.
  public struct Mapping: Hashable, Sendable {
    /// The field: `title`, `cast`, `favorite`, or the name of an attribute.
    public var field: String
    /// The name of the column or key in the source; case does not count.
    public var column: String
    /// The scale of a column of ratings; `nil` for the one of the options.
    public var scale: RatingScale?

    /// Creates a mapping.
    public init(field: String, column: String, scale: RatingScale? = nil) {
      (self.field, self.column, self.scale) = (field, column, scale)
    }
  }

  /// The format, or `nil` to detect it.
  public var format: InterchangeFormat?
  /// The name of the preset, such as `letterboxd`, of a kind of its files, such as
  /// `letterboxd:watchlist`, or `none`; `nil` to recognize it.
  public var preset: String?
  /// The user whose rows are used of a file with those of several.
  public var user: String?
  /// Whether the lists of a service are imported: their movies get their names as tags.
  public var includesLists = false
  /// Whether titles of a streaming service that are perhaps those of episodes are movies.
  /// Otherwise they are left out, unless the catalog has such a movie.
  public var keepsSeries = false
  /// The kind of file that was recognized.
  package var file: ImportPreset.File?
  /// The fields that become attributes, in addition to those of the known keys.
  public var kept: KeptFields
  /// The names of fields to ignore, which can be those of known keys: `rating` of a list has
  /// another meaning.
  public var ignored: [String]
  /// The encoding of text without a byte order mark.
  public var encoding: Encoding
  /// The text between the columns of CSV, such as `;`; `nil` or empty to detect it from the header.
  public var delimiter: String? { didSet { if delimiter == "" { delimiter = nil } } }
  /// The columns or keys whose names do not tell their fields.
  public var mappings: [Mapping]
  /// The scale of ratings. If it is `nil`, ratings are from 0 to 10, and a source with no rating
  /// above 5 is refused.
  public var scale: RatingScale?
  /// The text between the names of a cast, such as `,`, in addition to `;`.
  public var castSeparator: String?
  /// Whether the year in a title such as `Heat (1995)` stays there.
  public var keepsTitles: Bool
  /// The order of day and month in dates such as `5/2/2024`; `nil` to decide by a day above 12.
  public var dateOrder: DateOrder?

  /// The mappings, each of one column: of several columns of titles, the first one has the title,
  /// and the others have other titles.
  var fieldMappings: [Mapping] {
    mappings.flatMap { mapping in
      if mapping.field != MovieField.title.rawValue { return [mapping] }
      let columns = mapping.column.split(separator: ",").map { String($0).trimmed }
      return columns.enumerated().map { index, column in
        Mapping(field: index == 0 ? mapping.field : AttributeKey.aka.name, column: column)
      }
    }
  }

  /// Which titles of a history are those of episodes.
  package var series = SeriesTitles()

  /// How titles are written in a list without columns.
  package var titleLines: TitleLines?

  /// The name of the list, if the positions of its rows are kept.
  package var positionList: String?
  /// The key of the positions of its rows.
  package var positionKey: AttributeKey?

  /// Whether a value that cannot be read is left out, and its record is read without it.
  package var leavesOutValues = false

  /// Whether the options have the scale of ratings.
  package var decidesScale: Bool {
    file != nil || scale != nil
      || mappings.contains { $0.field == AttributeKey.rating.name && $0.scale != nil }
  }

  /// Creates options.
  public init(
    format: InterchangeFormat? = nil, keeping kept: KeptFields = .named([]),
    ignoring ignored: [String] = [], encoding: Encoding = .utf8, delimiter: String? = nil,
    mappings: [Mapping] = [], scale: RatingScale? = nil, castSeparator: String? = nil,
    keepsTitles: Bool = false, dateOrder: DateOrder? = nil, preset: String? = nil,
    user: String? = nil, includesLists: Bool = false
  ) {
    self.format = format
    self.kept = kept
    self.ignored = ignored
    self.encoding = encoding
    self.delimiter = delimiter?.isEmpty == true ? nil : delimiter
    self.mappings = mappings
    self.scale = scale
    self.castSeparator = castSeparator
    self.keepsTitles = keepsTitles
    self.dateOrder = dateOrder
    self.preset = preset
    self.user = user
    self.includesLists = includesLists
  }
}

/// The scale of the ratings of a source, such as 0.5 to 5 stars. Ratings are converted to 0 to 10.
public struct RatingScale: Hashable, Sendable {
  /// The highest rating, from 1 to 1,000.
  public let highest: Int
  /// Whether 0 is a rating. Otherwise it stands for none.
  public let includesZero: Bool

  /// The scale of this library.
  static let own = RatingScale(checked: 10)

  /// Creates a scale; returns `nil` unless the highest rating is from 1 to 1,000.
  public init?(highest: Int, includesZero: Bool = false) {
    guard 1...1_000 ~= highest else { return nil }
    (self.highest, self.includesZero) = (highest, includesZero)
  }

  init(checked highest: Int, includesZero: Bool = false) {
    (self.highest, self.includesZero) = (highest, includesZero)
  }

  /// Creates a scale from text such as `5`, or `0..5` if 0 is a rating; returns `nil` for any other
  /// text.
  public init?(_ text: String) {
    let highest = text.after(prefix: "0..")
    guard let number = Int(highest ?? text) else { return nil }
    self.init(highest: number, includesZero: highest != nil)
  }
}

extension RatingScale: CustomStringConvertible {
  /// Such as `5`, or `0..5` if 0 is a rating.
  public var description: String { (includesZero ? "0.." : "") + "\(highest)" }
}
