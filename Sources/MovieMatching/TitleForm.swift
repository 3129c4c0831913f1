internal import MovieStore
internal import MovieSystem

/// Hashes of a title, by which titles are compared.
package struct TitleForm: Hashable, Sendable {
  /// The hash of the words.
  let words: UInt64
  /// The hash of the words without an article at their start; 0 for a title without letters.
  let bare: UInt64
  /// The hash of the letters and digits of these. Titles with different ones are different.
  let letters: UInt64

  init(words: UInt64, bare: UInt64, letters: UInt64) {
    (self.words, self.bare, self.letters) = (words, bare, letters)
  }

  /// Whether the title has no letters. Then its signs tell numbers apart.
  var isNumber: Bool { bare == 0 }

  package init(_ title: String) { self = Self.forms(of: title)[0] }

  /// The form of a title, and after it, of one with numbers in letters, the form without their
  /// values: `R.S.V.P.` has the letters of `RSVP`.
  static func forms(of title: String) -> [TitleForm] {
    let folded = title.utf8.span.isASCII ? title : Folding.fold(title)
    if let form = plain(folded.utf8.span) { return [form] }
    let words = TitleWords(folded)
    let form = TitleForm(words)
    if form.isNumber || words.written == words.compared { return [form] }
    let names = words.written.dropFirst(words.hasArticle ? 1 : 0)
    return [
      form,
      TitleForm(
        words: words.written.joined(separator: " ").utf8.span.fnv1a,
        bare: names.joined(separator: " ").utf8.span.fnv1a,
        letters: names.joined().utf8.span.fnv1a),
    ]
  }

  private init(_ title: TitleWords) {
    let text = title.compared.joined(separator: " ").utf8.span.fnv1a
    words = text
    if title.isSpelled {
      bare = 0
      letters = title.words.isEmpty ? text : title.words.joined().utf8.span.fnv1a
    } else {
      let rest = title.compared.dropFirst(title.hasArticle ? 1 : 0)
      bare = title.hasArticle ? rest.joined(separator: " ").utf8.span.fnv1a : text
      letters = rest.joined().utf8.span.fnv1a
    }
  }

  /// Returns the form of a title in ASCII, without creating its words; `nil` for another title, and
  /// for one with a word that needs a closer look, such as a number.
  private static func plain(_ title: Span<UInt8>) -> TitleForm? {
    var (whole, bare, letters, word) = (FNV1a(), FNV1a(), FNV1a(), FNV1a())
    var (length, count, isArticle, hasArticle) = (0, 0, false, false)
    var (hasLetters, isAfterComma, endsAfterComma) = (false, false, false)
    for index in title.indices {
      let byte = title[index]
      if byte.isLetterOrDigit {
        if length == 0 {
          (endsAfterComma, isAfterComma) = (isAfterComma, false)
          if count > 0 { whole.add(.space) }
          if isArticle {
            (bare, letters, isArticle, hasArticle) = (FNV1a(), FNV1a(), false, true)
          } else if hasArticle {
            bare.add(.space)
          }
        }
        if !byte.isDigit { hasLetters = true }
        let letter = byte.lowercased
        whole.add(letter)
        if hasArticle { bare.add(letter) }
        letters.add(letter)
        word.add(letter)
        length += 1
        continue
      }
      if byte >= 0x80 || byte == UInt8(ascii: "&") { return nil }
      if byte == .comma { isAfterComma = true }
      if length > 0, byte != UInt8(ascii: "'") {
        if TitleWords.isSpecial(word.value, length) { return nil }
        count += 1
        isArticle =
          count == 1 && length <= 3 && TitleWords.articles.positionSorted(of: word.value) != nil
        (word, length) = (FNV1a(), 0)
      }
    }
    // The last word can be an article.
    if endsAfterComma || !hasLetters || length > 0 && TitleWords.isSpecial(word.value, length) {
      return nil
    }
    return TitleForm(
      words: whole.value, bare: hasArticle ? bare.value : whole.value, letters: letters.value)
  }
}

/// The words of a title: they end at what is neither a letter nor a digit. An apostrophe inside a
/// word does not count, and `&` is `and`.
struct TitleWords {
  /// The folded words.
  let words: [String]
  /// The words as they are compared: an article first, numbers as digits. A title without letters,
  /// such as `+1`, is one word as it is written.
  let compared: [String]
  /// The same with numbers as they are written.
  let written: [String]
  /// Whether the title starts with an article, or ends with one after a comma, and has other words.
  let hasArticle: Bool
  /// Whether the title has no letters.
  let isSpelled: Bool
  /// The folded words without the article.
  private let names: ArraySlice<String>

  init(_ title: String) {
    let folded = Folding.fold(title)
    let (words, endsAfterComma) = Self.split(folded)
    self.words = words
    isSpelled = words.allSatisfy(\.isDigits)
    var article: String?
    if words.count > 1, let first = words.first, let last = words.last {
      if endsAfterComma, SortableTitle.articles.contains(last) {
        article = last
        names = words.dropLast()
      } else if SortableTitle.articles.contains(first) {
        article = first
        names = words.dropFirst()
      } else {
        names = words[...]
      }
    } else {
      names = words[...]
    }
    hasArticle = article != nil
    written = (article.map { [$0] } ?? []) + names
    compared =
      isSpelled
      ? [Self.withOneApostrophe(folded)] : (article.map { [$0] } ?? []) + Self.withDigits(names)
  }

  // MARK: Splitting

