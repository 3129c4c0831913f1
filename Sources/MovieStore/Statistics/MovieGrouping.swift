internal import MovieSQLite
internal import MovieSystem

/// What movies are counted by.
public enum MovieGrouping: Hashable, Codable, Sendable {
  /// The values of an attribute.
  case attribute(AttributeKey)
  /// The decades of the years of release, such as 1990.
  case decade
  /// The months of the dates in `watched`, such as `2026-03`.
  case month
  /// The days of the week of the dates in `watched`, such as `Monday`.
  case weekday
  /// The actors.
  case actor
  /// The number of characters of the title.
  case titleLength

  private static let named: [(name: String, grouping: Self)] = [
    ("decade", .decade), ("month", .month), ("weekday", .weekday), ("actor", .actor),
    ("title-length", .titleLength),
  ]

  /// The names besides those of attributes.
  package static let names = named.map(\.name)

  /// Creates a grouping from its name: `decade`, `month`, `weekday`, `actor`, `title-length`, or a
  /// key.
  ///
  /// - Throws: ``StoreError``: `invalidInput`.
  public init(_ name: String) throws(StoreError) {
    if let known = Self.named.first(where: { $0.name == name }) {
      self = known.grouping
    } else {
      self = .attribute(try AttributeKey(name))
    }
  }

  /// The name, from which the grouping can be created again.
  public var name: String {
    if case .attribute(let key) = self { return key.name }
    return Self.named.first { $0.grouping == self }?.name ?? ""
  }

  /// Whether values have an order of their own: numbers, dates and days of the week.
  private var isOrdered: Bool { [.decade, .month, .weekday, .titleLength].contains(self) }

  /// The id of each movie with each of its values, once.
  func source(in catalog: borrowing CatalogTransaction) -> SQL {
    func values(_ value: SQL, _ key: AttributeKey, _ condition: SQL = "TRUE") -> SQL {
      """
      SELECT DISTINCT movieID, \(value) AS value FROM MovieAttribute
      WHERE key = \(key.name) AND \(condition)
      """
    }
    if !catalog.hasAttributes, self != .actor, self != .titleLength {
      return "SELECT NULL AS movieID, NULL AS value WHERE FALSE"
    }
    return switch self {
    case .attribute(let key): values("value", key)
    case .decade: values("value / 10 * 10", .year, "typeof(value) = 'integer'")
    case .month: values("substr(value, 1, 7)", .watched, "length(value) >= 7")
    case .weekday:
      // From Monday. Another program can have stored a date that does not exist.
      values(
        "(strftime('%w', value) + 6) % 7", .watched,
        "length(value) = 10 AND date(julianday(value)) = value")
    case .actor: "SELECT movieID, actorID AS value FROM MovieActor"
    case .titleLength: "SELECT id AS movieID, length(title) AS value FROM MovieModel"
    }
  }

  /// What a value is shown as.
  var label: SQL {
    self == .actor ? "(SELECT name FROM ActorModel WHERE id = value)" : "value"
  }

  /// Returns the groups in their order, from that of frequency.
  func arranged(_ groups: [MovieGroups.Group]) -> [MovieGroups.Group] {
    var groups = groups
    if isOrdered || self == .attribute(.watched) || groups.allSatisfy({ !$0.value.isText }) {
      groups.sort { $0.value.precedes($1.value) }
    }
    if self == .weekday {
      for index in groups.indices {
        guard case .integer(let day) = groups[index].value else { continue }
        groups[index].value = .text(CalendarNames.weekdays[Int(day)])
      }
    }
    return groups
  }
}

extension AttributeValue {
  /// Whether the value is before another one: numbers by value before texts by their bytes.
  fileprivate func precedes(_ other: AttributeValue) -> Bool {
    switch (number, other.number) {
    case (let left?, let right?): left < right
    case (.some, nil): true
    case (nil, .some): false
    case (nil, nil): description.precedes(other.description)
    }
  }
}
