internal import MovieSQLite
internal import MovieSystem

/// A change to the title, the cast, the favorite state and the attributes of a movie.
///
/// An edit that adds a date to `watched`, or the tag `seen`, removes the tag `watchlist`, unless it
/// sets that tag, too.
///
/// An empty edit changes nothing. For example,
/// `MovieEdit(removedAttributes: [.note], attributes: [.year: [1995]])` sets the year and removes the
/// note.
public struct MovieEdit: Hashable, Codable, Sendable {
  /// The new title, or `nil` to keep the current one.
  public var title: String?
  /// The names to remove from the cast.
  ///
  /// An exact match is preferred, then a match with case and accents folded, then a match without a
  /// leading article.
  public var removedActors: [String]
  /// The names to replace, each with the name that takes its place in the billing order.
  ///
  /// They are matched in the same way as ``removedActors``.
  public var renamedActors: [Renaming]
  /// The names to append to the cast. A name that is already in the cast keeps its place.
  public var addedActors: [String]
  /// Whether the movie becomes a favorite, or `nil` to keep its current state.
  public var isFavorite: Bool?
  /// The keys to remove with all of their values.
  public var removedAttributes: [AttributeKey]
  /// The values to remove from their keys. A value that the movie does not have is ignored.
  public var removedAttributeValues: MovieAttributes
  /// The new attributes: each of these keys gets exactly these values. Other keys keep theirs.
  public var attributes: MovieAttributes
  /// The values to add to their keys, after those that the movie has. A value that the movie already has keeps its
  /// place; the texts of known keys are compared without case and accents.
  public var addedAttributeValues: MovieAttributes

  /// The replacement of one actor in a cast by another.
  public struct Renaming: Hashable, Codable, Sendable {
    /// The name that is in the cast.
    public let old: String
    /// The name that replaces it.
    public let new: String

    /// Creates a replacement of one name by another.
    public init(old: String, new: String) {
      self.old = old
      self.new = new
    }
  }

  /// Creates an edit. Names are removed first, then renamed, then added; attributes are removed first, then set,
  /// then added.
  public init(
    title: String? = nil, removedActors: [String] = [], renamedActors: [Renaming] = [],
    addedActors: [String] = [], isFavorite: Bool? = nil,
    removedAttributes: [AttributeKey] = [],
    removedAttributeValues: MovieAttributes = MovieAttributes(),
    attributes: MovieAttributes = MovieAttributes(),
    addedAttributeValues: MovieAttributes = MovieAttributes()
  ) {
    self.title = title
    self.removedActors = removedActors
    self.renamedActors = renamedActors
    self.addedActors = addedActors
    self.isFavorite = isFavorite
    self.removedAttributes = removedAttributes
    self.removedAttributeValues = removedAttributeValues
    self.attributes = attributes
    self.addedAttributeValues = addedAttributeValues
  }
}

extension MovieEdit {
  /// The year of release; `nil` if the edit sets none.
  public var year: Int? {
    get { attributes.year }
    set { attributes.year = newValue }
  }
  /// The user's rating, from 0 to 10 with at most one decimal; `nil` if the edit sets none.
  public var rating: Double? {
    get { attributes.rating }
    set { attributes.rating = newValue }
  }
  /// All dates on which the user watched the movie; empty if the edit keeps them.
  public var watched: [CalendarDate] {
    get { attributes.watched }
    set { attributes.watched = newValue }
  }
  /// All tags of the movie; empty if the edit keeps them.
  public var tags: [String] {
    get { attributes.tags }
    set { attributes.tags = newValue }
  }
  /// The note; `nil` if the edit sets none.
  public var note: String? {
    get { attributes.note }
    set { attributes.note = newValue }
  }
}

extension MovieEdit {
  /// Decodes an edit from JSON such as `{"title": "Heat", "attributes": {"year": 1995}}`. A missing key changes
  /// nothing.
  ///
  /// - Throws: `DecodingError` if a value has the wrong type.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      title: try values.decodeIfPresent(String.self, forKey: .title),
      removedActors: try values.decodeIfPresent([String].self, forKey: .removedActors) ?? [],
      renamedActors: try values.decodeIfPresent([Renaming].self, forKey: .renamedActors) ?? [],
      addedActors: try values.decodeIfPresent([String].self, forKey: .addedActors) ?? [],
      isFavorite: try values.decodeIfPresent(Bool.self, forKey: .isFavorite),
      removedAttributes: try values.decodeIfPresent(
        [AttributeKey].self, forKey: .removedAttributes) ?? [],
      removedAttributeValues: try values.decodeIfPresent(
        MovieAttributes.self, forKey: .removedAttributeValues) ?? MovieAttributes(),
      attributes: try values.decodeIfPresent(MovieAttributes.self, forKey: .attributes)
        ?? MovieAttributes(),
      addedAttributeValues: try values.decodeIfPresent(
        MovieAttributes.self, forKey: .addedAttributeValues) ?? MovieAttributes())
  }
}

