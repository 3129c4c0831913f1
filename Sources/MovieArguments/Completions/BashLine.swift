/// A command line of bash up to the cursor, taken apart as bash does it, but with nothing run or
/// expanded.
package struct BashLine {
  /// The words before the last, the command's name first.
  package private(set) var words: [String] = []
  /// The last word as far as it is typed; empty where it begins.
  package private(set) var last = ""
  /// Whether the last word is the file of a redirection.
  package private(set) var isRedirected = false
  private(set) var quoting = BashQuoting.none
  private var isBegun = false
  private var isEscaped = false
  private var isDollar = false

  /// - Parameter text: one command, as in `COMP_LINE`.
  package init(_ text: String) {
    for scalar in text.unicodeScalars { read(scalar) }
  }

  /// The text in place of the end of the last word, so that the word comes to be another.
  ///
  /// - Parameter end: what bash replaces, as it stands on the line: the word, or what is in it
  ///   behind a quote, a colon or an equals sign.
  /// - Returns: `nil` where the word's beginning, which stays, is not that of the other.
  package static func replacement(
    ofEnd end: String, in line: String, by word: String, isSame: (String, String) -> Bool
  ) -> String? {
    guard line.utf8.count >= end.utf8.count, line.hasSuffix(end) else { return nil }
    let kept = BashLine(String(decoding: line.utf8.dropLast(end.utf8.count), as: UTF8.self))
    let scalars = word.unicodeScalars
    if kept.last.isEmpty { return kept.quoting.written(word) }
    for index in scalars.indices.dropFirst() + [scalars.endIndex] {
      guard isSame(kept.last, String(scalars[..<index])) else { continue }
      return kept.quoting.written(String(scalars[index...]))
    }
    return nil
  }
}

// MARK: - Reading

extension BashLine {
  private mutating func read(_ scalar: Unicode.Scalar) {
    let follows = isDollar
    isDollar = false
    if isEscaped {
      isEscaped = false
      return append(scalar, afterBackslash: true)
    }
    switch (quoting, scalar) {
    case (.single, "'"), (.escaping, "'"), (.double, "\""): quoting = .none
    case (.none, "\\"), (.double, "\\"), (.escaping, "\\"): (isEscaped, isBegun) = (true, true)
    case (.none, "'"): open(follows ? .escaping : .single, afterDollar: follows)
    case (.none, "\""): open(.double, afterDollar: follows)
    case (.none, " "), (.none, "\t"), (.none, "\n"): endWord()
    case (.none, "<"), (.none, ">"): beginRedirection()
    case (.none, "("), (.none, ")"), (.none, "|"), (.none, ";"), (.none, "&"): endWord()
    default:
      isDollar = quoting == .none && scalar == "$"
      append(scalar)
    }
  }

  private mutating func open(_ quoting: BashQuoting, afterDollar: Bool) {
    if afterDollar { last.unicodeScalars.removeLast() }
    self.quoting = quoting
    isBegun = true
  }

  private mutating func append(_ scalar: Unicode.Scalar, afterBackslash: Bool = false) {
    isBegun = true
    // Between double quotes a backslash is itself, but before what it can escape there.
    if afterBackslash, quoting == .double, !"\"$`\\".unicodeScalars.contains(scalar) {
      last.unicodeScalars.append("\\")
    }
    last.unicodeScalars.append(scalar)
  }

  private mutating func endWord() {
    guard isBegun else { return }
    if !isRedirected { words.append(last) }
    (last, isBegun, isRedirected) = ("", false, false)
  }

  /// `>`, `2>`, `<`: what stands before it is a word unless it is the number of a descriptor.
  private mutating func beginRedirection() {
    if !last.isEmpty, last.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
      (last, isBegun) = ("", false)
    }
    endWord()
    isRedirected = true
  }
}
