// The fields of a record. Their texts are in `text`.
extension InterchangeReader {
  mutating func setTitle(at location: TextLocation) {
    record.title = validated(text, "the title", at: location)
  }

  mutating func setFavorite(expected: StaticString, at location: TextLocation) {
    switch text.isTruncated ? "…" : text.string.lowercased() {
    case "true", "1", "yes", "*": record.isFavorite = true
    case "false", "0", "no", "": record.isFavorite = false
    default:
      cursor.recordProblem(
        "expected \(expected) for 'favorite', found \(text.excerpt)", at: location)
    }
  }

  mutating func addName(_ text: BoundedText, at location: TextLocation) {
    guard let name = validated(text, "a name", at: location) else { return }
    guard record.cast.count < MovieDraft.castNameLimit,
      record.castBytes + name.utf8.count <= MovieDraft.castByteLimit
    else {
      let problem = TextProblem.tooMany(names: record.cast.count + 1)
      return cursor.recordProblem(problem.message("the cast"), at: location)
    }
    record.cast.append(name)
    record.castBytes += name.utf8.count
  }

  /// Returns the movie of the record, or the first problem that the cursor recorded.
  mutating func finishRecord(at location: TextLocation) -> ImportRecord {
    if let problem = cursor.removeProblem() { return .invalid(problem) }
    guard let title = record.title else {
      return .invalid(cursor.error("expected a 'title', found none", at: location))
    }
    let movie = MovieDraft(
      cleanTitle: title, cleanCast: record.cast, isFavorite: record.isFavorite)
    return .movie(movie, at: location)
  }

  private mutating func validated(
    _ text: BoundedText, _ subject: String, at location: TextLocation
  ) -> String? {
    do throws(TextProblem) {
      if text.isTruncated { throw TextProblem.tooLong(bytes: text.count) }
      return try TextValidation.validated(text.string)
    } catch {
      cursor.recordProblem(error.message(subject), at: location)
      return nil
    }
  }
}

/// The fields of a record that were read so far.
struct RecordFields {
  var title: String?
  var cast: [String] = []
  var castBytes = 0
  var isFavorite = false
  /// The known keys of a JSON object.
  var keys: [MovieField] = []
}

/// The fields of a movie, with their names in keys and columns.
enum MovieField: String {
  case title, cast, favorite
  /// An alias of `cast`.
  case actors
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
