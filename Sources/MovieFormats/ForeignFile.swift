internal import MovieStore
internal import MovieSystem

/// Files that cannot be imported as they are, recognized by their first bytes or their header.
package enum ForeignFile {
  /// The maximum number of bytes that are compared.
  static let startLength = 512
  /// The number of columns that a message can name.
  static let columnLimit = 64

  /// Returns the problem of a file that is not text, with what to do, or `nil` for any other file.
  static func problem(inFirstBytes start: [UInt8]) -> String? {
    let extract = "; extract it first"
    let found = "expected movies as JSON, NDJSON, CSV or TSV, found "
    let text = start.drop { $0.isBlank || $0 == .lineFeed || $0 >= 0x80 }
    if text.first == UInt8(ascii: "<") { return found + "XML or HTML" }
    if start.starts(with: zip), isDocument(start) { return found + spreadsheet }
    let kinds: [(bytes: [UInt8], name: String)] = [
      (database, "an SQLite database; to import a catalog, pass the path of its file"),
      (zip, "a zip archive" + extract),
      ([0xD0, 0xCF, 0x11, 0xE0], spreadsheet), ([0x1F, 0x8B], "a gzip file" + extract),
      (Array("BZh".utf8), "a bzip2 file" + extract), ([0xFD, 0x37, 0x7A], "an xz file" + extract),
      ([0x28, 0xB5, 0x2F, 0xFD], "a zstd file" + extract),
      (Array("7z".utf8) + [0xBC, 0xAF], "a 7-zip archive" + extract),
      (Array("Rar!".utf8), "a RAR archive" + extract), (Array("%PDF".utf8), "a PDF file"),
      ([0x89] + "PNG".utf8, "an image"), ([0xFF, 0xD8, 0xFF], "an image"),
    ]
    return kinds.first { start.starts(with: $0.bytes) }.map { found + $0.name }
  }

  /// The number of first bytes that are checked for NUL.
  package static let textStartLength = 4

  /// Whether the first bytes contain NUL and are not a byte order mark of UTF-16.
  package static func startsWithNUL(_ start: some Collection<UInt8>) -> Bool {
    let hasMark = start.starts(with: [0xFE, 0xFF]) || start.starts(with: [0xFF, 0xFE])
    return !hasMark && start.prefix(textStartLength).contains(0)
  }

  private static let database = Array("SQLite format 3".utf8)
  private static let zip = Array("PK\u{3}\u{4}".utf8)

  /// Whether a file begins like an SQLite database.
  package static func isDatabase(_ start: some Collection<UInt8>) -> Bool {
    start.starts(with: database)
  }

  /// Whether a file begins like a zip archive, also an empty one, or like a gzip file.
  package static func isArchive(_ start: some Collection<UInt8>) -> Bool {
    start.starts(with: [0x1F, 0x8B]) || start.starts(with: zip)
      || start.starts(with: "PK\u{5}\u{6}".utf8)
  }

  private static let spreadsheet = "a spreadsheet; save it as CSV first"

  /// Whether the start of a zip archive has the name of a part that the documents of spreadsheet
  /// programs have.
  private static func isDocument(_ start: [UInt8]) -> Bool {
    let parts = [
      "[Content_Types].xml", "docProps/", "xl/", "_rels/", "mimetypeapplication/vnd.oasis",
    ]
    return parts.contains { start.span.contains($0.utf8.span) }
  }

  /// Returns the problem of a header without a column of titles, with what to do.
  ///
  /// - Parameter columns: The first columns.
  static func problem(inHeader columns: [String]) -> String {
    let near = ImportPreset.nearest(to: columns).map {
      "; a file of \($0.preset.title) (\($0.preset.name):\($0.file.name)) also has '\($0.missing)'"
    }
    let problem =
      "expected a column of titles, such as 'title' or 'name', found \(list(columns))"
      + (near ?? "") + "; "
    return columns.count == 1
      ? problem + "begin the file with the line 'title', or with the names of its columns"
      : problem + "name it in a header, or with '--map title=<column>'"
  }

  /// The first columns in quotes.
  package static func list(_ columns: [String]) -> String {
    let shown = columns.prefix(8).map { $0.excerpt() }.joined(separator: ", ")
    return shown + (columns.count > 8 ? ", …" : "")
  }

  /// Whether a text stands for no value.
  static func isNone(_ text: String) -> Bool {
    // Most values begin with a digit.
    text.utf8.first?.isDigit != true
      && [
        "-", "–", "—", "n/a", "#n/a", "na", "<na>", "nan", "nat", "none", "null",
        "(no genres listed)",
      ].contains(
        text.lowercased())
  }

  /// The digits with which a text such as `1995-12-15(US)` begins.
  static func year(_ text: String) -> String { String(text.prefix { $0.isASCII && $0.isNumber }) }

  /// Turns a title such as `Usual Suspects, The`.
  static func turnedTitle(_ title: String) -> String {
    guard let comma = title.lastIndex(of: ","), title[comma...].dropFirst().first == " " else {
      return title
    }
    let article = String(title[comma...].dropFirst(2))
    guard articles.contains(article.lowercased()) else { return title }
    return article + (article.hasSuffix("'") ? "" : " ") + title[..<comma]
  }

  /// After a comma, a word is an article more surely than at the start of a title.
  private static let articles = SortableTitle.articles.union([
    "l'", "une", "il", "lo", "gli", "i", "der", "die", "das", "ein", "eine", "o", "os", "as", "um",
    "uma", "de", "het", "en", "et", "den", "det",
  ])

  /// The kind of a row that is not a movie, or `nil` for any other text.
  static func kind(_ text: String) -> String? {
    switch Folding.fold(text).filter({ $0.isLetter }) {
    case "tv", "tvseries", "tvshow", "show", "series", "tvminiseries", "miniseries", "anime",
      "ona", "serie", "serial", "сериал", "fernsehserie", "tvserie", "webseries":
      "TV series"
    case "season", "tvseason": "TV seasons"
    case "episode", "tvepisode": "TV episodes"
    case "special", "tvspecial", "ova": "TV specials"
    case "game", "videogame", "boardgame": "games"
    case "book", "manga", "comic", "novel", "lightnovel", "audiobook", "podcast",
      "podcastepisode", "podcastseries", "music", "musicvideo", "album", "song":
      "other media"
    default: nil
    }
  }

  /// Returns the names in a text. A part such as `Jr.` belongs to the name before it.
  static func names(in text: BoundedText, separatedBy separator: UInt8) -> [BoundedText] {
    var names: [String] = []
    for part in text.string.utf8.split(separator: separator) {
      let name = String(Substring(part)).trimmed
      let isSuffix = ["jr", "sr", "ii", "iii", "iv"].contains(
        name.lowercased().filter { $0 != "." })
      if isSuffix, let last = names.popLast() {
        names.append(last + ", " + name)
      } else {
        names.append(name)
      }
    }
    return names.map { name in
      var text = BoundedText(limit: MovieDraft.textByteLimit)
      text.append(Array(name.utf8)[...])
      return text
    }
  }
}
