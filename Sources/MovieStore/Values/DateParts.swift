internal import MovieSystem

/// The numbers and names of a date without its time, such as `28.11.2026` or `jan 5, 2024`.
struct DateParts {
  private enum Part {
    case number(Int, digits: Int)
    case month(Int)
  }

  private var parts: [Part] = []
  /// The mark before each part; a blank without one.
  private var marks: [Unicode.Scalar] = []
  /// Whether a point follows, as in `28.11.`.
  private let endsInPoint: Bool

  /// - Parameter text: The text as `WrittenText` writes it.
  init?(folded text: String) {
    endsInPoint = text.utf8.last == UInt8(ascii: ".")
    var rest = text.unicodeScalars[...]
    var mark: Unicode.Scalar = " "
    var (hasWeekday, followsNumber) = (false, false)
    while let first = rest.first {
      if first.isASCIIDigit {
        let digits = rest.prefix { $0.isASCIIDigit }
        guard digits.count <= 8, parts.count < 3, let number = Int(String(digits)) else {
          return nil
        }
        parts.append(.number(number, digits: digits.count))
        marks.append(mark)
        (mark, followsNumber) = (" ", true)
        rest = rest[digits.endIndex...]
      } else if first.properties.isAlphabetic {
        let letters = rest.prefix(while: \.properties.isAlphabetic)
        let word = String(letters)
        rest = rest[letters.endIndex...]
        if let next = Self.characters[word] {
          mark = next
        } else if let month = ListLanguage.month(word) {
          guard parts.count < 3 else { return nil }
          parts.append(.month(month))
          marks.append(mark)
          mark = " "
        } else if !(followsNumber && Self.ordinals.contains(word) || Self.fillers.contains(word)) {
          guard parts.isEmpty, !hasWeekday,
            RelativeDate.weekday(word) != nil || ListLanguage.isWeekday(word)
          else { return nil }
          hasWeekday = true
        }
        followsNumber = false
      } else {
        rest = rest.dropFirst()
        if first.properties.isWhitespace { continue }
        // A comma can be beside a mark, but no other mark.
        guard "-/.,'".unicodeScalars.contains(first), mark == " " || mark == "," || first == ",",
          !parts.isEmpty || hasWeekday
        else { return nil }
        mark = first
        followsNumber = false
      }
    }
    // Such as the point after the day in Korean.
    if let last = text.unicodeScalars.last, "-/'".unicodeScalars.contains(last) { return nil }
  }

  /// The characters after the numbers of a date in Chinese, Japanese and Korean.
  private static let characters: [String: Unicode.Scalar] = [
    "年": "-", "月": "-", "日": ",", Folding.fold("년"): "-", Folding.fold("월"): "-",
    Folding.fold("일"): ",",
  ]
  private static let ordinals: Set<String> = [
    "st", "nd", "rd", "th", "er", "o", "º", "ª", "a", "r", "г", "года", "god",
  ]
  private static let fillers: Set<String> = ["of", "de", "del", "the", "den", "le", "r", "г"]

  /// The date; `nil` if the parts are none.
  var form: WrittenDate.Form? {
    let last = marks.dropFirst().last ?? " "
    // Marks join numbers and names in one way.
    let joints = Set(marks.dropFirst())
    switch (parts.count, parts.first, parts.dropFirst().first, parts.dropFirst(2).first) {
    case (1, .number(let number, let digits), _, _):
      if digits == 4 { return date(number) }
      return digits == 8 ? date(number / 10_000, number / 100 % 100, number % 100) : nil
    case (2, .number(let year, 4), .number(let month, 1...2), _)
    where "-/.".unicodeScalars.contains(last):
      return date(year, month)
    case (2, .number(let month, 1...2), .number(let year, 4), _)
    where "-/.".unicodeScalars.contains(last):
      return date(year, month)
    case (2, .month(let month), .number(let year, 4), _),
      (2, .number(let year, 4), .month(let month), _):
      return date(year, month)
    case (2, .month(let month), .number(let day, 1...2), _),
      (2, .number(let day, 1...2), .month(let month), _):
      return last == "'" ? nil : yearless(month, day)
    case (2, .number(let day, 1...2), .number(let month, 1...2), _)
    where last == "." && endsInPoint:
      return yearless(month, day)
    case (3, .number(let year, 4), .number(let month, 1...2), .number(let day, 1...2))
    where joints.count == 1 && "-/. ".unicodeScalars.contains(last):
      return date(year, month, day)
    case (3, .number(let first, 1...2), .number(let second, 1...2), .number(let year, let digits))
    where (digits == 2 || digits == 4) && joints.count == 1
      && "-/. ".unicodeScalars.contains(last):
      // A year of two digits can also be the first number, as in 26-11-23.
      let yearFirst =
        digits == 2 && (last == "-" || first > 12)
        ? CalendarDate(year: full(first, 2), month: second, day: year) : nil
      let year = full(year, digits)
      if last == "." || first == second && yearFirst == nil { return date(year, second, first) }
      return .unordered(first, second, year: year, yearFirst: yearFirst)
    case (3, .number(let day, 1...2), .month(let month), .number(let year, let digits)),
      (3, .month(let month), .number(let day, 1...2), .number(let year, let digits)):
      return digits == 2 || digits == 4 ? date(full(year, digits), month, day) : nil
    case (3, .number(let year, 4), .month(let month), .number(let day, 1...2)):
      return date(year, month, day)
    default: return nil
    }
  }

  private func date(_ year: Int, _ month: Int? = nil, _ day: Int? = nil) -> WrittenDate.Form {
    CalendarDate(year: year, month: month, day: day).map(WrittenDate.Form.date) ?? .missing
  }

  private func yearless(_ month: Int, _ day: Int) -> WrittenDate.Form {
    // A leap day exists in some years.
    CalendarDate(year: 2000, month: month, day: day) == nil
      ? .missing : .yearless(month: month, day: day)
  }

  /// The year of two digits from 1950 to 2049, or of four.
  private func full(_ year: Int, _ digits: Int) -> Int {
    digits == 4 ? year : year + (year < 50 ? 2000 : 1900)
  }
}

extension Unicode.Scalar {
  fileprivate var isASCIIDigit: Bool { "0"..."9" ~= self }
}