  private static let apostrophes: [Unicode.Scalar] = [
    "'", "\u{2019}", "\u{2018}", "\u{2BC}", "\u{B4}",
  ]

  private static func withOneApostrophe(_ title: String) -> String {
    var text = ""
    for scalar in title.unicodeScalars[...].trimmed {
      text.unicodeScalars.append(apostrophes.contains(scalar) ? "'" : scalar)
    }
    return text
  }

  private static func split(_ folded: String) -> (words: [String], endsAfterComma: Bool) {
    var text = folded.unicodeScalars
    if text.contains(where: apostrophes.contains) { text.removeAll(where: apostrophes.contains) }
    var (words, endsAfterComma, isAfterComma): ([String], Bool, Bool) = ([], false, false)
    func add(_ word: String) {
      words.append(word)
      (endsAfterComma, isAfterComma) = (isAfterComma, false)
    }
    var start: String.Index?
    for index in text.indices {
      if text[index].isLetterOrDigit {
        start = start ?? index
        continue
      }
      if let start { add(String(text[start..<index])) }
      start = nil
      if text[index] == "&" { add("and") }
      if text[index] == "," { isAfterComma = true }
    }
    if let start { add(String(text[start...])) }
    return (words, endsAfterComma)
  }

  // MARK: Numbers

  /// The words with numbers in digits, and without a word that only announces a number: `alien 2`
  /// for `alien part ii`.
  private static func withDigits(_ words: ArraySlice<String>) -> [String] {
    var result: [String] = []
    var index = words.startIndex
    while index < words.endIndex {
      if let number = number(at: index, of: words) {
        result.append(number.digits)
        index += number.words
      } else {
        let isPart =
          index > words.startIndex && index + 1 < words.endIndex && parts.contains(words[index])
          && number(at: index + 1, of: words) != nil
        if !isPart { result.append(words[index]) }
        index += 1
      }
    }
    return result
  }

  /// The number at the position, and how many words it has.
  private static func number(
    at index: Int, of words: ArraySlice<String>
  ) -> (digits: String, words: Int)? {
    let word = words[index]
    if word.isDigits { return (word, 1) }
    if index > words.startIndex, let number = romanNumbers[word] { return (String(number), 1) }
    guard let number = numbers[word] else { return nil }
    guard number >= 20, index + 1 < words.endIndex, let unit = numbers[words[index + 1]],
      1...9 ~= unit
    else { return (String(number), 1) }
    return (String(number + unit), 2)
  }

  /// Whether the word with the hash can be a number in letters, or announce one.
  static func isSpecial(_ word: UInt64, _ length: Int) -> Bool {
    length < 10 && special.positionSorted(of: word) != nil
  }

  static let articles = SortableTitle.articles.map { $0.utf8.span.fnv1a }.sorted()

  private static let special =
    (Array(parts) + Array(numbers.keys) + Array(romanNumbers.keys)).map { $0.utf8.span.fnv1a }
    .sorted()

  private static let parts: Set<String> = ["part", "vol", "volume", "chapter"]

  private static let numbers: [String: Int] = {
    let units = [
      "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
      "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen",
      "nineteen",
    ]
    let tens = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
    var numbers: [String: Int] = [:]
    for (number, word) in units.enumerated() { numbers[word] = number }
    for (index, word) in tens.enumerated() { numbers[word] = 10 * (index + 2) }
    return numbers
  }()

  /// Those from 2 to 39: `i` is more often a word.
  private static let romanNumbers: [String: Int] = {
    let units = ["", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix"]
    var numbers: [String: Int] = [:]
    for number in 2...39 {
      numbers[String(repeating: "x", count: number / 10) + units[number % 10]] = number
    }
    return numbers
  }()

  // MARK: Patterns

  /// At most four patterns of letters of which each title with the same ``TitleForm/letters`` has
  /// one, however its numbers are written. After a space, they start the title or follow its
  /// article; before one, they end it. None for a title without letters and digits.
  var patterns: [String] {
    if words.isEmpty { return [] }
    // Runs of words that have one spelling.
    var runs: [(start: Int, letters: String)] = []
    for index in names.indices {
      // Numbers from 100 on are only written in digits.
      let number = Self.number(at: index, of: names)
      let hasSpellings = number.map { $0.digits.utf8.count < 3 } ?? false
      if hasSpellings || Self.parts.contains(names[index]) || names[index] == "and" {
        runs.append((index, ""))
      } else if let last = runs.last, !last.letters.isEmpty {
        runs[runs.count - 1].letters += names[index]
      } else {
        runs.append((index, names[index]))
      }
    }
    var longest = runs[0]
    for run in runs where run.letters.utf8.count > longest.letters.utf8.count { longest = run }
    if longest.letters.isEmpty { return numberPatterns }
    if runs.count == 1, longest.letters.unicodeScalars.count < 3 {
      // Too many titles start with a letter. A year or an article can follow.
      return [" ", "1", "2", "the"].map { " \(longest.letters)\($0)" }
    }
    return [(longest.start == names.startIndex ? " " : "") + longest.letters]
  }

  /// The patterns of a title that has only numbers.
  private var numberPatterns: [String] {
    let typed = names.joined()
    let digits = Self.withDigits(names).joined()
    let spelled = Self.numbers.first { String($0.value) == digits }?.key
    let forms = Set([typed, digits, spelled ?? typed]).sorted()
    return forms.map { " \($0) " } + [" \(typed)1"]
  }
}
