internal import MovieSQLite

extension AttributeCondition {
  /// Whether movies without the key meet the condition.
  var isNegative: Bool {
    switch test {
    case .missing, .compare(.notEqual, _): true
    default: false
    }
  }

  /// The comparison on the column `value`; for a negative condition, the comparison to negate.
  /// `nil` for a test of presence.
  var comparison: SQL? {
    guard case .compare(let comparison, let value) = test else { return nil }
    return Self.comparison(comparison, value, isDate: key == .watched)
  }

  private static func comparison(
    _ comparison: Comparison, _ value: AttributeValue, isDate: Bool
  ) -> SQL {
    // SQLite orders numbers before texts. "" is the least text.
    let end: SQL = isDate ? "\(value.description + "~")" : "\(value)"
    return switch (comparison, value.isText) {
    case (.contains, _):
      // SQLite's text of a real number has fewer digits than the one that is shown.
      """
      instr(fold(CASE typeof(value) WHEN 'real' THEN real_text(value) ELSE CAST(value AS TEXT) END),
        \(Folding.fold(value.description))) > 0
      """
    // All dates that begin with the year or the month are before the text with "~" after it.
    case (.equal, _) where isDate, (.notEqual, _) where isDate:
      "value >= \(value) AND value < \(end)"
    case (.lessOrEqual, _) where isDate: "value >= '' AND value < \(end)"
    case (.greater, _) where isDate: "value >= \(end)"
    case (.equal, _), (.notEqual, _):
      "value IN (\(SQL.joined(value.equalValues.map { "\($0)" }, separator: ", ")))"
    case (.less, true): "value >= '' AND value < \(value)"
    case (.lessOrEqual, true): "value >= '' AND value <= \(value)"
    case (.less, false): "value < \(value)"
    case (.lessOrEqual, false): "value <= \(value)"
    case (.greater, true): "value > \(value)"
    case (.greaterOrEqual, true): "value >= \(value)"
    case (.greater, false): "value > \(value) AND value < ''"
    case (.greaterOrEqual, false): "value >= \(value) AND value < ''"
    }
  }
}
