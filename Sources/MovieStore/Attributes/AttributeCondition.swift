/// A condition on an attribute of a movie: a comparison with a value, or whether the movie has the attribute.
///
/// Conditions are written as comparisons of a key with a literal or a value, such as
/// `.year < 2000` or `.tag == "heist"`.
///
/// A key with several values meets a comparison if one of them does, and `!=` if none is equal; so
/// does a movie without the key. Texts are equal byte for byte, numbers by value; a text also equals
/// the number that it stands for. Numbers and texts are never less or greater than each other. A
/// value of ``AttributeKey/watched`` can be a year or a month: `"2026"` and `"2026-11"` stand for all
/// of their dates.
public struct AttributeCondition: Hashable, Sendable {
  /// How a value is compared with the value of the condition.
  package enum Comparison: String, Hashable, Sendable, CaseIterable {
    /// The values are equal: texts byte for byte, numbers by value. A text also equals the number
    /// that it stands for.
    case equal = "="
    /// No value of the key is equal.
    case notEqual = "!="
    /// The value is less: a number, or a text by its bytes.
    case less = "<"
    /// The value is less or equal.
    case lessOrEqual = "<="
    /// The value is greater.
    case greater = ">"
    /// The value is greater or equal.
    case greaterOrEqual = ">="
    /// The value contains the text; case and accents are folded.
    case contains = "~"
  }

  /// What is tested.
  package enum Test: Hashable, Sendable {
    /// The movie has the key.
    case exists
    /// The movie does not have the key.
    case missing
    /// The values of the key are compared with a value.
    ///
    /// A value of `watched` can be a year or a month: `2026` and `2026-11` stand for all of their dates.
    case compare(Comparison, AttributeValue)
  }

  /// The key.
  package let key: AttributeKey
  /// What is tested.
  package let test: Test

  /// Creates a condition from its parts.
  package init(_ key: AttributeKey, _ test: Test) {
    self.key = key
    self.test = test
  }

  /// Creates a condition from a text such as `year>=1990`, `tag=heist`, `note~river`, `rating` or `!rating`.
  ///
  /// The operators are `=`, `!=`, `<`, `<=`, `>`, `>=` and `~`; a key alone tests whether the movie has it, and `!` before a
  /// key whether it does not. White space around the parts is ignored; before a value that
  /// begins like an operator, it is necessary: `note= =`.
  ///
  /// - Throws: ``StoreError``: `invalidInput`.
  public init(_ text: String) throws(StoreError) {
    let scalars = text.unicodeScalars[...].trimmed
    let isNegated = scalars.first == "!"
    let name = scalars.dropFirst(isNegated ? 1 : 0).prefix { !"=!<>~".unicodeScalars.contains($0) }
    let trimmedName = String(name.trimmed)
    if trimmedName.isEmpty { throw Self.invalid(text) }
    let rest = scalars[name.endIndex...]
    // Without an operator, the text is a key, or not a condition at all.
    if rest.isEmpty, AttributeKey(foreignName: trimmedName)?.isKnown != true,
      !AttributeKey.isValid(trimmedName)
    {
      throw Self.invalid(text)
    }
    key = try AttributeKey(trimmedName)
    if rest.isEmpty {
      test = isNegated ? .missing : .exists
      return
    }
    // The longer operators first.
    let comparison = Comparison.allCases
      .filter { rest.starts(with: $0.rawValue.unicodeScalars) }
      .max { $0.rawValue.utf8.count < $1.rawValue.utf8.count }
    guard let comparison, !isNegated else { throw Self.invalid(text) }
    let value = String(rest.dropFirst(comparison.rawValue.unicodeScalars.count).trimmed)
    // Operators of other languages, such as `==` and `<>`. A value can begin so after a space.
    let isOperator = rest.dropFirst(comparison.rawValue.unicodeScalars.count).first
      .map("=<>~".unicodeScalars.contains)
    if value.isEmpty || isOperator == true { throw Self.invalid(text) }
    test = .compare(comparison, try Self.value(value, for: key, comparison))
  }

