internal import MovieSystem

/// The attributes of a movie: for each key one or more values in order.
///
/// A literal such as `[.year: [1995], .tag: ["heist", "crime"]]` creates them. They hold any values,
/// such as the input of a form; the values are validated when they are stored.
public struct MovieAttributes: Hashable, Sendable {
  /// The maximum number of values of a movie.
  package static let valueLimit = 1_000
  /// The maximum number of bytes of the keys and values of a movie: 1 MiB.
  package static let byteLimit = 1_048_576
  package static let valueLimitText = Formatting.grouped(valueLimit)
  package static let byteLimitText = "\(byteLimit >> 20) MiB"

  package struct Entry: Hashable, Sendable {
    package let key: AttributeKey
    /// At least one, except in a change that removes the key.
    package var values: [AttributeValue]

    package init(key: AttributeKey, values: [AttributeValue]) {
      (self.key, self.values) = (key, values)
    }
  }

  /// In the order of the keys.
  package private(set) var entries: [Entry] = []

  /// Creates attributes without any key.
  package init() {}

  /// Creates attributes from the values of each key.
  package init(_ values: [AttributeKey: [AttributeValue]]) throws(StoreError) {
    for (key, values) in values { try set(key, to: values) }
  }

  /// Creates attributes from values that are valid for their keys and within the limits. Keys can be repeated.
  package init(valid values: [(key: AttributeKey, value: AttributeValue)]) {
    // The usual movie of a list has only a year.
    if values.count == 1 { entries = values.map { Entry(key: $0.key, values: [$0.value]) } }
    if values.count < 2 { return }
    entries = Dictionary(grouping: values, by: \.key).map { key, values in
      Entry(key: key, values: key.inNormalForm(values.map(\.value)))
    }.sorted { $0.key < $1.key }
  }

  /// Whether the movie has no attributes.
  package var isEmpty: Bool { entries.isEmpty }

  /// The keys that have values, in their order.
  public var keys: [AttributeKey] { entries.map(\.key) }

  /// The values of the key in order; empty if it has none. An empty array removes the key.
  public subscript(key: AttributeKey) -> [AttributeValue] {
    get { position(ofPresent: key).map { entries[$0].values } ?? [] }
    set { setStored(key, to: newValue) }
  }

  /// Gives the key exactly these values; without values, removes it. A value that repeats an
  /// earlier one is left out; numbers are compared by value.
  ///
  /// Values get the type of a known key: the text `1995` becomes an integer for `year`. Attributes
  /// that another program stored over the limits can be changed, unless this adds values or bytes;
  /// keys of which a movie has one value can still be set.
  ///
  /// - Throws: `StoreError.invalidInput`. The attributes are then unchanged.
  package mutating func set(
    _ key: AttributeKey, to values: [AttributeValue]
  ) throws(StoreError) {
    var changed = self
    try changed.setUnlimited(key, to: values)
    try changed.requireWithinLimits(insteadOf: self)
    self = changed
  }

  /// Gives the key exactly these values, as ``set(_:to:)``, also over the limits.
  package mutating func setUnlimited(
    _ key: AttributeKey, to values: [AttributeValue]
  ) throws(StoreError) {
    let valid = key.inNormalForm(
      try values.map { (value) throws(StoreError) in try value.validated(for: key) })
    if key.isSingle, valid.count > 1 { throw .severalValues(of: key) }
    merge(valid, of: key, .replace)
  }

  /// Adds a value after the others of the key, unless the key already has it.
  ///
  /// - Throws: `StoreError.invalidInput`, as ``set(_:to:)``.
  package mutating func add(
    _ value: AttributeValue, to key: AttributeKey
  ) throws(StoreError) {
    try set(key, to: self[key] + [value])
  }

  /// Adds those of the values that the list does not have, also over the limits. Texts are compared
  /// without case and accents. A year or a month with a date inside it is not added.
  ///
  /// - Throws: `StoreError.invalidInput`, as ``set(_:to:)``.
  package mutating func addMissing(
    _ values: [AttributeValue], to key: AttributeKey
  ) throws(StoreError) {
    let valid = try values.map { (value) throws(StoreError) in try value.validated(for: key) }
    merge(valid, of: key, .update)
  }

  /// Removes a value of the key, if the key has it. Values are compared as by a condition with `=`:
  /// texts byte for byte, numbers by value.
  package mutating func remove(_ value: AttributeValue, from key: AttributeKey) {
    // A text with the same characters, and a number with the same value.
    let equal = [.text(value.description), value.numeric]
    setStored(key, to: self[key].filter { !equal.contains($0.normalized) })
  }

  /// Removes all values of the key.
  package mutating func remove(_ key: AttributeKey) { setStored(key, to: []) }

  /// Gives the key exactly these values, which need not be valid; without values, removes it.
  package mutating func setStored(_ key: AttributeKey, to values: [AttributeValue]) {
    switch (position(ofPresent: key), values.isEmpty) {
    case (let position?, true): entries.remove(at: position)
    case (let position?, false): entries[position].values = values
    case (nil, true): break
    case (nil, false): entries.insert(Entry(key: key, values: values), at: position(of: key))
    }
  }

