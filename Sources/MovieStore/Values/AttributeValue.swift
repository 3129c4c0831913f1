internal import MovieSystem

/// A value of an attribute: text, an integer, or a finite real number.
public enum AttributeValue: Hashable, Sendable {
  /// Text of at most 16 KiB, without surrounding white space.
  case text(String)
  /// An integer.
  case integer(Int64)
  /// A finite real number.
  case real(Double)

  /// The maximum size of a text in bytes of UTF-8: 16 KiB.
  package static let byteLimit = MovieDraft.textByteLimit
  /// The maximum size of a tag in bytes of UTF-8.
  package static let tagByteLimit = 256

  package static func byteLimit(for key: AttributeKey) -> Int {
    key == .tag ? tagByteLimit : byteLimit
  }

  /// The years of release.
  package static let years: ClosedRange<Int64> = 1870...2200
  /// The maximum running time in minutes.
  private static let runtimeLimit: Int64 = 100_000

  /// Creates the value that a typed text stands for: for a known key, a value of its type; for any
  /// other key, a number if the text is a number in the syntax of JSON without an exponent, otherwise
  /// the text without surrounding white space.
  ///
  /// A date can be written as `28.11.2026`, `Jan 5, 2026`, `friday` or `3d` (three days ago); a
  /// rating as `8,5`, `4.5/5`, `★★★½` or `85%`; a running time as `1h 57m` or `1:57`. For a key of
  /// the user's own, `today` and `yesterday` are dates.
  ///
  /// - Parameters:
  ///   - text: The text that a user typed.
  ///   - key: The key that the value is for.
  /// - Throws: ``StoreError``: `invalidInput`, also for a date with two meanings such as `5/2/2024`.
  public init(_ text: String, for key: AttributeKey) throws(StoreError) {
    switch key {
    case .rating: self = try Self.rating(typed: text)
    case .watched: self = try Self.date(typed: text)
    case .runtime:
      let text = try Self.validated(text, for: key)
      guard let written = WrittenDuration(text) else {
        throw .invalid(
          .attribute(key), "\(text.excerpt()) is not a running time such as 117, 1h57m or 1:57")
      }
      self = try AttributeValue.integer(written.minutes).validated(for: key)
    default:
      let date = key.isKnown ? nil : RelativeDate.dateForOwnKey(text.trimmed)
      self = try AttributeValue(literal: date?.description ?? text, for: key)
    }
  }

  /// Creates the value that a text of this library stands for.
  package init(literal text: String, for key: AttributeKey) throws(StoreError) {
    self = try AttributeValue.text(text).validated(for: key)
    if !key.isKnown, case .text(let text) = self, let number = Self.plainNumber(text) {
      self = try number.validated(for: key)
    }
  }

  private static func date(typed text: String) throws(StoreError) -> AttributeValue {
    let text = try validated(text, for: .watched)
    guard let written = WrittenDate(text) else {
      throw .invalid(
        .attribute(.watched), "\(text.excerpt()) is not \(AttributeKey.typedDate)", .noDate(text))
    }
    do throws(WrittenDate.Problem) {
      return .text(try written.date(typedOn: .today).description)
    } catch {
      throw .invalid(.attribute(.watched), error.description)
    }
  }

  private static func rating(typed text: String) throws(StoreError) -> AttributeValue {
    let text = try validated(text, for: .rating)
    guard let written = WrittenRating(text) else {
      // Such as 1e1.
      if let value = number(text) { return try value.validated(for: .rating) }
      throw .invalid(
        .attribute(.rating),
        "\(text.excerpt()) is not a rating such as 8.5, 4.5/5, '4 stars' or 85%")
    }
    switch written.converted(of: 10) {
    case .zero where written.number == 0: return .integer(0)
    case .rating(let tenths, let isRounded) where !isRounded || written.highest != nil:
      return AttributeValue(tenths: tenths)
    case .aboveScale:
      let advice =
        written.highest == nil && written.number <= 100
        ? "; of another scale, write '\(written)/100'" : ""
      throw .invalid(
        .attribute(.rating), "\(text.excerpt()) is above \(written.highest ?? 10)\(advice)")
    default: throw .invalidValue(text, of: .rating)
    }
  }

  /// Creates the rating of a number of tenths.
  package init(tenths: Int64) {
    self = tenths % 10 == 0 ? .integer(tenths / 10) : .real(Double(tenths) / 10)
  }

  /// Creates the value with which the values of a key are compared for equality. A number that is
  /// not written as its description, such as `1.50` or `1e5`, stays text, which equals it too.
  package init(toFind text: String, for key: AttributeKey) throws(StoreError) {
    self = try AttributeValue(text, for: key)
    let typed = text.trimmed
    if !key.isKnown, !isText, !description.isExactly(typed) { self = .text(typed) }
  }

  /// Returns the value in the form in which the key stores it.
  package func validated(for key: AttributeKey) throws(StoreError) -> AttributeValue {
    var value = self
    if case .text(let text) = self { value = .text(try Self.validated(text, for: key)) }
    let typed: AttributeValue? =
      switch key {
      case .year:
        if case .integer(Self.years)? = value.numeric { value.numeric } else { nil }
      case .rating: value.rating
      case .watched: CalendarDate(value.description).map { .text($0.description) }
      case .runtime:
        if case .integer(1...Self.runtimeLimit)? = value.numeric { value.numeric } else { nil }
      case .note: .text(value.description)
      case .imdb: MovieIdentifier.imdb(value.description).map(Self.text)
      case .tmdb:
        if case .integer(1...)? = value.numeric {
          value.numeric
        } else {
          MovieIdentifier.tmdb(value.description).map(Self.integer)
        }
      case .letterboxd: MovieIdentifier.letterboxd(value.description).map(Self.text)
      case _ where key.hasLines:
        value.description.contains(where: \.isNewline) ? nil : .text(value.description)
      default: value.isFinite ? value : nil
      }
    guard let typed else { throw .invalidValue(description, of: key) }
    // A negative zero equals zero, but has other bytes.
    return typed == .real(0) ? .real(0) : typed
  }

