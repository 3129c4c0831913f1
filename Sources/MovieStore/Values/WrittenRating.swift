internal import MovieSystem

/// A rating as people write it, such as `8`, `8,5`, `4.5/5`, `★★★½`, `3 stars` or `85 %`.
package struct WrittenRating: Hashable, Sendable {
  /// The text as it is written.
  package let text: String
  /// The highest rating of its scale; `nil` for a number alone.
  package let highest: Int?
  /// The number in decimals: the digits, and the power of ten by which they are divided.
  private let digits: Int64
  private let unit: Int64

  /// A rating from 0 to 10.
  package enum Conversion: Hashable, Sendable {
    /// Zero or a negative number, which many programs write for no rating.
    case zero
    /// - Parameters:
    ///   - tenths: The rating in tenths, rounded half up.
    ///   - isRounded: Whether the rating is between two tenths.
    case rating(tenths: Int64, isRounded: Bool)
    case aboveScale
  }

  /// Returns `nil` for a text that is no rating.
  package init?(_ text: String) {
    if let (digits, unit) = Self.decimal(text) {
      self.init(text, digits, unit, of: nil)
      return
    }
    guard text.utf8.count <= Self.byteLimit else { return nil }
    let plain = WrittenText.plain(text)
    let stars = plain.before(suffix: ["stars", "star", "★", "⭐", "⭐️", "*"])
    if let (count, unit, highest) = Self.symbols(plain) {
      self.init(text, count, unit, of: highest)
    } else if let number = plain.before(suffix: ["%", "percent", "per cent"]),
      let (digits, unit) = Self.number(number)
    {
      self.init(text, digits, unit, of: 100)
    } else if let stars, let (digits, unit) = Self.number(stars) {
      self.init(text, digits, unit, of: digits <= 5 * unit ? 5 : 10)
    } else if let (first, second) = Self.fraction(stars ?? plain),
      let (digits, unit) = Self.number(first), let highest = Self.whole(second)
    {
      self.init(text, digits, unit, of: highest)
    } else if let (digits, unit) = Self.number(plain) {
      self.init(text, digits, unit, of: nil)
    } else {
      return nil
    }
  }

  private init(_ text: String, _ digits: Int64, _ unit: Int64, of highest: Int?) {
    self.text = text
    var (digits, unit) = (digits, unit)
    while unit > 1, digits % 10 == 0 { (digits, unit) = (digits / 10, unit / 10) }
    (self.digits, self.unit, self.highest) = (digits, unit, highest)
  }

  private static let byteLimit = 64
  /// The number of decimals that are read.
  private static let decimalLimit = 12

  // MARK: Conversion

  /// The number as it is written, without its scale.
  package var number: Double { Double(digits) / Double(unit) }

  /// Converts the rating to 0 to 10.
  ///
  /// - Parameter highest: The highest rating of the scale of a number alone, at most 1,000.
  package func converted(of highest: Int) -> Conversion {
    let highest = Int64(self.highest ?? highest)
    if digits <= 0 { return .zero }
    // Neither product has more than 18 digits.
    let (divisor, dividend) = (highest * unit, digits * 100)
    if digits > divisor { return .aboveScale }
    return .rating(
      tenths: (2 * dividend + divisor) / (2 * divisor), isRounded: dividend % divisor != 0)
  }

  // MARK: Parts

  /// A decimal number with a point or a comma, or with one half at its end.
  private static func number(_ text: String) -> (digits: Int64, unit: Int64)? {
    let text = text.trimmed
    if let half = text.before(suffix: ["½", "1/2"]) {
      if half.isEmpty { return text == "½" ? (5, 10) : nil }
      guard half.isDigits, let (digits, _) = decimal(half) else { return nil }
      return (digits * 10 + 5, 10)
    }
    return decimal(text)
  }

  /// A decimal number of at most 1,000, with a point or a comma.
  private static func decimal(_ text: String) -> (digits: Int64, unit: Int64)? {
    var (digits, unit, decimals) = (Int64(0), Int64(1), -1)
    let bytes = text.utf8
    let isNegative = bytes.first == UInt8(ascii: "-")
    var isEmpty = true
    for byte in isNegative ? bytes.dropFirst() : bytes[...] {
      if byte == UInt8(ascii: ".") || byte == .comma {
        if isEmpty || decimals >= 0 { return nil }
        (decimals, isEmpty) = (0, true)
        continue
      }
      guard byte.isDigit else { return nil }
      isEmpty = false
      if decimals >= 0 {
        if decimals == decimalLimit { continue }
        decimals += 1
        unit *= 10
      }
      digits = digits * 10 + Int64(byte & 0x0F)
      if digits > 1_000 * unit { return nil }
    }
    if isEmpty { return nil }
    return (isNegative ? -digits : digits, unit)
  }

  /// A scale of at most 1,000.
  private static func whole(_ text: String) -> Int? {
    guard let (digits, unit) = decimal(text), digits > 0, digits % unit == 0 else { return nil }
    return Int(digits / unit)
  }

  /// The two numbers of `4/5` or `4 out of 5`.
  private static func fraction(_ text: String) -> (String, String)? {
    for separator in [" out of ", "out of", " of ", "/"] {
      let parts = text.split(separator: separator, maxSplits: 1).map { String($0).trimmed }
      if parts.count == 2 { return (parts[0], parts[1]) }
    }
    return nil
  }

  /// The number of symbols such as `★★★½` or `★★★☆☆`, and of those that the scale has. White stars
  /// alone are as many stars in some countries, and none in others.
  private static func symbols(_ text: String) -> (count: Int64, unit: Int64, highest: Int)? {
    var (full, half, empty) = (Int64(0), Int64(0), Int64(0))
    for scalar in text.unicodeScalars {
      switch scalar {
      case "★", "⭐", "🌟", "*": full += 1
      case "☆", "✩": empty += 1
      case "½", "⯨", "⯪": half += 1
      // The emoji form of the symbol before it, and blanks between symbols.
      case "\u{FE0F}", "\u{FE0E}", " ": break
      default: return nil
      }
    }
    let length = full + half + empty
    guard half <= 1, full > 0 || half == 1 && empty > 0 || empty == 5 && length == 5, length <= 10
    else { return nil }
    let highest = empty > 0 ? Int(length) : length <= 5 ? 5 : 10
    return (full * 10 + half * 5, 10, highest)
  }
}

extension WrittenRating: CustomStringConvertible {
  /// The number and its scale, such as `8.5`, `4.5/5` or `85%`.
  package var description: String {
    let (magnitude, unit) = (digits.magnitude, UInt64(unit))
    let decimals = unit == 1 ? "" : "." + "\(unit + magnitude % unit)".dropFirst()
    let number = (digits < 0 ? "-" : "") + "\(magnitude / unit)" + decimals
    return switch highest {
    case nil: number
    case 100: number + "%"
    case let highest?: "\(number)/\(highest)"
    }
  }
}

extension String {
  /// The text before the first of the suffixes that it has, without white space at its end.
  fileprivate func before(suffix suffixes: [String]) -> String? {
    let bytes = utf8
    guard
      let suffix = suffixes.first(where: {
        bytes.count >= $0.utf8.count && bytes.suffix($0.utf8.count).elementsEqual($0.utf8)
      })
    else { return nil }
    return String(Substring(bytes.dropLast(suffix.utf8.count))).trimmed
  }
}
