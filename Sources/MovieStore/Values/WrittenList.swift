internal import MovieSystem

/// Texts in one cell as programs write them in brackets: an array of JSON, a list, a tuple or a set
/// of Python, or objects with names, such as `['A', "B"]` or `[{"name": "A"}]`.
package struct WrittenList: Hashable, Sendable {
  package let texts: [String]

  /// Returns `nil` for a text that is no such list.
  ///
  /// - Parameter allowsWords: Whether texts can be without quotes, as in `[A, B]`.
  package init?(_ text: String, allowsWords: Bool = false) {
    let text = text.trimmed
    guard let first = text.utf8.first, "[({".utf8.contains(first) else { return nil }
    guard let values = Self.values(Array(text.utf8)) else {
      guard allowsWords, let words = Self.words(in: text) else { return nil }
      texts = words
      return
    }
    var found: [(order: Int64, text: String)] = []
    for value in values where value != .null {
      guard let text = value.text ?? value["name"]?.text else {
        guard allowsWords, let words = Self.words(in: text) else { return nil }
        texts = words
        return
      }
      found.append((value["order"]?.integer ?? .max, text))
    }
    // The places of actors in a cast, as some programs write them.
    texts = found.enumerated().sorted { ($0.1.order, $0.0) < ($1.1.order, $1.0) }.map(\.1.text)
  }

  private static func values(_ bytes: [UInt8]) -> [JSONValue]? {
    if let value = JSONValue(bytes, allowsPython: true) { return value.array ?? [value] }
    // A set of Python has the braces of an object.
    guard bytes.first == .leftBrace, bytes.last == .rightBrace else { return nil }
    return JSONValue(
      [.leftBracket] + bytes.dropFirst().dropLast() + [.rightBracket], allowsPython: true)?
      .array
  }

  /// The texts in brackets, of which none has a bracket or a quote.
  private static func words(in text: String) -> [String]? {
    let inside = text.dropFirst().dropLast()
    guard text.hasPrefix("["), text.hasSuffix("]"), !inside.contains(where: "[](){}\"'".contains)
    else { return nil }
    return inside.split(separator: ",")
      .map { WrittenText.withoutQuotes(String($0)).trimmed }.filter { !$0.isEmpty }
  }

  package init(texts: [String]) { self.texts = texts }
}

extension WrittenList: CustomStringConvertible {
  /// An array of JSON.
  package var description: String {
    "["
      + texts.map { text in
        "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
      }.joined(separator: ", ") + "]"
  }
}
