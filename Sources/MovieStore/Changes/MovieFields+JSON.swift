internal import MovieSystem

extension MovieFields {
  /// The values as the history stores them: a compact JSON object as the program prints it, but
  /// with arrays of values for all attributes. Only all values of a movie include its id and
  /// `attributes`; a change has the values of some `keys`.
  ///
  /// - Parameter id: The id, for all values.
  func json(id: Movie.ID? = nil) -> [UInt8] {
    var json = JSONBuilder(isCompact: true)
    json.object { json in
      if let id { json.add("id", id.rawValue) }
      if let title { json.add("title", title) }
      if let sortableTitle { json.add("sortableTitle", sortableTitle) }
      if let isFavorite { json.add("favorite", isFavorite) }
      if let cast {
        json.array("actors", cast) { json, actor in
          json.object { json in
            json.add("id", actor.formerID?.rawValue ?? 0)
            json.add("name", actor.name)
          }
        }
      }
      func add(_ key: String, _ entries: [MovieAttributes.Entry]) {
        if entries.isEmpty { return }
        json.object(key) { json in
          for entry in entries { json.array(entry.key.name, entry.values) { $0.add(nil, $1) } }
        }
      }
      add("attributes", attributes?.entries ?? [])
      add("keys", changedAttributes)
    }
    return json.bytes
  }

  /// Reads values of the history; returns `nil` for any other text.
  init?(json bytes: [UInt8], of movie: Movie.ID) {
    guard let json = JSONValue(bytes), json.members?.isEmpty == false else { return nil }
    self.init()
    let isWhole = json["id"] != nil
    // Only all values have an id, and then all of them.
    func read<Value>(_ key: String, _ value: (JSONValue) -> Value?) -> Value?? {
      guard let member = json[key] else { return isWhole ? nil : .some(nil) }
      return value(member).map { .some($0) }
    }
    guard !isWhole || json["id"]?.integer == movie.rawValue,
      let title = read("title", \.text), let sortableTitle = read("sortableTitle", \.text),
      let isFavorite = read("favorite", \.bool), let cast = read("actors", Self.cast),
      let attributes = Self.entries(json["attributes"]), let keys = Self.entries(json["keys"])
    else { return nil }
    (self.title, self.sortableTitle, self.isFavorite) = (title, sortableTitle, isFavorite)
    (self.cast, changedAttributes) = (cast, keys)
    if isWhole {
      var whole = MovieAttributes()
      for entry in attributes { whole.setStored(entry.key, to: entry.values) }
      self.attributes = whole
    }
  }

  private static func cast(_ json: JSONValue) -> [Credit]? {
    guard let actors = json.array else { return nil }
    let credits = actors.compactMap { actor -> Credit? in
      guard let id = actor["id"]?.integer, let name = actor["name"]?.text else { return nil }
      return Credit(name: name, formerID: Actor.ID(rawValue: id))
    }
    return credits.count == actors.count ? credits : nil
  }

  /// The keys of an object with arrays of values; `nil` for another value.
  private static func entries(_ json: JSONValue?) -> [MovieAttributes.Entry]? {
    guard let json else { return [] }
    guard let members = json.members else { return nil }
    var entries: [MovieAttributes.Entry] = []
    for member in members {
      guard let array = member.value.array,
        case let values = array.compactMap(AttributeValue.init), values.count == array.count
      else { return nil }
      entries.append(.init(key: AttributeKey(unchecked: member.key), values: values))
    }
    return entries
  }
}

extension AttributeValue {
  fileprivate init?(_ json: JSONValue) {
    switch json {
    case .text(let text): self = .text(text)
    case .integer(let number): self = .integer(number)
    case .number(let text):
      guard let number = Double(text) else { return nil }
      self = .real(number)
    case .null, .bool, .array, .object: return nil
    }
  }
}
