package import MovieStore
internal import MovieSystem

/// The lists of other services that an export writes.
public enum ExportService: String, CaseIterable, Hashable, Sendable {
  /// The list that Letterboxd imports: one row for each day on which a movie was watched, in files
  /// of at most 1 MB. Movies to watch are left out, unless all movies have the tag `watchlist`.
  case letterboxd
  /// The ratings of IMDb, which other services import.
  case imdb
  /// One NFO file for each movie, as Kodi and Jellyfin read them, in a directory.
  case nfo

  /// The maximum number of bytes of a file.
  package var fileByteLimit: Int { self == .letterboxd ? 1_000_000 : .max }

  /// The lines before the rows.
  package var header: [UInt8] {
    switch self {
    case .letterboxd: Self.row(Self.letterboxdColumns)
    case .imdb: Self.row(Self.imdbColumns)
    case .nfo: []
    }
  }

  private static let letterboxdColumns = [
    "LetterboxdURI", "tmdbID", "imdbID", "Title", "Year", "Directors", "Rating", "WatchedDate",
    "Rewatch", "Tags", "Review",
  ]
  private static let imdbColumns = [
    "Const", "Your Rating", "Date Rated", "Title", "Original Title", "URL", "Title Type",
    "IMDb Rating", "Runtime (mins)", "Year", "Genres", "Num Votes", "Release Date", "Directors",
  ]

  fileprivate static func row(_ cells: [String]) -> [UInt8] {
    var row: [UInt8] = []
    for (index, cell) in cells.enumerated() {
      if index > 0 { row.append(.comma) }
      row.appendCSVCell(cell.utf8.span)
    }
    return row + [.lineFeed]
  }
}

