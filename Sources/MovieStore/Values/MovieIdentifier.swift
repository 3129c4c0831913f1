internal import MovieSystem

/// The normal forms of the ids that movies have elsewhere.
package enum MovieIdentifier {
  /// Returns `tt0113277` for `tt0113277`, `0113277`, `113277` and the address of the page; `nil`
  /// for any other text.
  package static func imdb(_ text: String) -> String? {
    guard let name = lastPart(of: text, onHost: "imdb.com/title/") else { return nil }
    let digits = name.after(prefix: "tt") ?? name
    guard digits.isDigits, let number = Int64(digits), number > 0 else { return nil }
    return "tt" + String(repeating: "0", count: max(0, 7 - "\(number)".utf8.count)) + "\(number)"
  }

  /// Returns 949 for the address `https://www.themoviedb.org/movie/949-heat`; `nil` for any other
  /// text.
  package static func tmdb(_ text: String) -> Int64? {
    guard let start = text.firstRange(of: "themoviedb.org/movie/")?.upperBound else { return nil }
    let id = Int64(text[start...].prefix { $0.isASCII && $0.isNumber }) ?? 0
    return id > 0 ? id : nil
  }

  /// Returns `https://boxd.it/2aQw`, or `https://letterboxd.com/film/heat-1995/` also for `heat-1995`; `nil` for
  /// any other text.
  static func letterboxd(_ text: String) -> String? {
    if text.utf8.span.contains("boxd.it/".utf8.span),
      let code = lastPart(of: text, onHost: "boxd.it/")
    {
      return "https://boxd.it/\(code)"
    }
    return lastPart(of: text, onHost: "letterboxd.com/film/").map {
      "https://letterboxd.com/film/\($0)/"
    }
  }

  /// Returns the part of an address after the host and folder, or a text that is no address. It has
  /// ASCII letters, digits, hyphens and underscores.
  private static func lastPart(of text: String, onHost host: String) -> String? {
    var part = text
    for prefix in ["https://", "http://", "www.", "m.", host] {
      part = part.after(prefix: prefix) ?? part
    }
    // An address can end with a query.
    if let query = part.firstIndex(of: "?") { part = String(part[..<query]) }
    if part.hasSuffix("/") { part.removeLast() }
    let isValid = part.utf8.allSatisfy {
      $0.isDigit || UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0.lowercased
        || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
    }
    return isValid && !part.isEmpty ? part : nil
  }
}
