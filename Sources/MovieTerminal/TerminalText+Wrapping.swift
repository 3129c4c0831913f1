extension TerminalText {
  /// The text in lines that are no wider than the columns, parted at spaces; a word that is wider is
  /// parted between characters.
  package static func wrapped(_ text: String, to columns: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ", omittingEmptySubsequences: false) {
      let longer = line.isEmpty ? String(word) : line + " " + word
      if DisplayWidth.columns(of: longer) <= columns {
        line = longer
        continue
      }
      if !line.isEmpty { lines.append(line) }
      var pieces = pieces(of: word, columns: columns)
      line = pieces.removeLast()
      lines += pieces
    }
    return lines + [line]
  }

  /// At least one; a character that is wider than the columns is a piece of its own.
  private static func pieces(of word: Substring, columns: Int) -> [String] {
    var pieces = [""]
    var width = 0
    for character in word {
      let more = DisplayWidth.columns(of: character)
      if width > 0, width + more > columns {
        pieces.append("")
        width = 0
      }
      pieces[pieces.count - 1].append(character)
      width += more
    }
    return pieces
  }
}
