internal import MovieSQLite
public import MovieStore
internal import MovieSystem

/// What movies are counted by.
public enum MovieGrouping: Hashable, Sendable {
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
  /// The number of Unicode scalars of the title.
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
  /// - Throws: `StoreError`: `invalidInput`.
  public init(_ name: String) throws(StoreError) {
    if let known = Self.named.first(where: { $0.name == name }) {
      self = known.grouping
    } else {
      self = .attribute(try AttributeKey(name))
    }
  }

  /// The name, from which ``init(_:)`` creates the grouping, unless a key has the name of another
  /// grouping.
  public var name: String {
    if case .attribute(let key) = self { return key.name }
    return Self.named.first { $0.grouping == self }?.name ?? ""
  }

  /// Whether values have an order of their own: numbers, dates and days of the week.
  private var isOrdered: Bool { [.decade, .month, .weekday, .titleLength].contains(self) }

  /// Whether `source` can have a value of a movie several times.
  var canRepeat: Bool { self != .actor && self != .titleLength }

  /// The id of each movie with each of its values.
  func source(in catalog: borrowing CatalogTransaction) -> SQL {
    func values(_ value: SQL, _ key: AttributeKey, _ condition: SQL = "TRUE") -> SQL {
      """
      SELECT movieID, \(value) AS value FROM MovieAttribute
      WHERE key = \(key.name) AND \(condition)
      """
    }
    if !catalog.hasAttributes, self != .actor, self != .titleLength {
      return "SELECT NULL AS movieID, NULL AS value WHERE FALSE"
    }
    return switch self {
    case .attribute(let key): values("value", key)
    case .decade: values("value / 10 * 10", .year, "typeof(value) = 'integer'")
    // Another program can have stored texts that are no dates.
    case .month:
      values("substr(value, 1, 7)", .watched, Self.isDate("length(value) IN (7, 10)"))
    // From Monday.
    case .weekday:
      values("(strftime('%w', value) + 6) % 7", .watched, Self.isDate("length(value) = 10"))
    case .actor: "SELECT movieID, actorID AS value FROM MovieActor"
    case .titleLength: "SELECT id AS movieID, length(title) AS value FROM MovieModel"
    }
  }

  /// What a value is shown as.
  var label: SQL {
    self == .actor ? "(SELECT name FROM ActorModel WHERE id = value)" : "value"
  }

  private static func isDate(_ condition: SQL) -> SQL {
    let day: SQL = "value || CASE length(value) WHEN 7 THEN '-01' ELSE '' END"
    return "\(condition) AND date(julianday(\(day))) = \(day)"
  }

  /// Returns the groups in their order, from that of frequency.
  func arranged(_ groups: [MovieGroups.Group]) -> [MovieGroups.Group] {
    if self == .weekday {
      let days = CalendarNames.weekdays.map(AttributeValue.text)
      return days.compactMap { day in groups.first { $0.value == day } }
    }
    let isSorted =
      isOrdered || self == .attribute(.watched) || groups.allSatisfy { !$0.value.isText }
    return isSorted ? groups.sorted { $0.value.precedes($1.value) } : groups
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
