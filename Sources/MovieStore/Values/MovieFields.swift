/// Values of a movie: all of them, or those that a change replaces.
package struct MovieFields {
  /// An actor by name, with the id that a deleted actor gets again.
  package struct Credit {
    package let name: String
    package var formerID: Actor.ID?

    package init(name: String, formerID: Actor.ID? = nil) {
      (self.name, self.formerID) = (name, formerID)
    }

    func isOf(_ actor: Actor) -> Bool {
      name.isExactly(actor.name) && formerID.map { $0 == actor.id } != false
    }
  }

  package var title: String?
  /// The stored one; `nil` if it follows from the title.
  var sortableTitle: String?
  package var isFavorite: Bool?
  package var cast: [Credit]?
  /// All attributes.
  var attributes: MovieAttributes?
  /// The values of some keys; none for a key that the movie does not have.
  package var changedAttributes: [MovieAttributes.Entry] = []

  package init(
    title: String? = nil, sortableTitle: String? = nil, isFavorite: Bool? = nil,
    cast: [Credit]? = nil, attributes: MovieAttributes? = nil
  ) {
    (self.title, self.sortableTitle, self.isFavorite) = (title, sortableTitle, isFavorite)
    (self.cast, self.attributes) = (cast, attributes)
  }
}

extension MovieFields {
  package init(_ draft: MovieDraft) {
    self.init(
      title: draft.title, isFavorite: draft.isFavorite, cast: draft.cast.map { Credit(name: $0) },
      attributes: draft.attributes)
  }

  init(_ movie: Movie) {
    self.init(
      title: movie.title, sortableTitle: movie.sortableTitle, isFavorite: movie.isFavorite,
      cast: movie.cast.map { Credit(name: $0.name, formerID: $0.id.rawValue == 0 ? nil : $0.id) },
      attributes: movie.attributes)
  }

  /// Returns the values in which two states of a movie differ, as each of them has them.
  package static func differences(
    _ before: Movie, _ after: Movie
  ) -> (before: MovieFields, after: MovieFields) {
    let fields = before.differences(to: after).map(\.field)
    return (MovieFields(before).only(fields), MovieFields(after).only(fields))
  }

  /// Returns the values of some fields.
  func only(_ fields: [AttributeKey]) -> MovieFields {
    var chosen = MovieFields()
    for field in fields {
      switch field {
      case .title: (chosen.title, chosen.sortableTitle) = (title, sortableTitle)
      case .favorite: chosen.isFavorite = isFavorite
      case .cast: chosen.cast = cast
      default: chosen.changedAttributes.append(.init(key: field, values: attributes?[field] ?? []))
      }
    }
    return chosen
  }

  /// Returns the movie with these values in place of its own.
  ///
  /// An actor whose id is not known gets 0.
  package func applied(to movie: Movie) -> Movie {
    let cast = cast?.map { Actor(id: $0.formerID ?? Actor.ID(rawValue: 0), name: $0.name) }
    return Movie(
      id: movie.id, title: title ?? movie.title,
      sortableTitle: sortableTitle
        ?? (replacesTitle(of: movie) ? title.map(SortableTitle.of) : nil) ?? movie.sortableTitle,
      isFavorite: isFavorite ?? movie.isFavorite, cast: cast ?? movie.cast,
      attributes: attributes(of: movie.attributes))
  }

  /// Returns the attributes with these values in place of their own.
  func attributes(of attributes: MovieAttributes) -> MovieAttributes {
    var result = self.attributes ?? attributes
    for entry in changedAttributes { result.setStored(entry.key, to: entry.values) }
    return result
  }
}

extension MovieFields {
  func replacesTitle(of movie: Movie) -> Bool {
    title?.isExactly(movie.title) == false
      || sortableTitle?.isExactly(movie.sortableTitle) == false
  }

  func replacesCast(of movie: Movie) -> Bool {
    cast?.elementsEqual(movie.cast) { $0.isOf($1) } == false
  }

  func replacesAttributes(of movie: Movie) -> Bool {
    attributes(of: movie.attributes) != movie.attributes
  }

  /// Whether the movie has these values. The ids of actors are not compared: an actor of another
  /// program replaces a deleted one with the same name.
  func match(_ movie: Movie) -> Bool {
    !replacesTitle(of: movie) && isFavorite.map { $0 == movie.isFavorite } != false
      && cast?.elementsEqual(movie.cast) { $0.name.isExactly($1.name) } != false
      && !replacesAttributes(of: movie)
  }
}

extension MovieFields {
  /// The fields that have values.
  package var fields: [AttributeKey] {
    var fields: [AttributeKey] = []
    if title != nil { fields.append(.title) }
    if isFavorite != nil { fields.append(.favorite) }
    if cast != nil { fields.append(.cast) }
    return fields + changedAttributes.map(\.key)
  }

  package var isEmpty: Bool {
    title == nil && isFavorite == nil && cast == nil && changedAttributes.isEmpty
  }
}

extension Movie {
  /// A movie of another catalog or of a list, whose actors have no ids.
  package init(_ draft: MovieDraft, id: Movie.ID = Movie.ID(rawValue: 0)) {
    self = MovieFields(draft).applied(to: Movie(id: id, title: ""))
  }
}
