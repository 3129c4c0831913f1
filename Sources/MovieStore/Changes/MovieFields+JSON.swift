internal import MovieSQLite
internal import MovieSystem

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
