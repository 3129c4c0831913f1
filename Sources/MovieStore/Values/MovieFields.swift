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
      cast: movie.cast.map { Credit(name: $0.name, formerID: $0.id) },
      attributes: movie.attributes)
  }

  /// Returns the values in which two states of a movie differ, as each of them has them.
  package static func differences(
    _ before: Movie, _ after: Movie
  ) -> (before: MovieFields, after: MovieFields) {
    var (old, new) = (MovieFields(before), MovieFields(after))
    if before.title.isExactly(after.title), before.sortableTitle.isExactly(after.sortableTitle) {
      (old.title, new.title, old.sortableTitle, new.sortableTitle) = (nil, nil, nil, nil)
    }
    if before.isFavorite == after.isFavorite { (old.isFavorite, new.isFavorite) = (nil, nil) }
    if before.cast == after.cast { (old.cast, new.cast) = (nil, nil) }
    (old.attributes, new.attributes) = (nil, nil)
    for key in Set(before.attributes.keys + after.attributes.keys).sorted()
    where before.attributes[key] != after.attributes[key] {
      old.changedAttributes.append(.init(key: key, values: before.attributes[key]))
      new.changedAttributes.append(.init(key: key, values: after.attributes[key]))
    }
    return (old, new)
  }

  /// Returns the movie with these values in place of its own.
  ///
  /// An actor whose id is not known gets 0.
  package func applied(to movie: Movie) -> Movie {
    let record = MovieRow(
      id: movie.id, title: title ?? movie.title,
      sortableTitle: sortableTitle
        ?? (replacesTitle(of: movie) ? title.map(SortableTitle.of) : nil) ?? movie.sortableTitle,
      isFavorite: isFavorite ?? movie.isFavorite)
    let cast = cast?.map { Actor(id: $0.formerID ?? Actor.ID(rawValue: 0), name: $0.name) }
    return Movie(
      record, cast: cast ?? movie.cast, attributes: attributes(of: movie.attributes))
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
  /// The names of the fields that have values, such as `rating`.
  package var names: [String] {
    [title.map { _ in "title" }, isFavorite.map { _ in "favorite" }, cast.map { _ in "cast" }]
      .compactMap(\.self) + changedAttributes.map(\.key.name)
  }
}

extension Movie {
  /// A movie of another catalog or of a list, whose actors have no ids.
  package init(_ draft: MovieDraft, id: Movie.ID = Movie.ID(rawValue: 0)) {
    self = MovieFields(draft).applied(to: Movie(id: id, title: ""))
  }
}
