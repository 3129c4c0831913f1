extension StringProtocol where SubSequence == Substring {
  /// The text in lines of up to `columns` characters, all of them indented, empty ones aside.
  ///
  /// Breaks at the last space among the first `columns` characters of what is left, so that a word
  /// that would end exactly at the edge goes to the next line, unless it is the last one. A longer
  /// word stands alone and is not cut. Newlines in the text are kept.
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

  /// The first line and what follows its space or newline; nil if there is nothing to break.
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
