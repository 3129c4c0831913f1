extension StringProtocol where SubSequence == Substring {
  /// The text in lines of up to `columns` characters; lines that are not empty are indented.
  ///
  /// Breaks at the last space among the first `columns` characters of the rest: a word that ends
  /// exactly at the edge moves to the next line, unless it is the last one. A longer word is not
  /// split. Newlines in the text are preserved.
  func wrapped(to columns: Int, indent: Int = 0) -> String {
    let margin = String(repeating: " ", count: indent)
    let lines = lines(ofUpTo: Swift.max(1, columns - indent))
    return lines.map { $0.isEmpty ? "" : margin + $0 }.joined(separator: "\n")
  }

  private func lines(ofUpTo columns: Int) -> [Substring] {
    var lines: [Substring] = []
    var rest = self[startIndex...]
    while let (line, next) = Self.firstLine(of: rest, columns) {
      lines.append(line)
      rest = next
    }
    return lines + [rest]
  }

  /// The first line, and the text after its space or newline; nil if there is nothing to break.
  private static func firstLine(
    of text: Substring, _ columns: Int
  ) -> (line: Substring, next: Substring)? {
    let chunk = text.prefix(columns)
    let fits = chunk.endIndex == text.endIndex
    let space = fits ? nil : chunk.lastIndex(of: " ") ?? text.firstIndex(of: " ")
    guard let end = chunk.firstIndex(of: "\n") ?? space else { return nil }
    return (text[..<end], text[text.index(after: end)...])
  }
}
