/// Splits a command line of bash at the cursor into words, without running or expanding anything.
///
/// Bash passes its words to completion functions with their quotes, and removes quotes only with `eval`.
package struct BashLexer {
  /// The complete words, the name of the command first.
  package private(set) var words: [String] = []
  /// The typed part of the last word.
  package private(set) var last = ""
  /// Whether the last word is the file of a redirection.
  package private(set) var isRedirected = false
  private var quoting = BashQuoting.none
  private var hasBegun = false
  private var isEscaped = false
  private var isAfterDollar = false

  /// - Parameter line: One command, as in `COMP_LINE`.
  package init(_ line: String) {
    for scalar in line.unicodeScalars { read(scalar) }
  }

  /// Returns the text that replaces the end of the last word, so that the word becomes another one.
  ///
  /// - Parameter end: The text that bash replaces: the word, or its part after a quote, a colon or an equals
  ///   sign.
  /// - Returns: `nil` if the rest of the typed word is not the beginning of the other one.
  package static func replacement(
    ofEnd end: String, in line: String, by word: String, isEqual: (String, String) -> Bool
  ) -> String? {
    guard line.hasSuffix(end) else { return nil }
    let rest = BashLexer(String(decoding: line.utf8.dropLast(end.utf8.count), as: UTF8.self))
    let scalars = word.unicodeScalars
    if rest.last.isEmpty { return rest.quoting.quoted(word) }
    for index in scalars.indices.dropFirst() + [scalars.endIndex]
    where isEqual(rest.last, String(scalars[..<index])) {
      return rest.quoting.quoted(String(scalars[index...]))
    }
    return nil
  }

  private mutating func read(_ scalar: Unicode.Scalar) {
    let follows = isAfterDollar
    isAfterDollar = false
    if isEscaped {
      isEscaped = false
      return append(scalar, afterBackslash: true)
    }
    switch (quoting, scalar) {
    case (.single, "'"), (.ansiC, "'"), (.double, "\""): quoting = .none
    case (.none, "\\"), (.double, "\\"), (.ansiC, "\\"): (isEscaped, hasBegun) = (true, true)
    case (.none, "'"): open(follows ? .ansiC : .single, afterDollar: follows)
    case (.none, "\""): open(.double, afterDollar: follows)
    case (.none, "<"), (.none, ">"): beginRedirection()
    case (.none, _) where " \t\n()|;&".unicodeScalars.contains(scalar): endWord()
    default:
      isAfterDollar = quoting == .none && scalar == "$"
      append(scalar)
    }
  }

  private mutating func open(_ quoting: BashQuoting, afterDollar: Bool) {
    if afterDollar { last.unicodeScalars.removeLast() }
    self.quoting = quoting
    hasBegun = true
  }

  private mutating func append(_ scalar: Unicode.Scalar, afterBackslash: Bool = false) {
    hasBegun = true
    // In double quotes, a backslash escapes only these characters.
    if afterBackslash, quoting == .double, !"\"$`\\".unicodeScalars.contains(scalar) {
      last.unicodeScalars.append("\\")
    }
    last.unicodeScalars.append(scalar)
  }

  private mutating func endWord() {
    guard hasBegun else { return }
    if !isRedirected { words.append(last) }
    (last, hasBegun, isRedirected) = ("", false, false)
  }

  /// `>`, `2>`, `<`: the text before it is a word unless it is the number of a descriptor.
  private mutating func beginRedirection() {
    if last.isDigits { (last, hasBegun) = ("", false) }
    endWord()
    isRedirected = true
  }
}

/// The quoting of bash at the cursor.
private enum BashQuoting {
  case none, single, double
  /// `$'…'`
  case ansiC

  /// The text quoted for this place, with the closing quote.
  func quoted(_ text: String) -> String {
    let body = text.unicodeScalars.map(quoted).joined()
    switch self {
    case .none: return text.unicodeScalars.first == "~" ? "\\" + body : body
    case .single, .ansiC: return body + "'"
    case .double: return body + "\""
    }
  }

  private func quoted(_ scalar: Unicode.Scalar) -> String {
    switch (self, scalar) {
    case (.none, _): Self.isPlain(scalar) ? "\(scalar)" : "\\\(scalar)"
    case (.single, "'"): "'\\''"
    case (.ansiC, "'"), (.ansiC, "\\"): "\\\(scalar)"
    case (.double, "\""), (.double, "$"), (.double, "`"), (.double, "\\"): "\\\(scalar)"
    // Double quotes do not protect it from history expansion.
    case (.double, "!"): "\"\\!\""
    default: "\(scalar)"
    }
  }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "-", "_", ".", ",", "/", "+", "%", "~", "=": true
    default: scalar.value >= 0x80
    }
  }
}