  private static func validated(
    _ text: String, for key: AttributeKey
  ) throws(StoreError) -> String {
    let text = try TextValidation.validated(text, .attribute(key))
    let (bytes, limit) = (text.utf8.count, byteLimit(for: key))
    if bytes > limit { throw .tooLong(.attribute(key), bytes, limit: limit) }
    return text
  }

  // MARK: Types

  package var isText: Bool { if case .text = self { true } else { false } }

  /// The size of the value: the bytes of a text; a number has at most 8.
  package var byteCount: Int { if case .text(let text) = self { text.utf8.count } else { 8 } }

  private var isFinite: Bool { if case .real(let number) = self { number.isFinite } else { true } }

  private var rating: AttributeValue? {
    guard let numeric, let number = numeric.number, 0...10 ~= number,
      (number * 10).rounded() / 10 == number
    else { return nil }
    return numeric
  }

  package var number: Double? {
    switch self {
    case .text: nil
    case .integer(let number): Double(number)
    case .real(let number): number
    }
  }

  /// Parses typed text as a number, but leaves codes such as `1e5` as text: an exponent counts only
  /// in the form that `description` writes.
  private static func plainNumber(_ text: String) -> AttributeValue? {
    guard let number = number(text), text != "-0" else { return nil }
    let hasExponent = text.utf8.contains { $0 | 0x20 == UInt8(ascii: "e") }
    return hasExponent && number.description != text ? nil : number
  }

  /// Returns the number that a text in the syntax of JSON (RFC 8259) stands for. An integer that does not fit into 64 bits is
  /// none: it would lose digits.
  package static func number(_ text: String) -> AttributeValue? {
    guard isNumber(text) else { return nil }
    let isInteger = text.utf8.allSatisfy { $0 == UInt8(ascii: "-") || $0.isDigit }
    if isInteger { return Int64(text).map(AttributeValue.integer) }
    guard let number = Double(text), number.isFinite else { return nil }
    return .real(number)
  }

  /// Whether the text has the syntax of a number in JSON (RFC 8259).
  private static func isNumber(_ text: String) -> Bool {
    let unsigned = text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst() : text.utf8[...]
    guard let first = unsigned.first, first.isDigit,
      unsigned.allSatisfy({ $0.isDigit || ".eE+-".utf8.contains($0) })
    else { return false }
    func isFollowedByDigit(_ index: Substring.UTF8View.Index) -> Bool {
      unsigned[index...].dropFirst().first?.isDigit ?? false
    }
    if first == UInt8(ascii: "0"), isFollowedByDigit(unsigned.startIndex) { return false }
    if let point = unsigned.firstIndex(of: UInt8(ascii: ".")), !isFollowedByDigit(point) {
      return false
    }
    return Double(text) != nil
  }

  /// Returns the number that a text in the syntax of JSON stands for as a bound: any number is one.
  static func bound(_ text: String) -> AttributeValue? {
    if let number = number(text) { return number }
    // The least and the greatest number stand for those beyond them.
    let limit = Double.greatestFiniteMagnitude
    return isNumber(text) ? Double(text).map { .real(min(max($0, -limit), limit)) } : nil
  }

  // MARK: Comparing

  /// The number that the value is or is written as, in one form for all equal numbers.
  var numeric: AttributeValue? { (isText ? Self.number(description) : self)?.normalized }

  /// The value in one form for all equal numbers: the integer 1 for the real number 1.0.
  package var normalized: AttributeValue {
    if case .real(let number) = self, let integer = Int64(exactly: number) {
      .integer(integer)
    } else {
      self
    }
  }

  /// Returns whether two values have the same type and are equal; texts are compared byte for byte.
  public static func == (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.text(let left), .text(let right)): left.isExactly(right)
    case (.integer(let left), .integer(let right)): left == right
    case (.real(let left), .real(let right)): left == right
    default: false
    }
  }

  /// Hashes the number or the bytes of the text.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .text(let text): hasher.combine(ByteString(text))
    case .integer(let number): hasher.combine(number)
    case .real(let number): hasher.combine(number)
    }
  }
}

extension AttributeValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral
{
  /// Creates a text.
  public init(stringLiteral text: String) { self = .text(text) }

  /// Creates an integer.
  public init(integerLiteral number: Int64) { self = .integer(number) }

  /// Creates a real number.
  public init(floatLiteral number: Double) { self = .real(number) }
}

extension AttributeValue: CustomStringConvertible {
  /// The text, or the number with as many digits as it needs.
  public var description: String {
    switch self {
    case .text(let text): text
    case .integer(let number): "\(number)"
    case .real(let number): "\(number)"
    }
  }
}

extension AttributeValue: Codable {
  /// Decodes a string or a number.
  ///
  /// - Throws: `DecodingError` for any other value.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    do { self = .text(try container.decode(String.self)) } catch DecodingError.typeMismatch {
      // For a fraction, JSONDecoder of Foundation on Linux throws an error of another type.
      do { self = .integer(try container.decode(Int64.self)) } catch {
        self = .real(try container.decode(Double.self))
      }
    }
  }

  /// Encodes the text as a string, or the number.
  ///
  /// - Throws: Any error that the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .text(let text): try container.encode(text)
    case .integer(let number): try container.encode(number)
    case .real(let number): try container.encode(number)
    }
  }
}
