import Foundation
import MovieArguments
import MoviesCLI
import Testing

/// The command lines in messages, and the corrections that an error suggests.
enum Advice {
  /// Checks that each command line in a message parses.
  static func check(_ message: String, for words: [String]) {
    for line in lines(in: message) {
      #expect(accepts(line), "\(words): \(line) in \(message)")
    }
  }

  /// Checks that each suggestion of an error about an option parses in its place.
  static func checkSuggestions(of message: String, for words: [String]) {
    let first = String(message.split(separator: "\n").first ?? "")
    guard first.contains("Unknown option '"), let typed = first.quoted.first else { return }
    for suggestion in suggestions(in: first) where !suggestion.hasPrefix("movies ") {
      #expect(accepts(suggestion, insteadOf: typed, in: words), "\(words): \(suggestion)")
    }
  }

  /// The command lines after `movies`: in quotes, or after a colon up to the end of the line.
  static func lines(in message: String) -> [String] {
    // Of the history, a message quotes the lines that were typed.
    let isAdvice = { (line: Substring) in !line.hasPrefix("Usage:") && !line.contains("$'") }
    return message.split(separator: "\n").filter(isAdvice).flatMap { line -> [String] in
      let line = line.replacing("'\\''", with: "\u{0}")
      var lines = String(line).quoted.filter { $0.hasPrefix("movies ") }
      if let colon = line.firstRange(of: ": movies ") {
        // A message can go on after a comma, a semicolon or a parenthesis.
        var isQuoted = false
        let rest = line[colon.upperBound...].prefix { letter in
          if letter == "'" { isQuoted.toggle() }
          return isQuoted || !";,()".contains(letter)
        }
        lines += "movies \(rest)".components(separatedBy: " && ").map {
          $0.trimmingCharacters(in: .whitespaces)
        }
      }
      // After a colon, 'movies' can also be a word of a sentence.
      return lines.filter { line in
        let name = line.dropFirst(7).prefix { $0 != " " }
        return CommandTree.root.configuration.subcommands.contains {
          $0.configuration.names.contains(String(name))
        }
      }
    }
  }

  /// What an error asks whether it was meant.
  static func suggestions(in line: String) -> [String] {
    guard let question = line.firstRange(of: "Did you mean ") else { return [] }
    return String(line[question.upperBound...]).quoted
  }

  /// Whether the line parses, or names only a command, or an option of it without its value.
  static func accepts(_ line: String) -> Bool {
    let words = words(of: line)
    let names = CommandTree.root.descendants.map(\.names)
    let line = Array(words.dropFirst())
    if names.contains(words) || problem(of: line) == nil { return true }
    guard line.last?.hasPrefix("--") == true else { return false }
    // A value of another type is another problem.
    return [["1"], ["1", "1"]].contains {
      problem(of: line + $0)?.contains("is invalid for") ?? true
    }
  }

  /// Whether the words parse with the suggestion instead of an option.
  private static func accepts(
    _ suggestion: String, insteadOf typed: String, in words: [String]
  ) -> Bool {
    guard let position = words.firstIndex(where: { $0 == typed || $0.hasPrefix("\(typed)=") })
    else {
      return true
    }
    let corrected = Array(words[..<position]) + Self.words(of: suggestion)
    let rest = Array(words[(position + 1)...])
    // The next word can be the value of either option, or none.
    var lines = [corrected + rest, corrected + Array(rest.dropFirst())]
    for value in ["1", "2026-01-05", "x"] {
      lines.append(corrected + [value] + rest)
      lines.append(corrected + [value] + Array(rest.dropFirst()))
    }
    // A value of another type is another problem.
    return lines.contains { problem(of: $0)?.contains("is invalid for") ?? true }
  }

  /// Why the words do not parse.
  static func problem(of words: [String]) -> String? {
    do {
      _ = try CommandTree.parser.parse(words)
      return nil
    } catch {
      return "\(error)"
    }
  }

  /// The words as a shell reads them, with a value in place of each `<name>`.
  static func words(of line: String) -> [String] {
    let values = [
      "<date>": "2026-01-05", "<rating>": "8", "<year>": "1995", "<key>=<value>": "a=b",
      "<old>=<new>": "a=b", "<minutes>": "90", "<shell>": "bash",
    ]
    var line = line
    for (name, value) in values { line = line.replacing(name, with: value) }
    line = line.replacing(/<[^<>]*>/, with: "1").replacing(" ...", with: "")
    var words: [String] = []
    var word: String?
    var isQuoted = false
    for letter in line {
      switch letter {
      case "\u{0}": word = (word ?? "") + "'"
      case "'":
        isQuoted.toggle()
        word = word ?? ""
      case " " where !isQuoted:
        words += word.map { [$0] } ?? []
        word = nil
      default: word = (word ?? "") + String(letter)
      }
    }
    return words + (word.map { [$0] } ?? [])
  }
}

extension String {
  /// The texts in quotes: a quote opens one at the start of a word and closes it at the end of one.
  fileprivate var quoted: [String] {
    var texts: [String] = []
    var text: String?
    let letters = Array(self)
    for (index, letter) in letters.enumerated() {
      let isFirst = index == 0 || " (".contains(letters[index - 1])
      let isLast = index + 1 == letters.count || " .,;:?!)".contains(letters[index + 1])
      switch (letter, text) {
      case ("'", nil) where isFirst: text = ""
      case ("'", let found?) where isLast:
        texts.append(found)
        text = nil
      case (_, let found?): text = found + String(letter)
      default: break
      }
    }
    return texts
  }
}
