internal import MovieStore

/// The checks of attributes. Other programs can store keys and values that this library does not
/// accept.
///
/// The queries read the table itself: its index may be damaged.
enum AttributeChecks {
  static let all = [
    unreadableValues, reservedKeys, invalidKeys, invalidValues, repeatedKeys, excessValues,
  ]

  private static let unreadableValues = check(
    .invalidAttributes, .error, "attributes whose values are neither text nor a finite number",
    where: isUnreadable)

  private static let isReserved =
    "key IN (\(AttributeKey.renames.map { "'\($0.key)'" }.joined(separator: ", ")))"

  /// Keys of earlier versions that now have another meaning or another name.
  private static let reservedKeys = Check(
    code: .reservedAttributeKeys, group: .attributes, severity: .warning,
    message: "attributes whose keys have another name now", table: AttributeTable.name,
    query: "SELECT movieID FROM MovieAttribute NOT INDEXED WHERE \(isReserved)",
    repair: Check.RowRepair(
      effect:
        "rename them: \(AttributeKey.renames.map { "\($0.key) to \($0.value)" }.joined(separator: ", "))",
      statements: AttributeKey.renames.flatMap { old, new in
        [
          """
          DELETE FROM MovieAttribute WHERE key = '\(old)' AND EXISTS (
            SELECT 1 FROM MovieAttribute AS other
            WHERE other.movieID = MovieAttribute.movieID AND other.key = '\(new)'
              AND other.value = MovieAttribute.value)
          """,
          move(to: "'\(new)'", where: "key = '\(old)'"),
        ]
      }, outcome: "renamed attributes"))

  /// Gives attributes another key, after the values that it has.
  private static func move(to key: String, where condition: String) -> String {
    """
    UPDATE MovieAttribute SET key = \(key), ordinal = ordinal + (
      SELECT coalesce(max(other.ordinal) + 1, 0) FROM MovieAttribute AS other
      WHERE other.movieID = MovieAttribute.movieID AND other.key = \(key))
    WHERE \(condition)
    """
  }

  /// No option of a command can name such a key.
  private static let invalidKeys = check(
    .invalidAttributeKeys, .warning, "attributes with invalid keys",
    where: "NOT is_attribute_key(key) AND NOT \(isReserved)")

  /// Values that earlier versions or other programs stored.
  private static let invalidValues = Check(
    code: .invalidAttributeValues, group: .attributes, severity: .warning,
    message: "movies with attribute values that their keys do not allow",
    table: AttributeTable.name,
    query: """
      SELECT DISTINCT movieID FROM MovieAttribute NOT INDEXED
      WHERE (ordinal < 0 OR \(value) IS NULL OR \(isAnotherForm)) AND is_attribute_key(key)
        AND NOT (\(isUnreadable)) AND NOT (\(isTooLong))
      """,
    repair: Check.RowRepair(
      effect:
        "write them as their keys require, and move those for which this is not possible to '<key>_text'",
      statements: [
        """
        UPDATE MovieAttribute SET ordinal = (
          SELECT max(max(other.ordinal), -1) + 1 FROM MovieAttribute AS other
          WHERE other.movieID = MovieAttribute.movieID AND other.key = MovieAttribute.key)
        WHERE ordinal < 0
        """,
        """
        UPDATE MovieAttribute SET value = storable_text(value)
        WHERE typeof(value) = 'text' AND storable_text(value) <> value AND NOT (\(isTooLong))
        """,
        "DELETE FROM MovieAttribute WHERE value = ''",
        move(to: "MovieAttribute.key || '_text'", where: "\(value) IS NULL AND NOT (\(isTooLong))"),
        "UPDATE MovieAttribute SET value = \(value) WHERE \(isAnotherForm)",
      ], outcome: "corrected attribute values"))

  /// The value in the form in which the key stores it; NULL if the key does not allow it.
  private static let value = "attribute_value(key, value)"
  private static let isAnotherForm =
    "(\(value) <> value OR typeof(\(value)) <> typeof(value) AND \(value) IS NOT NULL)"