extension MovieEdit {
  /// Returns the values that the edit replaces.
  ///
  /// - Throws: `StoreError.notInCast`, `alreadyInCast`, `ambiguousActor`, `invalidInput`;
  ///   `SQLiteError`.
  func fields(
    for movie: Movie, in catalog: borrowing CatalogTransaction
  ) throws -> MovieFields {
    var fields = MovieFields(isFavorite: isFavorite)
    fields.title = try title.map { (title) throws in try TextValidation.validated(title, .title) }
    if !removedActors.isEmpty || !renamedActors.isEmpty || !addedActors.isEmpty {
      let names = try names(of: movie, in: catalog)
      let draft = try MovieDraft(movie, cast: names + addedActors).validated()
      fields.cast = draft.cast.map { .init(name: $0) }
    }
    fields.attributes = try attributes(of: movie)
    return fields
  }

  /// Returns the names of the cast after names were removed and replaced.
  private func names(
    of movie: Movie, in catalog: borrowing CatalogTransaction
  ) throws -> [String] {
    var matcher = CastMatcher(movie)
    for name in removedActors { try matcher.remove(matcher.position(of: name, in: catalog)) }
    for renaming in renamedActors {
      let new = try TextValidation.validated(renaming.new, .name)
      let position = try matcher.position(of: renaming.old, in: catalog)
      if matcher.has(new, exceptAt: position) {
        throw StoreError(.alreadyInCast(name: new, movie: movie))
      }
      matcher.replace(position, by: new)
    }
    return matcher.names
  }

  private func attributes(of movie: Movie) throws(StoreError) -> MovieAttributes {
    var result = movie.attributes
    for key in removedAttributes { result.remove(key) }
    for entry in removedAttributeValues.entries {
      for value in entry.values { result.remove(value, from: entry.key) }
    }
    for entry in attributes.entries { try result.setUnlimited(entry.key, to: entry.values) }
    for entry in addedAttributeValues.entries {
      if entry.key.isList {
        try result.addMissing(entry.values, to: entry.key)
      } else {
        try result.setUnlimited(entry.key, to: result[entry.key] + entry.values)
      }
    }
    let isPutOnWatchlist = [attributes, addedAttributeValues].contains {
      $0[.tag].contains(.text(ImportPreset.watchlist))
    }
    if !isPutOnWatchlist { result.leaveWatchlist(since: movie.attributes) }
    try result.requireWithinLimits(insteadOf: movie.attributes)
    return result
  }
}

/// A cast while names are removed and replaced. A name is found in the same time however large it
/// is.
private struct CastMatcher {
  private let movie: Movie
  /// The names; `nil` for those that were removed.
  private var current: [String?]
  private var counts: [ByteString: Int] = [:]
  /// The positions of the former names.
  private let exact: [ByteString: [Int]]
  private lazy var similar = Dictionary(grouping: movie.cast.indices) {
    ByteString(FoldedTitle.of(movie.cast[$0].name))
  }

  init(_ movie: Movie) {
    self.movie = movie
    current = movie.cast.map(\.name)
    exact = Dictionary(grouping: movie.cast.indices) { ByteString(movie.cast[$0].name) }
    counts = exact.mapValues(\.count)
  }

  var names: [String] { current.compactMap(\.self) }

  /// Returns the position of the actor whom the name means.
  mutating func position(
    of name: String, in catalog: borrowing CatalogTransaction
  ) throws -> Int {
    var positions = (exact[ByteString(name)] ?? []).filter { current[$0] != nil }
    if positions.isEmpty {
      let candidates = similar[ByteString(FoldedTitle.of(name))] ?? []
      positions = NameMatch.best(candidates.filter { current[$0] != nil }, for: name) {
        movie.cast[$0].name
      }
    }
    guard let first = positions.first else {
      throw StoreError(.notInCast(name: name, movie: movie))
    }
    if positions.count == 1 { return first }
    let ids = Set(positions.map { movie.cast[$0].id.rawValue })
    let actors = try ActorWithMovieCount.fetchAll(
      where: "a.id IN (SELECT value FROM json_each(\(jsonArray(ids))))", in: catalog)
    let found = positions.compactMap { position in
      actors.first { $0.id == movie.cast[position].id }
    }
    throw StoreError(.ambiguousActor(reference: name, candidates: found))
  }

  func has(_ name: String, exceptAt position: Int) -> Bool {
    let own = current[position]?.isExactly(name) == true ? 1 : 0
    return counts[ByteString(name), default: 0] > own
  }

  mutating func remove(_ position: Int) { replace(position, by: nil) }

  mutating func replace(_ position: Int, by name: String?) {
    if let former = current[position] { counts[ByteString(former), default: 0] -= 1 }
    if let name { counts[ByteString(name), default: 0] += 1 }
    current[position] = name
  }
}
