/// Collects the fields of a record.
struct RecordBuilder {
  private var title: String?
  private var cast: [String] = []
  private var castBytes = 0
  private var fields: [MovieField] = []
  var isFavorite = false

  mutating func setTitle(
    _ text: BoundedText, at location: TextLocation, _ cursor: inout ByteCursor
  ) {
    title = Self.validated(text, "the title", at: location, &cursor)
  }

  /// Records a problem if the record has the field already.
  mutating func begin(
    _ field: MovieField, named key: BoundedText, at location: TextLocation,
    _ cursor: inout ByteCursor
  ) {
    if fields.contains(field) { cursor.recordRepeatedKey(key, at: location) }
    fields.append(field)
    if fields.contains(.cast), fields.contains(.actors) {
      cursor.recordProblem("expected either 'cast' or 'actors', found both", at: location)
    }
  }

  mutating func addName(_ text: BoundedText, at location: TextLocation, _ cursor: inout ByteCursor)
  {
    guard let name = Self.validated(text, "a name", at: location, &cursor) else { return }
    guard cast.count < MovieDraft.castNameLimit,
      castBytes + name.utf8.count <= MovieDraft.castByteLimit
    else {
      let problem = TextProblem.tooMany(names: cast.count + 1)
      return cursor.recordProblem(problem.message("the cast"), at: location)
    }
    cast.append(name)
    castBytes += name.utf8.count
  }

  /// Returns the movie, or the first problem that the cursor recorded.
  func build(at location: TextLocation, _ cursor: inout ByteCursor) -> ImportRecord {
    if let problem = cursor.removeProblem() { return .invalid(problem) }
    guard let title else {
      return .invalid(cursor.error("expected a 'title', found none", at: location))
    }
    return .movie(
      MovieDraft(cleanTitle: title, cleanCast: cast, isFavorite: isFavorite), at: location)
  }

  private static func validated(
    _ text: BoundedText, _ subject: String, at location: TextLocation, _ cursor: inout ByteCursor
  ) -> String? {
    do throws(TextProblem) {
      guard !text.isTruncated else { throw TextProblem.tooLong(bytes: text.count) }
      return try TextValidation.validated(text.string)
    } catch {
      cursor.recordProblem(error.message(subject), at: location)
      return nil
    }
  }
}

extension ByteCursor {
  /// Records that the record has a key twice.
  mutating func recordRepeatedKey(_ key: BoundedText, at location: TextLocation) {
    recordProblem("expected each key once, found \(key.excerpt) twice", at: location)
  }
}

/// The fields of a movie in keys and columns.
enum MovieField: Hashable {
  case title
  case cast
  /// An alias of `cast`.
  case actors
  case favorite

  private static let titleKey = Array("title".utf8)
  private static let castKey = Array("cast".utf8)
  private static let actorsKey = Array("actors".utf8)
  private static let favoriteKey = Array("favorite".utf8)

  init?(key: [UInt8]) {
    switch key {
    case Self.titleKey: self = .title
    case Self.castKey: self = .cast
    case Self.actorsKey: self = .actors
    case Self.favoriteKey: self = .favorite
    default: return nil
    }
  }

  /// The valid values of `favorite`, for a message.
  static let favoriteWords = "true, false, 1, 0, yes, no, * or an empty field"

  /// Returns the value of `favorite`, or `nil` if the text is not valid.
  static func isFavorite(_ text: String) -> Bool? {
    switch text.lowercased() {
    case "true", "1", "yes", "*": true
    case "false", "0", "no", "": false
    default: nil
    }
  }
}

extension TextProblem {
  /// The message for a title, a name or a cast.
  func message(_ subject: String) -> String {
    switch self {
    case .empty: "expected text for \(subject), found none"
    case .containsNUL: "expected no NUL characters in \(subject), found one"
    case .tooLong(let bytes):
      "expected at most \(MovieDraft.textByteLimit) bytes for \(subject), found \(bytes)"
    case .tooMany:
      "expected at most \(MovieDraft.castNameLimit) names and "
        + "\(MovieDraft.castByteLimit) bytes in a cast, found more"
    }
  }
}

/// Limits that bound the memory of a parser for any input.
///
/// The limits of a title, a name and a cast are in `MovieDraft`.
enum InterchangeLimits {
  /// The depth of nested arrays and objects.
  static let depth = 512
  /// The number of columns.
  static let columns = 512
  /// The number of ignored keys that are reported.
  static let ignoredKeys = 64
  /// The number of characters that a message quotes.
  static let quotedCharacters = 40
}
