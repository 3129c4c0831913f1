/// The name of an attribute of a movie, such as `year`: a lowercase ASCII letter, then lowercase letters, digits and
/// underscores, at most 64 bytes.
public struct AttributeKey: Hashable, Sendable {
  /// The maximum size of a key in bytes.
  package static let byteLimit = 64

  /// The year of release: an integer from 1870 to 2200.
  public static let year = AttributeKey(unchecked: "year")
  /// The user's rating: a number from 0 to 10 with at most one decimal.
  public static let rating = AttributeKey(unchecked: "rating")
  /// The date on which the user watched the movie: text such as `2026-11-23`.
  public static let watched = AttributeKey(unchecked: "watched")
  /// Tags: short texts. A movie can have several.
  public static let tag = AttributeKey(unchecked: "tag")
  /// A note: text.
  public static let note = AttributeKey(unchecked: "note")

  /// The keys whose values have a type, in the order in which they are shown. Users can choose any other keys.
  public static let known = [year, rating, watched, tag, note]

  /// The names of other parts of a movie in JSON and in tables, which are not keys.
  private static let reserved =
    ["id", "title", "sortabletitle", "cast", "actors", "favorite", "change"] + queryWords
  /// Keys of queries that were keys of attributes before. Those that movies have are renamed.
  package static let queryWords = ["actor", "has", "is"]

  /// The text of the key.
  public let name: String

  /// Creates a key from its text.
  ///
  /// - Throws: ``StoreError``: `invalidInput`, also for the name of another part of a movie, such
  ///   as `title`.
  public init(_ name: String) throws(StoreError) {
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
  init(unchecked name: String) { self.name = name }

  /// Returns the key that stands for a name of another program, such as `imdb_id` for `IMDb ID`: letters become lowercase,
  /// and any other characters underscores. A key stands for itself. Returns `nil` if there is none.
  package init?(foreignName name: String) {
    if Self.isValid(name) || Self.queryWords.contains(name) {
      self.init(unchecked: Self.renamed(name))
      return
    }
    let words = name.utf8.map(\.lowercased).drop { !Self.isLetter($0) }
      .split { !Self.isLetter($0) && !$0.isDigit }
    let key = words.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "_")
    if !Self.isValid(key) { return nil }
    self.init(unchecked: key)
  }

  /// The key that replaces a word of queries: `actor_` for `actor`; any other name as it is.
  static func renamed(_ name: String) -> String { queryWords.contains(name) ? name + "_" : name }

  /// Whether the values of the key have a type.
  package var isKnown: Bool { Self.known.contains(self) }

  /// Whether a movie has at most one value: all known keys but `tag`.
  package var isSingle: Bool { isKnown && self != .tag }

  /// Returns whether two keys are equal byte for byte.
  public static func == (left: Self, right: Self) -> Bool { left.name.isExactly(right.name) }

  /// Hashes the bytes of the key.
  public func hash(into hasher: inout Hasher) { hasher.combine(ByteString(name)) }

  static func isValid(_ name: String) -> Bool {
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

extension AttributeKey: Codable {
  /// Decodes a key from text.
  ///
  /// - Throws: `DecodingError` for text that is not a key.
  public init(from decoder: any Decoder) throws {
    let name = try decoder.singleValueContainer().decode(String.self)
    do { self = try AttributeKey(name) } catch {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(codingPath: decoder.codingPath, debugDescription: error.description))
    }
  }

  /// Encodes the key as text.
  ///
  /// - Throws: Any error that the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(name)
  }
}
