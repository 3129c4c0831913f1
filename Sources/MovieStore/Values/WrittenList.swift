internal import MovieSystem

/// Texts in one cell as programs write them in brackets: an array of JSON, a list of Python, or
/// objects with names, such as `['A', "B"]` or `[{"name": "A"}]`.
package struct WrittenList: Hashable, Sendable {
  package let texts: [String]

  /// Returns `nil` for a text that is no such list.
  package init?(_ text: String) {
    guard text.utf8.first == .leftBracket,
      let values = JSONValue(Array(text.utf8), allowsPython: true)?.array
    else { return nil }
    var found: [(order: Int64, text: String)] = []
    for value in values where value != .null {
      guard let text = value.text ?? value["name"]?.text else { return nil }
      found.append((value["order"]?.integer ?? .max, text))
    }
    // The places of actors in a cast, as some programs write them.
    texts = found.enumerated().sorted { ($0.1.order, $0.0) < ($1.1.order, $1.0) }.map(\.1.text)
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