  /// The position of the entry of the key; `nil` if there is none.
  private func position(ofPresent key: AttributeKey) -> Int? {
    // A movie usually has a few keys, of which equal ones are found faster than their order.
    if entries.count <= 16 { return entries.firstIndex { $0.key == key } }
    let position = position(of: key)
    return position < entries.endIndex && entries[position].key == key ? position : nil
  }

  /// The position of the first entry whose key is not before the key: another program can have
  /// given a movie thousands of keys.
  private func position(of key: AttributeKey) -> Int {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = low + (high - low) / 2
      if entries[middle].key < key { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Adds a stored value after the others of its key. Another program can have stored any key and text.
  ///
  /// The time for all values of a movie is linear if their keys are in the order of their bytes.
  package mutating func addStored(_ value: AttributeValue, to key: AttributeKey) {
    let entry = Entry(key: key, values: [value])
    guard let last = entries.indices.last, !(entries[last].key < key) else {
      return entries.append(entry)
    }
    let position = entries[last].key == key ? last : position(of: key)
    if entries[position].key == key {
      entries[position].values.append(value)
    } else {
      entries.insert(entry, at: position)
    }
  }

  /// Whether a key or a text can be one that only other programs store.
  var canHaveInvalidText: Bool {
    entries.contains { entry in
      entry.key.name.canBeInvalid
        || entry.values.contains { $0.isText && $0.description.canBeInvalid }
    }
  }

  /// Returns the attributes as they are stored. Values that the movie already has are not
  /// validated: another program can have stored them.
  func validated(insteadOf stored: Self) throws(StoreError) -> Self {
    var result = stored
    for key in stored.keys where self[key].isEmpty { result.remove(key) }
    for entry in entries where stored[entry.key] != entry.values {
      try result.setUnlimited(entry.key, to: entry.values)
    }
    try result.requireWithinLimits(insteadOf: stored)
    return result
  }

  /// Another program can have stored values over a limit. Then only more values of keys that allow
  /// several are an error.
  package func requireWithinLimits(insteadOf former: Self) throws(StoreError) {
    let total = size { _ in true }
    if total.count <= Self.valueLimit, total.bytes <= Self.byteLimit { return }
    let formerTotal = former.size { _ in true }
    let (lists, formerLists) = (size { !$0.isSingle }, former.size { !$0.isSingle })
    let wereTooMany = formerTotal.count > Self.valueLimit
    if total.count > Self.valueLimit, !wereTooMany || lists.count > formerLists.count {
      throw .tooManyValues
    }
    let wereTooLong = formerTotal.bytes > Self.byteLimit
    if total.bytes > Self.byteLimit, !wereTooLong || lists.bytes > formerLists.bytes {
      throw .tooManyBytes
    }
  }

  /// The number of values, and of the bytes of their keys and values.
  private func size(where isCounted: (AttributeKey) -> Bool) -> (count: Int, bytes: Int) {
    var (count, bytes) = (0, 0)
    for entry in entries where isCounted(entry.key) {
      count += entry.values.count
      bytes += entry.values.reduce(0) { $0 + entry.key.name.utf8.count + $1.byteCount }
    }
    return (count, bytes)
  }
}

extension MovieAttributes: ExpressibleByDictionaryLiteral {
  /// Creates attributes from the values of each key. The values of a repeated key are joined.
  public init(dictionaryLiteral elements: (AttributeKey, [AttributeValue])...) {
    for (key, values) in elements { self[key] += values }
  }
}

// MARK: - The known keys

extension MovieAttributes {
  /// The year of release; `nil` if there is none.
  public var year: Int? {
    get { integer(.year) }
    set { setInteger(newValue, of: .year) }
  }

  /// The user's rating, from 0 to 10 with at most one decimal; `nil` if there is none.
  public var rating: Double? {
    get { self[.rating].first?.number }
    set { self[.rating] = newValue.map { [.real($0)] } ?? [] }
  }

  /// The dates on which the user watched the movie, in their order.
  public var watched: [CalendarDate] {
    get { self[.watched].compactMap { CalendarDate($0.description) } }
    set { self[.watched] = newValue.map { .text($0.description) } }
  }

  /// The tag of movies that were watched on an unknown day.
  package static let seenTag = "seen"
  /// The tag of movies to see.
  package static let watchlistTag = "watchlist"

  /// Whether the movie has a date in `watched` or the tag `seen`, as `is:watched` finds it.
  package var isSeen: Bool { !self[.watched].isEmpty || hasSeenTag }

  var hasSeenTag: Bool {
    self[.tag].contains { Folding.fold($0.description).isExactly(Self.seenTag) }
  }

  /// The genres in their order.
  public var genres: [String] {
    get { texts(.genre) }
    set { setTexts(newValue, of: .genre) }
  }

  /// The directors in their order.
  public var directors: [String] {
    get { texts(.director) }
    set { setTexts(newValue, of: .director) }
  }

  /// The running time in minutes; `nil` if there is none.
  public var runtime: Int? {
    get { integer(.runtime) }
    set { setInteger(newValue, of: .runtime) }
  }

  /// The tags in their order.
  public var tags: [String] {
    get { texts(.tag) }
    set { setTexts(newValue, of: .tag) }
  }

  /// The note; `nil` if there is none.
  public var note: String? {
    get { texts(.note).first }
    set { setTexts(newValue.map { [$0] } ?? [], of: .note) }
  }

  /// The other titles in their order.
  public var akas: [String] {
    get { texts(.aka) }
    set { setTexts(newValue, of: .aka) }
  }

  /// The id in IMDb, such as `tt0113277`; `nil` if there is none.
  public var imdb: String? {
    get { texts(.imdb).first }
    set { setTexts(newValue.map { [$0] } ?? [], of: .imdb) }
  }

  /// The id in TMDB; `nil` if there is none.
  public var tmdb: Int? {
    get { integer(.tmdb) }
    set { setInteger(newValue, of: .tmdb) }
  }

  /// The address of the movie in Letterboxd, such as `https://boxd.it/2aQw`; `nil` if there is none.
  public var letterboxd: String? {
    get { texts(.letterboxd).first }
    set { setTexts(newValue.map { [$0] } ?? [], of: .letterboxd) }
  }

  private func integer(_ key: AttributeKey) -> Int? {
    if case .integer(let number)? = self[key].first { Int(number) } else { nil }
  }

  private mutating func setInteger(_ number: Int?, of key: AttributeKey) {
    self[key] = number.map { [.integer(Int64($0))] } ?? []
  }

  private func texts(_ key: AttributeKey) -> [String] { self[key].map(\.description) }

  private mutating func setTexts(_ texts: [String], of key: AttributeKey) {
    self[key] = texts.map { .text($0) }
  }
}

extension AttributeKey {
  /// Returns valid values without those that repeat an earlier one, dates in their order.
  package func inNormalForm(_ values: [AttributeValue]) -> [AttributeValue] {
    if values.count < 2 { return values }
    var seen: Set<AttributeValue> = []
    let values = values.filter { seen.insert($0.normalized).inserted }
    return self == .watched ? values.sorted { $0.description.precedes($1.description) } : values
  }
}

extension MovieAttributes: CustomStringConvertible {
  /// The keys with their values, such as `year: 1995, tag: heist, tag: crime`.
  public var description: String {
    entries.flatMap { entry in entry.values.map { "\(entry.key): \($0)" } }
      .joined(separator: ", ")
  }
}

extension MovieAttributes: Codable {
  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  /// Decodes an object such as `{"year": 1997, "tag": ["heist", "crime"]}`: for each key a value, or an array of values.
  ///
  /// The values are validated when they are stored.
  ///
  /// - Throws: `DecodingError` for a text that is not a key.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Name.self)
    for name in container.allKeys {
      var values: [AttributeValue]
      do { values = try container.decode([AttributeValue].self, forKey: name) } catch DecodingError
        .typeMismatch
      {
        values = [try container.decode(AttributeValue.self, forKey: name)]
      }
      do { self[try AttributeKey(name.stringValue)] = values } catch {
        throw DecodingError.dataCorruptedError(
          forKey: name, in: container, debugDescription: "\(error)")
      }
    }
  }

  /// Encodes an object. A key of which a movie can have several values has an array, any other one
  /// a value.
  ///
  /// - Throws: Any error that the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Name.self)
    for entry in entries {
      let key = Name(stringValue: entry.key.name)
      if entry.isArray {
        try container.encode(entry.values, forKey: key)
      } else {
        try container.encode(entry.values[0], forKey: key)
      }
    }
  }
}

extension MovieAttributes.Entry {
  /// Whether JSON has an array of the values. Another program can have stored several of any key.
  var isArray: Bool { !key.isSingle || values.count > 1 }
}

// MARK: - JSON

extension JSONBuilder {
  /// Adds the attributes as an object.
  package mutating func add(_ key: String?, _ attributes: MovieAttributes) {
    let names = depth == 1 ? selection?.attributes : nil
    object(key) { json in
      for entry in attributes.entries where names?.contains(entry.key.name) != false {
        if entry.isArray {
          json.array(entry.key.name, entry.values) { $0.add(nil, $1) }
        } else {
          json.add(entry.key.name, entry.values[0])
        }
      }
    }
  }

  package mutating func add(_ key: String?, _ value: AttributeValue) {
    switch value {
    case .text(let text): add(key, text.utf8.span)
    // Another program can store an infinite number. SQLite reads this one as infinite.
    case .real(let number) where number.isInfinite:
      addToken(key, number < 0 ? "-9e999" : "9e999")
    case .integer, .real: addToken(key, value.description)
    }
  }
}

extension MovieAttributes {
  /// Whether the movie has the mark of the watchlist.
  package var isOnWatchlist: Bool { self[.tag].contains(.text(Self.watchlistTag)) }
}
