internal import MovieSystem

/// The name of an attribute of a movie, such as `year`: a lowercase ASCII letter, then lowercase letters, digits and
/// underscores, at most 64 bytes.
public struct AttributeKey: Hashable, Sendable {
  /// The maximum size of a key in bytes.
  package static let byteLimit = 64

  /// The year of release: an integer from 1870 to 2200.
  public static let year = AttributeKey(unchecked: "year")
  /// The user's rating: a number from 0 to 10 with at most one decimal.
  public static let rating = AttributeKey(unchecked: "rating")
  /// The dates on which the user watched the movie, in their order: texts such as `2026-11-23`, or
  /// `2026-11` or `2026` if the day is not known.
  public static let watched = AttributeKey(unchecked: "watched")
  /// Genres: texts of one line. A movie can have several.
  public static let genre = AttributeKey(unchecked: "genre")
  /// Directors: texts of one line. A movie can have several.
  public static let director = AttributeKey(unchecked: "director")
  /// The running time in minutes: an integer from 1 to 100,000.
  public static let runtime = AttributeKey(unchecked: "runtime")
  /// Tags: short texts. A movie can have several.
  public static let tag = AttributeKey(unchecked: "tag")
  /// A note: text.
  public static let note = AttributeKey(unchecked: "note")
  /// Other titles: texts of one line. A movie can have several.
  public static let aka = AttributeKey(unchecked: "aka")
  /// The id in IMDb: text such as `tt0113277`.
  public static let imdb = AttributeKey(unchecked: "imdb")
  /// The id in TMDB: an integer above 0.
  public static let tmdb = AttributeKey(unchecked: "tmdb")
  /// The address of the movie in Letterboxd: text such as `https://boxd.it/2aQw`.
  public static let letterboxd = AttributeKey(unchecked: "letterboxd")

  /// The keys whose values have a type, in the order in which they are shown. Users can choose any other keys.
  public static let known = [
    year, rating, watched, genre, director, runtime, tag, note, aka, imdb, tmdb, letterboxd,
  ]
  /// The known keys of which a movie can have several values.
  package static let lists = [watched, genre, director, tag, aka]
  /// The keys whose values identify a movie elsewhere.
  package static let ids = [imdb, tmdb, letterboxd]

  /// The names of other parts of a movie in JSON and in tables, which are not keys.
  private static let reserved =
    ["id", "title", "sortabletitle", "cast", "actors", "favorite", "change"] + renames.map(\.key)
  /// Keys of earlier versions that are now words of queries or have another name. Those that movies
  /// have are renamed.
  package static let renames = plurals.merging(
    ["actor": "actor_", "has": "has_", "is": "is_"], uniquingKeysWith: { first, _ in first }
  ).sorted { $0.key < $1.key }
  /// Names of keys in other programs and in earlier versions.
  package static let plurals = ["genres": "genre", "directors": "director"]

  /// The text of the key.
  public var name: String { bytes.text }
  private let bytes: ByteString

  /// Creates a key from its text. `genres` and `directors` stand for `genre` and `director`.
  ///
  /// - Throws: ``StoreError``: `invalidInput`, also for the name of another part of a movie, such
  ///   as `title`.
  public init(_ name: String) throws(StoreError) {
    if let key = Self.plurals[name] {
      self.init(unchecked: key)
      return
    }
    if Self.reserved.contains(name) {
      throw .invalid(
        .key, "'\(name)' is another part of a movie, not an attribute", .reservedKey(name))
    }
    guard Self.isValid(name) else {
      throw .invalid(
        .key,
        "'\(name)' is not a valid key: a key has lowercase letters, digits and underscores, starts "
          + "with a letter, and has at most \(Self.byteLimit) bytes", .invalidKey(name))
    }
    self.init(unchecked: name)
  }

  /// A key as it is stored; another program can have stored an invalid one.
  package init(unchecked name: String) { bytes = ByteString(name) }

  /// Returns the key that stands for a name of another program, such as `imdb_id` for `IMDb ID`: letters become lowercase,
  /// and any other characters underscores. A key stands for itself. Returns `nil` if there is none.
  package init?(foreignName name: String) {
    if Self.isValid(name) {
      self.init(unchecked: name)
      return
    }
    let words = name.utf8.map(\.lowercased).drop { !Self.isLetter($0) }
      .split { !Self.isLetter($0) && !$0.isDigit }
    let text = words.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "_")
    let key = Self.renamed(text) ?? text
    if !Self.isValid(key) { return nil }
    self.init(unchecked: key)
  }

  /// The key that replaces one of earlier versions, such as `genre` for `genres`.
  package static func renamed(_ name: String) -> String? {
    renames.first { $0.key.isExactly(name) }?.value
  }

  /// Whether the values of the key have a type.
  package var isKnown: Bool { Self.known.contains(self) }

  /// Whether a movie has at most one value: all known keys but the lists.
  package var isSingle: Bool { isKnown && !isList }

  /// Whether the key is known and a movie can have several values.
  package var isList: Bool { Self.lists.contains(self) }

  /// Whether the values are texts of one line.
  var hasLines: Bool { isList && self != .watched }

  package static func isValid(_ name: String) -> Bool {
    guard let first = name.utf8.first, isLetter(first), name.utf8.count <= byteLimit,
      !reserved.contains(name)
    else { return false }
    return name.utf8.allSatisfy { isLetter($0) || $0.isDigit || $0 == UInt8(ascii: "_") }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte
  }
}

extension AttributeKey: Comparable {
  /// Returns whether the left key is shown before the right one: the known keys in their order, then the others by
  /// their bytes.
  public static func < (left: Self, right: Self) -> Bool {
    switch (known.firstIndex(of: left), known.firstIndex(of: right)) {
    case (let left?, let right?): left < right
    case (.some, nil): true
    case (nil, .some): false
    case (nil, nil): left.name.precedes(right.name)
    }
  }
}

extension AttributeKey: CustomStringConvertible {
  /// The text of the key.
  public var description: String { name }
}