/// A movie as a service has it.
package struct ServiceMovie {
  private let movie: Movie
  private let attributes: MovieAttributes
  /// The fields that the service does not have, or not exactly.
  package private(set) var losses: Set<String> = []

  package init(_ movie: Movie) {
    self.movie = movie
    var attributes = movie.attributes
    attributes.settleMarks()
    self.attributes = attributes
  }

  private func text(_ key: AttributeKey) -> String { attributes[key].first?.description ?? "" }

  /// The values of a key that a comma separates.
  private mutating func list(_ key: AttributeKey) -> String {
    storable(key).joined(separator: ", ")
  }

  /// The values of a key without those that have a separator, and without the tags of the program.
  private mutating func storable(_ key: AttributeKey) -> [String] {
    let programTags = key == .tag ? [MovieAttributes.seenTag, MovieAttributes.watchlistTag] : []
    let values = attributes[key].map(\.description).filter { !programTags.contains($0) }
    let storable = values.filter { value in !",;|".contains { value.contains($0) } }
    if storable.count < values.count { losses.insert(key.name) }
    return storable
  }

  /// The days on which the movie was watched.
  private mutating func days() -> [String] {
    let dates = attributes[.watched].map(\.description)
    let days = dates.filter { CalendarDate($0)?.day != nil }
    if days.count < dates.count { losses.insert(AttributeKey.watched.name) }
    return days
  }

  /// The rating in steps of one: from 1 to 10, or empty.
  private mutating func wholeRating() -> Int? {
    guard let rating = attributes[.rating].first?.number else { return nil }
    // Another program can have stored any number.
    let whole = Int(exactly: (rating + 0.5).rounded(.down)) ?? 0
    if Double(whole) != rating || whole == 0 { losses.insert(AttributeKey.rating.name) }
    return 1...10 ~= whole ? whole : nil
  }

  private mutating func countLosses(except keys: [AttributeKey], cast: Bool, favorite: Bool) {
    if !cast, !movie.cast.isEmpty { losses.insert("cast") }
    if !favorite, movie.isFavorite { losses.insert("favorite") }
    losses.formUnion(movie.attributes.keys.filter { !keys.contains($0) }.map(\.name))
    if keys.contains(.tag), attributes[.tag].contains(.text(MovieAttributes.watchlistTag)) {
      losses.insert(Self.watchlistMark)
    }
  }

  /// The name of the tag of the watchlist among the losses; not that of a key.
  package static let watchlistMark = "\(AttributeKey.tag)=\(MovieAttributes.watchlistTag)"

  /// Whether the movie has the tag of the watchlist.
  package var isOnWatchlist: Bool {
    movie.attributes[.tag].contains(.text(MovieAttributes.watchlistTag))
  }

  /// Whether the list of a service has the movie: Letterboxd marks all movies as watched, and the
  /// list of IMDb has ratings.
  package func isListed(by service: ExportService) -> Bool {
    switch service {
    case .letterboxd:
      attributes.isSeen || !attributes[.rating].isEmpty
        || !attributes[.tag].contains(.text(MovieAttributes.watchlistTag))
    case .imdb: !attributes[.rating].isEmpty
    case .nfo: true
    }
  }

  // MARK: Letterboxd

  /// The rows for each day on which the movie was watched, or one without a day. The rating, the
  /// tags and the note are those of today: only the row of the latest day has them.
  package mutating func letterboxdRows() -> [UInt8] {
    countLosses(
      except: [.letterboxd, .tmdb, .imdb, .year, .director, .rating, .watched, .tag, .note],
      cast: false, favorite: false)
    let rating = wholeRating().map { $0 % 2 == 0 ? "\($0 / 2)" : "\($0 / 2).5" } ?? ""
    let (directors, tags, days) = (list(.director), list(.tag), days())
    let cells = [text(.letterboxd), text(.tmdb), text(.imdb), movie.title, text(.year), directors]
    let earlier = days.dropLast().enumerated().flatMap { index, day in
      ExportService.row(cells + ["", day, index > 0 ? "true" : "", "", ""])
    }
    let isRewatch = days.count > 1 ? "true" : ""
    return earlier
      + ExportService.row(cells + [rating, days.last ?? "", isRewatch, tags, text(.note)])
  }

  // MARK: IMDb

  package mutating func imdbRow() -> [UInt8] {
    countLosses(
      except: [.imdb, .rating, .aka, .runtime, .year, .genre, .director], cast: false,
      favorite: false)
    let akas = attributes[.aka].map(\.description)
    if akas.count > 1 { losses.insert(AttributeKey.aka.name) }
    let (rating, genres, directors) = (wholeRating(), list(.genre), list(.director))
    let id = text(.imdb)
    return ExportService.row([
      id, rating.map(String.init) ?? "", "", movie.title, akas.first ?? movie.title,
      id.isEmpty ? "" : "https://www.imdb.com/title/\(id)", "Movie", "", text(.runtime),
      text(.year), genres, "", "", directors,
    ])
  }

  // MARK: NFO

  /// The name of the file without its extension.
  package var fileName: String {
    let year = movie.attributes.year.map { " (\($0))" } ?? ""
    let scalars = movie.title.unicodeScalars.map { scalar in
      "/\\:*?\"<>|".unicodeScalars.contains(scalar) || scalar.value < 0x20 ? "_" : scalar
    }
    let title = String(String.UnicodeScalarView(scalars)).prefix(ofBytes: 200)
    return (title.hasPrefix(".") ? "_" + title.dropFirst() : title) + year
  }

  package mutating func nfo() -> [UInt8] {
    countLosses(
      except: [.year, .rating, .watched, .genre, .director, .runtime, .tag, .aka, .imdb, .tmdb],
      cast: true, favorite: true)
    let (days, akas) = (days(), attributes[.aka].map(\.description))
    if days.count > 1 { losses.insert(AttributeKey.watched.name) }
    if akas.count > 1 { losses.insert(AttributeKey.aka.name) }
    var xml = XMLText()
    xml.add("title", movie.title)
    xml.add("originaltitle", akas.first ?? "")
    xml.add("year", text(.year))
    xml.add("userrating", text(.rating))
    xml.add("playcount", attributes.isSeen ? "1" : "")
    xml.add("lastplayed", days.last ?? "")
    xml.add("isuserfavorite", movie.isFavorite ? "true" : "")
    xml.add("runtime", text(.runtime))
    for key in [AttributeKey.imdb, .tmdb] { xml.add("uniqueid", text(key), type: key.name) }
    for key in [AttributeKey.genre, .director, .tag] {
      // A comma in a value would separate two.
      for value in storable(key) { xml.add(key.name, value) }
    }
    for actor in movie.cast { xml.addActor(actor.name) }
    return xml.document
  }
}

/// The elements of a movie in an NFO file.
private struct XMLText {
  private var lines: [String] = []

  var document: [UInt8] {
    let start = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\" ?>\n<movie>\n"
    return Array((start + lines.joined() + "</movie>\n").utf8)
  }

  /// Adds an element, unless it is empty.
  mutating func add(_ name: String, _ text: String, type: String? = nil) {
    if text.isEmpty { return }
    let attribute = type.map { " type=\"\($0)\"" } ?? ""
    lines.append("  <\(name)\(attribute)>\(Markup.escaped(text))</\(name)>\n")
  }

  mutating func addActor(_ name: String) {
    lines.append("  <actor><name>\(Markup.escaped(name))</name></actor>\n")
  }
}
