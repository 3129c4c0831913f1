/// A field in which two states of a movie differ, byte for byte.
package struct FieldDifference: Hashable, Sendable {
  /// `title`, `favorite`, `cast`, or a key.
  package let field: AttributeKey
  /// The values of both states, none where a state has none: the title, 1 for a favorite, the names
  /// of the cast, or the values of the key. They are equal if only the sortable titles or the ids of
  /// actors differ.
  package let before, after: [AttributeValue]

  /// The values of a list that only one state has.
  package var removed: [AttributeValue] { before.filter { !after.contains($0) } }
  package var added: [AttributeValue] { after.filter { !before.contains($0) } }
}

extension Movie {
  /// The fields in which the movie after a change differs: title, star and cast, then the attributes
  /// in the order of their keys.
  package func differences(to after: Movie) -> [FieldDifference] {
    var fields: [AttributeKey] = []
    if !title.isExactly(after.title) || !sortableTitle.isExactly(after.sortableTitle) {
      fields.append(.title)
    }
    if isFavorite != after.isFavorite { fields.append(.favorite) }
    if cast != after.cast { fields.append(.cast) }
    return fields.map { FieldDifference($0, before: self, after: after) }
      + attributes.differences(to: after.attributes)
  }

  fileprivate func values(of field: AttributeKey) -> [AttributeValue] {
    switch field {
    case .title: [.text(title)]
    case .favorite: isFavorite ? [.integer(1)] : []
    case .cast: cast.map { .text($0.name) }
    default: attributes[field]
    }
  }
}

extension FieldDifference {
  fileprivate init(_ field: AttributeKey, before: Movie, after: Movie) {
    self.init(field: field, before: before.values(of: field), after: after.values(of: field))
  }
}

extension MovieFields {
  /// The fields that have values, with those of the movie that they replace.
  package func differences(from movie: Movie) -> [FieldDifference] {
    if isEmpty { return [] }
    let after = applied(to: movie)
    return fields.map { FieldDifference($0, before: movie, after: after) }
  }
}

extension MovieAttributes {
  /// The keys in which attributes after a change differ, in their order.
  package func differences(to after: MovieAttributes) -> [FieldDifference] {
    if self == after { return [] }
    var (fields, rest): ([FieldDifference], _) = ([], after.entries[...])
    func add(_ key: AttributeKey, _ before: [AttributeValue], _ after: [AttributeValue]) {
      if before != after { fields.append(.init(field: key, before: before, after: after)) }
    }
    for entry in entries {
      while let next = rest.first, next.key != entry.key, next.key < entry.key {
        add(next.key, [], next.values)
        rest.removeFirst()
      }
      let isInBoth = rest.first?.key == entry.key
      add(entry.key, entry.values, isInBoth ? rest.removeFirst().values : [])
    }
    for entry in rest { add(entry.key, [], entry.values) }
    return fields
  }
}
