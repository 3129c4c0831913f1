import MovieStore
import Synchronization

/// A catalog that all inputs of the process share, because creating one is slower than a change.
private final class AttributeCatalog: Sendable {
  static let shared = Result { AttributeCatalog(try Catalog()) }

  let store: Mutex<Catalog>

  private init(_ store: consuming sending Catalog) { self.store = Mutex(store) }
}

/// Keys and values are parsed or rejected, and a movie is found by the value that it was given.
func checkAttributes(_ bytes: [UInt8]) throws {
  let typed = text(bytes)
  if let key = AttributeKey(foreignName: typed) {
    try require(try AttributeKey(key.name) == key, "a foreign name becomes a valid key")
  }
  for key in AttributeKey.known.filter({ $0 != .note }) + [try AttributeKey("own")] {
    do {
      let value = try AttributeValue(typed, for: key)
      let again = try AttributeValue(value.description, for: key)
      try require(again == value, "the text of a value of \(key) is that value")
      try checkMovie(with: value, key)
    } catch let error as StoreError where error.category == .invalidInput {}
  }
}

private func checkMovie(with value: AttributeValue, _ key: AttributeKey) throws {
  try AttributeCatalog.shared.get().store.withLock { store in
    try checkMovie(with: value, key, in: &store)
  }
}

private func checkMovie(
  with value: AttributeValue, _ key: AttributeKey, in store: inout Catalog
) throws {
  let attributes = try MovieAttributes([key: [value]])
  let added = try store.add(MovieDraft(title: "T", attributes: attributes)).movie
  try require(added.attributes == attributes, "a movie has the attributes that it was given")
  try require(try store.movie(id: added.id) == added, "they are stored as they are")
  func count(_ term: MovieQuery.Term) throws -> Int { try store.movieCount([term]) }
  try require(try count(key == value) == 1, "the movie is found by \(key)=\(value)")
  try require(try count(key != value) == 0, "not by its opposite")
  try require(try count(.has(key)) == 1, "the movie has \(key)")
  try require(try count(!.has(key)) == 0, "it does not lack \(key)")
  try store.edit(id: added.id, MovieEdit(removedAttributes: [key]))
  try store.undo()
  try require(try store.movie(id: added.id) == added, "undo restores \(key)=\(value)")
  try store.delete(id: added.id)
  try store.clearHistory()
}
