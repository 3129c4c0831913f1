/// The parts of a movie that a key or a column can name.
enum MovieField: Hashable {
  case title
  case cast
  /// Another key for the cast.
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

  /// What `favorite` may say, for a message.
  static let favoriteWords = "true, false, 1, 0, yes, no, * or an empty field"

  /// What a text says about being a favorite; nil if nothing known.
  static func isFavorite(_ text: String) -> Bool? {
    switch text.lowercased() {
    case "true", "1", "yes", "*": true
    case "false", "0", "no", "": false
    default: nil
    }
  }
}

extension TextProblem {
  /// What was expected of a title, a name or a cast, and what was found.
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
