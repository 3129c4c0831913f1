internal import MovieStore

/// A service or a program whose files an import reads as they are: which columns they have, what
/// these mean, and which rows are movies.
///
/// To add one, add a value to ``all``.
public struct ImportPreset: Hashable, Sendable {
  /// The name, such as `letterboxd`.
  public let name: String
  /// The name of the service, such as `Letterboxd`.
  public let title: String
  /// Which files an import takes, as sentences; empty if they are refused.
  package let usage: String
  /// The kinds of files. Those that an import has are used in this order.
  package let files: [File]
  /// The directories in an export whose files are not imported.
  package var skippedDirectories: [String] = []
  /// The directory in an export with lists of a name.
  package var listDirectory: String?

  /// A kind of file.
  package struct File: Hashable, Sendable {
    /// The name, such as `watchlist`.
    package let name: String
    /// The columns, or the keys of JSON, by which such a file is recognized. Case does not count,
    /// and neither do spaces and underscores.
    let columns: [String]
    /// Whether such a file has no other columns.
    var isExact = false
    /// Columns that tell another service.
    var otherColumns: [String] = []
    /// A part of the names of such files, where others have the same columns.
    package var fileName: String?
    /// The field of each column or key: `title`, `cast`, `favorite`, the key of an attribute, the
    /// name of a `RowField`; or nothing for one that is not imported. A key in an object has its
    /// path, such as `movie.title`.
    let fields: [String: String]
    /// The fields that only fill what a movie does not have.
    package var fills: Set<String> = []
    /// The scale of the ratings.
    var scale = RatingScale.own
    /// The step of the ratings in tenths of a point of 10. A rating of the catalog that is rounded
    /// to it is not another one.
    package var ratingStep: Int64 = 10
    /// The tags for values of `RowField.status`, which are in lower case; empty for no tag.
    var statusTags: [String: String] = [:]
    /// The kinds of rows that are movies; empty if `ForeignFile.kind` tells which are not.
    var movieKinds: [String] = []
    /// The root elements of such XML documents; `url` for an address alone.
    package var roots: [String] = []
    /// Whether the name of the file is the title of a movie that has none.
    var isNamedByFile = false
    /// The kind of the rows without a title.
    var untitledKind: String?
    /// The tags of all movies of the file.
    var tags: [String] = []
    /// Whether all movies of the file are favorites.
    var areFavorites = false
    /// Whether the file is a list of a name, and is only imported on demand.
    package var isNamedList = false
    /// How titles are written.
    var titles = TitleForm.plain
    /// How cells are written.
    var cells = CellForm.quoted
    /// Whether text has the entities or tags of HTML.
    var isHTML = false
    /// Whether times without a zone are in UTC.
    var isUTC = false
    /// The encoding of text that is not UTF-8.
    package var encoding = ReadingOptions.Encoding.utf8
    /// The text between the names of a cast.
    var castSeparator: String?
    /// The arrays with records in an object that is the whole file, and what their records are;
    /// nothing for movies.
    var arrays: [String: String] = [:]
    /// The columns of a file without a header.
    var header: [String] = []
    /// The start of the first line of a file that begins with another table.
    var preamble: String?
    /// Whether the file has all movies, and not those of a user.
    package var isDataset = false
    /// What the file has of movies in another one.
    package var part: Part?
    /// Whether nothing of the file is imported.
    package var isUnused = false
    /// Why such a file is refused, with what to do.
    package var refusal: String?

    /// What all movies of the file get, as a clause; `nil` for nothing.
    package var clause: String? {
      if areFavorites { return "\(name) as favorites" }
      return tags.isEmpty ? nil : "\(name) as tag '\(tags.joined(separator: "', '"))'"
    }
  }

  /// What a file of a dataset has of the movies in another one.
  package enum Part {
    /// The actors and directors of each movie by their ids.
    case credits
    /// The directors of each movie by their ids.
    case crew
    /// The names of people by their ids.
    case people
  }

  /// How titles are written.
  enum TitleForm {
    case plain
    /// With an article at the end and other titles in parentheses, as in
    /// `City of Lost Children, The (Cité des enfants perdus, La) (1995)`.
    case inverted
    /// With other titles after a slash.
    case slashed
    /// With the season and the episode of a series, as in `Dark: Season 1: Secrets`.
    case episodes
  }

  /// How cells are written.
  enum CellForm {
    /// As in RFC 4180.
    case quoted
    /// As in RFC 4180, with spaces before quotes.
    case spaced
    /// Without quotes and escapes: a quote is text.
    case raw
  }

  /// What `help` says about the preset.
  package var description: String {
    let kinds = kinds.count == 1 ? "" : " Kinds: \(kinds.joined(separator: ", "))."
    return "\(title). \(usage)\(kinds)"
  }

  /// The names of the kinds of files, such as `watchlist`.
  public var kinds: [String] {
    var kinds: [String] = []
    for file in files where !kinds.contains(file.name) { kinds.append(file.name) }
    return kinds
  }

  /// Returns the preset of a name.
  package static func named(_ name: String) -> ImportPreset? { all.first { $0.name == name } }
}

/// What a column of a preset tells about a row apart from the values of the movie.
enum RowField: String {
  /// Whether the row is a movie.
  case kind = "@kind"
  /// Whether the movie is seen or to be seen: a word, a date, or a number of times.
  case status = "@status"
  /// A text that the rows of movies do not have.
  case extra = "@extra"
  /// The id of the movie in the files of the preset.
  case id = "@id"
  /// An address that has an id of the movie, or tells that the row is no movie.
  case address = "@address"
  /// A date of release, whose year is used if there is none.
  case released = "@released"
  /// A year, or the years of a series.
  case years = "@years"
  /// The elements of NFO files that are not movies.
  case series = "@tvshow"
  case episode = "@episode"
  case musicVideo = "@other"
  /// The running time in seconds.
  case seconds = "@seconds"
  /// How long the movie was played, in hours, minutes and seconds.
  case played = "@played"
  /// The user whose row it is.
  case user = "@user"
  /// An id elsewhere, and the key that it is of.
  case foreignID = "@foreign-id"
  case foreignKey = "@foreign-key"
  /// The position in a list, which is kept on demand.
  case position = "@position"
}

extension ImportPreset {
  // The marks of movies that were seen on an unknown day, and of movies to see.
  static let seen = MovieAttributes.seenTag
  static let watchlist = MovieAttributes.watchlistTag
  /// The fields whose columns need no words.
  static let plainFields: Set<String> = ["title", "year", "imdb", "tmdb", "letterboxd"]
}
