internal import MovieSQLite
internal import MovieSystem

/// Values of a movie: all of them, or those that a change replaces.
struct MovieFields {
  /// An actor by name, with the id that a deleted actor gets again.
  struct Credit {
    let name: String
    var formerID: Actor.ID?

    func isOf(_ actor: Actor) -> Bool {
      name.isExactly(actor.name) && formerID.map { $0 == actor.id } != false
    }
  }

  var title: String?
  /// The stored one; `nil` if it follows from the title.
  var sortableTitle: String?
  var isFavorite: Bool?
  var cast: [Credit]?
  /// All attributes.
  var attributes: MovieAttributes?
  /// The values of some keys; none for a key that the movie does not have.
  var changedAttributes: [MovieAttributes.Entry] = []
}

extension MovieFields {
  init(_ draft: MovieDraft) {
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
  static func differences(
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

  /// Returns the movie with these values in place of its own. An actor whose id is not known gets 0.
  func applied(to movie: Movie) -> Movie {
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

// MARK: - JSON

extension MovieFields {
  /// The values as the history stores them: a compact JSON object as the program prints it, but
  /// with arrays of values for all attributes. Only all values of a movie include its id and
  /// `attributes`; a change has the values of some `keys`.
  ///
  /// - Parameter id: The id, for all values.
  func json(id: Movie.ID? = nil) -> [UInt8] {
    var json: [UInt8] = [.leftBrace]
    func begin(_ key: String) {
      if json.count > 1 { json.append(.comma) }
      json += key.utf8
    }
    if let id {
      begin("\"id\":")
      json += String(id.rawValue).utf8
    }
    if let title {
      begin("\"title\":")
      json.appendJSONString(title.utf8.span)
    }
    if let sortableTitle {
      begin("\"sortableTitle\":")
      json.appendJSONString(sortableTitle.utf8.span)
    }
    if let isFavorite { begin(isFavorite ? "\"favorite\":true" : "\"favorite\":false") }
    if let cast {
      begin("\"actors\":[")
      for (index, actor) in cast.enumerated() {
        json += index > 0 ? ",{\"id\":".utf8 : "{\"id\":".utf8
        json += String(actor.formerID?.rawValue ?? 0).utf8
        json += ",\"name\":".utf8
        json.appendJSONString(actor.name.utf8.span)
        json.append(.rightBrace)
      }
      json.append(.rightBracket)
    }
    if let attributes, !attributes.isEmpty {
      begin("\"attributes\":")
      json.append(attributes.entries, isCompact: true)
    }
    if !changedAttributes.isEmpty {
      begin("\"keys\":")
      json.append(changedAttributes, isCompact: true)
    }
    json.append(.rightBrace)
    return json
  }

  /// The condition that a column of `movieHistoryChange` is neither NULL nor such JSON. CASE makes
  /// sure that SQLite evaluates the JSON functions only for valid JSON. `json_valid` of SQLite 3.40
  /// is false for valid JSON when an allocation fails, so it is called twice.
  static func isInvalid(_ column: String) -> String {
    func type(_ key: String, isIn types: String) -> String {
      // Only all values have an id, and then all of them.
      """
      coalesce(json_type(\(column), '$.\(key)'),
        CASE WHEN json_type(\(column), '$.id') IS NULL THEN 'none' END, '') NOT IN (\(types), 'none')
      """
    }
    func areInvalid(_ key: String) -> String {
      """
      coalesce(json_type(\(column), '$.\(key)'), 'object') <> 'object'
      OR EXISTS (
        SELECT 1 FROM json_each(\(column), '$.\(key)') AS attribute
        WHERE CASE attribute.type WHEN 'array' THEN EXISTS (
            SELECT 1 FROM json_each(attribute.value)
            WHERE type NOT IN ('integer', 'real', 'text'))
          ELSE 1 END)
      """
    }
    return """
      CASE WHEN \(column) IS NULL THEN 0
        WHEN NOT json_valid(\(column)) AND NOT json_valid(\(column)) THEN 1
        WHEN json_type(\(column)) <> 'object' THEN 1 ELSE
        NOT EXISTS (SELECT 1 FROM json_each(\(column)))
        OR \(column) ->> 'id' <> movieID OR \(type("id", isIn: "'integer'"))
        OR \(type("title", isIn: "'text'")) OR \(type("sortableTitle", isIn: "'text'"))
        OR \(type("favorite", isIn: "'true', 'false'")) OR \(type("actors", isIn: "'array'"))
        OR EXISTS (
          SELECT 1 FROM json_each(\(column), '$.actors')
          WHERE CASE type WHEN 'object' THEN
            json_type(value, '$.id') IS NOT 'integer' OR json_type(value, '$.name') IS NOT 'text'
            ELSE 1 END)
        OR \(areInvalid("attributes")) OR \(areInvalid("keys"))
      END
      """
  }
}

extension CatalogTransaction {
  /// Decodes valid values of the history, with SQLite's functions.
  func fields(_ json: [UInt8]) throws(SQLiteError) -> MovieFields {
    let json = DatabaseValue.utf8(json)
    var fields = MovieFields()
    let (isWhole, hasCast, hasKeys) =
      try database.fetchOne(
        """
        SELECT json ->> 'id' IS NOT NULL, json -> 'actors' IS NOT NULL, json -> 'keys' IS NOT NULL,
          json ->> 'title', json ->> 'sortableTitle', json ->> 'favorite' FROM (SELECT \(json) AS json)
        """
      ) { row throws(SQLiteError) in
        fields.title = try row.optionalText(at: 3)
        fields.sortableTitle = try row.optionalText(at: 4)
        fields.isFavorite = try row.optionalInt(at: 5).map { $0 != 0 }
        return (try row.bool(at: 0), try row.bool(at: 1), try row.bool(at: 2))
      } ?? (false, false, false)
    if hasCast {
      fields.cast = try database.fetchAll(
        "SELECT value ->> 'id', value ->> 'name' FROM json_each(\(json), '$.actors') ORDER BY key"
      ) { row throws(SQLiteError) in
        let id = Actor.ID(rawValue: try row.int(at: 0))
        return MovieFields.Credit(name: try row.text(at: 1), formerID: id)
      }
    }
    if isWhole {
      var attributes = MovieAttributes()
      for entry in try entries("attributes", of: json) {
        for value in entry.values { attributes.addStored(value, to: entry.key) }
      }
      fields.attributes = attributes
    }
    if hasKeys { fields.changedAttributes = try entries("keys", of: json) }
    return fields
  }

  /// Returns the keys of an object with arrays of values.
  private func entries(
    _ key: String, of json: DatabaseValue
  ) throws(SQLiteError) -> [MovieAttributes.Entry] {
    var entries: [MovieAttributes.Entry] = []
    var find = try database.prepare(
      """
      SELECT attribute.key, value.type IS NOT NULL,
        CASE value.type WHEN 'real' THEN exact_real(attribute.value -> value.fullkey)
          ELSE value.value END
      FROM json_each(\(json), \("$.\(key)")) AS attribute
        LEFT JOIN json_each(attribute.value) AS value
      ORDER BY attribute.id, value.id
      """)
    try find.forEachRow { row throws(SQLiteError) in
      let key = AttributeKey(unchecked: try row.text(at: 0))
      if entries.last?.key != key { entries.append(.init(key: key, values: [])) }
      if try row.bool(at: 1) {
        entries[entries.count - 1].values.append(try AttributeValue(row: row, at: 2))
      }
    }
    return entries
  }
}