  private static let repeatedKeys = Check(
    code: .duplicateAttributes, group: .attributes, severity: .warning,
    message: "movies with several values of an attribute that allows one",
    table: AttributeTable.name,
    query: """
      SELECT DISTINCT movieID FROM MovieAttribute NOT INDEXED
      WHERE key IN (\(singleKeys)) GROUP BY movieID, key HAVING count(*) > 1
      """,
    repair: Check.RowRepair(
      effect: "move all values but the first to '<key>_text'",
      statements: [
        move(
          to: "MovieAttribute.key || '_text'",
          where: """
            key IN (\(singleKeys)) AND (movieID, key, ordinal) NOT IN (
              SELECT movieID, key, min(ordinal) FROM MovieAttribute NOT INDEXED
              GROUP BY movieID, key)
            """)
      ], outcome: "moved attribute values"))

  /// An import refuses such a movie.
  ///
  /// The repair deletes as few values as possible: those that are too long, then those that repeat
  /// another one, then the last ones of the keys with the most values, then the longest.
  private static let excessValues = Check(
    code: .excessAttributes, group: .attributes, severity: .warning,
    message:
      "movies with attributes over a limit (\(MovieAttributes.valueLimitText) values, "
      + "\(MovieAttributes.byteLimitText), \(AttributeValue.byteLimit >> 10) KiB a value, "
      + "\(AttributeValue.tagByteLimit) bytes a tag)",
    table: AttributeTable.name, query: excessMovies,
    repair: Check.RowRepair(
      effect:
        "delete values that are too long and repeated values, then the last values of the keys with "
        + "the most values, then the longest values, until the rest is within the limits",
      statements: [
        "DELETE FROM MovieAttribute WHERE \(isTooLong)",
        delete(
          "repetition > 1",
          """
          row_number() OVER (PARTITION BY movieID, key, value ORDER BY ordinal) AS repetition
          """),
        delete(
          "number > \(MovieAttributes.valueLimit)",
          """
          row_number() OVER (PARTITION BY movieID ORDER BY position, key) AS number
          """),
        delete(
          "total > \(MovieAttributes.byteLimit)",
          """
          sum(\(byteCount)) OVER (
            PARTITION BY movieID ORDER BY \(byteCount), position, key
            ROWS UNBOUNDED PRECEDING) AS total
          """),
      ], outcome: "deleted attributes over the limits"))

  private static let excessMovies = """
    SELECT movieID FROM MovieAttribute NOT INDEXED GROUP BY movieID
    HAVING count(*) > \(MovieAttributes.valueLimit)
      OR sum(\(byteCount)) > \(MovieAttributes.byteLimit) OR max(\(isTooLong))
    """

  private static let isTooLong = """
    typeof(value) = 'text' AND length(CAST(value AS BLOB))
      > CASE key WHEN 'tag' THEN \(AttributeValue.tagByteLimit) ELSE \(AttributeValue.byteLimit) END
    """

  private static let byteCount = """
    (length(CAST(key AS BLOB))
      + CASE typeof(value) WHEN 'text' THEN length(CAST(value AS BLOB)) ELSE 8 END)
    """

  /// Deletes values of the movies over the limits. `position` counts the values of each key.
  private static func delete(_ condition: String, _ column: String) -> String {
    """
    DELETE FROM MovieAttribute WHERE (movieID, key, ordinal) IN (
      SELECT movieID, key, ordinal FROM (
        SELECT movieID, key, ordinal, \(column) FROM (
          SELECT *, row_number() OVER (PARTITION BY movieID, key ORDER BY ordinal) AS position
          FROM MovieAttribute NOT INDEXED WHERE movieID IN (\(excessMovies))))
      WHERE \(condition))
    """
  }

  private static let singleKeys =
    AttributeKey.known.filter(\.isSingle).map { "'\($0)'" }.joined(separator: ", ")

  private static let isUnreadable = """
    typeof(value) = 'blob' OR typeof(value) = 'real' AND abs(value) > 1.7976931348623157e308
    """

  /// A check of rows that a repair deletes.
  private static func check(
    _ code: Finding.Code, _ severity: Finding.Severity, _ message: String, where condition: String
  ) -> Check {
    Check(
      code: code, group: .attributes, severity: severity, message: message,
      table: AttributeTable.name,
      query: "SELECT movieID FROM MovieAttribute NOT INDEXED WHERE \(condition)",
      repair: .deleting(message, from: AttributeTable.name, where: condition))
  }
}
