internal import MovieSQLite

/// A change to the title, the cast, the favorite state and the attributes of a movie.
///
/// An empty edit changes nothing. For example,
/// `MovieEdit(removedAttributes: [.note], attributes: try MovieAttributes([.year: [.integer(1995)]]))` sets the year
/// and removes the note.
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
  /// place.
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
  /// Returns the movie's new values.
  ///
  /// - Throws: `StoreError.notInCast`, `alreadyInCast`, `ambiguousActor`, `invalidDraft`; `SQLiteError`.
  func applied(
    to movie: MovieWithCast, in catalog: borrowing CatalogTransaction
  ) throws -> MovieDraft {
    var cast = movie.cast
    var names = cast.map(\.name)
    for name in removedActors {
      let index = try Self.index(of: name, in: cast, of: movie, catalog)
      cast.remove(at: index)
      names.remove(at: index)
    }
    for renaming in renamedActors {
      let new: String
      do {
        new = try MovieDraft.validated(renaming.new, .name)
      } catch {
        throw StoreError.invalidDraft(error)
      }
      let index = try Self.index(of: renaming.old, in: cast, of: movie, catalog)
      let isTaken = names.indices.contains { $0 != index && names[$0].isExactly(new) }
      if isTaken { throw StoreError.alreadyInCast(name: new, movie: movie) }
      names[index] = new
    }
    do {
      return try MovieDraft(
        movie, title: title, cast: names + addedActors, isFavorite: isFavorite,
        attributes: attributes(of: movie)
      ).validated()
    } catch let error as DraftError {
      throw StoreError.invalidDraft(error)
    } catch let error as AttributeError {
      throw StoreError.invalidAttribute(error)
    }
  }

  private func attributes(of movie: MovieWithCast) throws(AttributeError) -> MovieAttributes {
    var result = movie.attributes
    for key in removedAttributes { result.remove(key) }
    for entry in removedAttributeValues.entries {
      for value in entry.values { result.remove(value, from: entry.key) }
    }
    for entry in attributes.entries { try result.setUnlimited(entry.key, to: entry.values) }
    for entry in addedAttributeValues.entries {
      try result.setUnlimited(entry.key, to: result[entry.key] + entry.values)
    }
    try result.requireWithinLimits(insteadOf: movie.attributes)
    return result
  }

  private static func index(
    of name: String, in cast: [Actor], of movie: MovieWithCast,
    _ catalog: borrowing CatalogTransaction
  ) throws -> Int {
    let matches = NameMatch.best(Array(cast.indices), for: name) { cast[$0].name }
    guard let index = matches.first else { throw StoreError.notInCast(name: name, movie: movie) }
    if matches.count == 1 { return index }
    let ids = Set(matches.map { cast[$0].id.rawValue })
    let actors = try ActorWithMovieCount.fetchAll(
      where: "a.id IN (SELECT value FROM json_each(\(jsonArray(ids))))", in: catalog)
    let candidates = matches.compactMap { index in actors.first { $0.id == cast[index].id } }
    throw StoreError.ambiguousActor(reference: name, candidates: candidates)
  }
}