  private static func invalid(_ text: String) -> StoreError {
    let isOperator = text.unicodeScalars.map { "=<>~".unicodeScalars.contains($0) }
    let hasTwoOperators = zip(isOperator, isOperator.dropFirst()).contains { $0 && $1 }
    return .invalid(
      .query,
      "'\(text)' is not a condition such as 'year>=1990', 'tag=heist', 'note~river', 'rating' or "
        + "'!rating'"
        + (hasTwoOperators
          ? "; a value that begins with '=', '<', '>' or '~' requires a space before it, as in "
            + "'note= >3'" : ""))
  }

  private static func value(
    _ text: String, for key: AttributeKey, _ comparison: Comparison
  ) throws(StoreError) -> AttributeValue {
    // A part of a value: text.
    if comparison == .contains {
      let value = try AttributeValue(text, for: .note)
      if Folding.fold(text).isEmpty { throw .empty(.attribute(key)) }
      return value
    }
    let isBound = comparison != .equal && comparison != .notEqual
    switch key {
    case .year, .rating:
      // Bounds can be out of the range of values.
      guard let number = AttributeValue.bound(text) else { throw .invalidValue(text, of: key) }
      return number
    case .watched:
      let date = "2000-01-01".utf8.dropFirst(text.utf8.count)
      guard [4, 7, 10].contains(text.utf8.count) else { throw .invalidValue(text, of: key) }
      // Completed, a year or a month must be a date.
      do { _ = try AttributeValue(text + String(Substring(date)), for: key) } catch {
        throw .invalidValue(text, of: key)
      }
      return .text(text)
    default:
      let value = try AttributeValue(toFind: text, for: key)
      return isBound && !key.isKnown ? AttributeValue.bound(text) ?? value : value
    }
  }
}

extension AttributeCondition {
  /// The condition that the movie has the key.
  public static func has(_ key: AttributeKey) -> Self { Self(key, .exists) }

  /// The condition that the movie does not have the key.
  public static func lacks(_ key: AttributeKey) -> Self { Self(key, .missing) }

  /// The condition that a value of the key contains the text; case and accents are folded.
  public static func contains(_ key: AttributeKey, _ text: String) -> Self {
    Self(key, .compare(.contains, .text(text)))
  }
}

extension AttributeKey {
  /// Returns the condition that a value of the key is equal.
  public static func == (key: Self, value: AttributeValue) -> AttributeCondition {
    AttributeCondition(key, .compare(.equal, value))
  }

  /// Returns the condition that no value of the key is equal.
  public static func != (key: Self, value: AttributeValue) -> AttributeCondition {
    AttributeCondition(key, .compare(.notEqual, value))
  }

  /// Returns the condition that a value of the key is less.
  public static func < (key: Self, value: AttributeValue) -> AttributeCondition {
    AttributeCondition(key, .compare(.less, value))
  }

  /// Returns the condition that a value of the key is less or equal.
  public static func <= (key: Self, value: AttributeValue) -> AttributeCondition {
    AttributeCondition(key, .compare(.lessOrEqual, value))
  }

  /// Returns the condition that a value of the key is greater.
  public static func > (key: Self, value: AttributeValue) -> AttributeCondition {
    AttributeCondition(key, .compare(.greater, value))
  }

  /// Returns the condition that a value of the key is greater or equal.
  public static func >= (key: Self, value: AttributeValue) -> AttributeCondition {
    AttributeCondition(key, .compare(.greaterOrEqual, value))
  }
}

extension AttributeCondition: CustomStringConvertible {
  /// The text from which ``init(_:)`` creates this condition.
  public var description: String {
    switch test {
    case .exists: key.name
    case .missing: "!\(key.name)"
    case .compare(let comparison, let value):
      // A value that begins like an operator must not be read as a part of it.
      "\(key.name)\(comparison.rawValue)"
        + ("=<>~".unicodeScalars.contains(value.description.unicodeScalars.first ?? "x") ? " " : "")
        + "\(value)"
    }
  }
}
