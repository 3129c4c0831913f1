internal import MovieSQLite

/// The values of a movie as the history stores them: a JSON object as the program prints it, but
/// with arrays of values for all attributes, and without `attributes` if there are none.
///
/// Values are compared byte for byte, so a movie that an earlier version could store must have the same
/// JSON in all versions.
enum MovieValue {
  static func json(_ movie: MovieWithCast) -> [UInt8] {
    var json: [UInt8] = []
    json += "{\"id\": \(movie.id.rawValue), \"title\": ".utf8
    json.appendJSONString(movie.title.utf8.span)
    json += ", \"sortableTitle\": ".utf8
    json.appendJSONString(movie.sortableTitle.utf8.span)
    json += ", \"favorite\": \(movie.isFavorite), \"actors\": [".utf8
    for (index, actor) in movie.cast.enumerated() {
      json += "\(index > 0 ? ", " : ""){\"id\": \(actor.id.rawValue), \"name\": ".utf8
      json.appendJSONString(actor.name.utf8.span)
      json += "}".utf8
    }
    json += "]".utf8
    if !movie.attributes.isEmpty {
      json += ", \"attributes\": ".utf8
      movie.attributes.append(toJSON: &json, alwaysUsingArrays: true)
    }
    json += "}".utf8
    return json
  }

  /// The condition that a column of `movieHistoryChange` is neither NULL nor the JSON of a movie.
  /// CASE makes sure that SQLite evaluates the JSON functions only for valid JSON. `json_valid` of
  /// SQLite 3.40 is false for valid JSON when an allocation fails, so it is called twice.
  static func isInvalid(_ column: String) -> String {
    """
    CASE WHEN \(column) IS NULL THEN 0
      WHEN NOT json_valid(\(column)) AND NOT json_valid(\(column)) THEN 1 ELSE
      json_type(\(column), '$.id') IS NOT 'integer' OR \(column) ->> 'id' IS NOT movieID
      OR json_type(\(column), '$.title') IS NOT 'text'
      OR json_type(\(column), '$.sortableTitle') IS NOT 'text'
      OR coalesce(json_type(\(column), '$.favorite'), '') NOT IN ('true', 'false')
      OR json_type(\(column), '$.actors') IS NOT 'array'
      OR EXISTS (
        SELECT 1 FROM json_each(\(column), '$.actors')
        WHERE CASE type WHEN 'object' THEN
          json_type(value, '$.id') IS NOT 'integer' OR json_type(value, '$.name') IS NOT 'text'
          ELSE 1 END)
      OR coalesce(json_type(\(column), '$.attributes'), 'object') <> 'object'
      OR EXISTS (
        SELECT 1 FROM json_each(\(column), '$.attributes') AS attribute
        WHERE CASE attribute.type WHEN 'array' THEN EXISTS (
            SELECT 1 FROM json_each(attribute.value)
            WHERE type NOT IN ('integer', 'real', 'text'))
          ELSE 1 END)
    END
    """
  }
}

extension MovieValue {
  /// The tables `attribute` and `value` of the attributes in a JSON text.
  static func attributes(of json: SQL) -> SQL {
    "json_each(\(json), '$.attributes') AS attribute, json_each(attribute.value) AS value"
  }

  /// The value of a row of these tables. SQLite does not convert every real number exactly.
  static let attributeValue: SQL = """
    CASE value.type WHEN 'real' THEN exact_real(attribute.value -> value.fullkey)
      ELSE value.value END
    """
}

/// Decodes movies from JSON, with SQLite's functions.
struct MovieValueDecoder: ~Copyable {
  private var movie: Statement
  private var cast: Statement
  private var attributes: Statement

  init(in transaction: borrowing Transaction) throws(SQLiteError) {
    let movie = try transaction.prepare(
      """
      SELECT movieID, json ->> 'title', json ->> 'sortableTitle', json ->> 'favorite'
      FROM (SELECT ?1 AS json, CASE WHEN json_valid(?1) THEN ?1 ->> 'id' END AS movieID)
      WHERE NOT \(raw: MovieValue.isInvalid("json"))
      """)
    let cast = try transaction.prepare(
      """
      SELECT value ->> 'id', value ->> 'name' FROM json_each(?, '$.actors') ORDER BY key
      """)
    let attributes = try transaction.prepare(
      """
      SELECT attribute.key, \(MovieValue.attributeValue)
      FROM \(MovieValue.attributes(of: "?1")) ORDER BY attribute.id, value.id
      """)
    self.movie = movie
    self.cast = cast
    self.attributes = attributes
  }

  /// - Throws: `SQLiteError` for text that is not JSON of a movie.
  mutating func movie(_ json: [UInt8]) throws(SQLiteError) -> MovieWithCast {
    try movie.bind(json.span, at: 1)
    let decoded = try movie.fetchOne { row throws(SQLiteError) in
      Movie(
        id: Movie.ID(rawValue: try row.int(at: 0)), title: try row.text(at: 1),
        sortableTitle: try row.text(at: 2), isFavorite: try row.bool(at: 3))
    }
    guard let decoded else {
      throw SQLiteError(code: .mismatch, message: "a value of the history is not valid")
    }
    try cast.bind(json.span, at: 1)
    let actors = try cast.fetchAll { row throws(SQLiteError) in
      Actor(id: Actor.ID(rawValue: try row.int(at: 0)), name: try row.text(at: 1))
    }
    try attributes.bind(json.span, at: 1)
    var decodedAttributes = MovieAttributes()
    try attributes.forEachRow { row throws(SQLiteError) in
      try decodedAttributes.addStored(row: row)
    }
    return MovieWithCast(movie: decoded, cast: actors, attributes: decodedAttributes)
  }
}
