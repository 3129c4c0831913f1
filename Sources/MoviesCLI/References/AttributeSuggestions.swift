internal import MovieArguments
internal import MovieStore

/// Finds keys similar to one that no movie has.
enum AttributeSuggestions {
  private static let maximumCount = 3

  /// The key that the text names. If it is neither known nor the key of a movie, the error suggests similar keys.
  static func key(_ text: String, in store: borrowing MovieStore) throws -> AttributeKey {
    let key: AttributeKey
    do throws(AttributeError) {
      key = try AttributeKey(text)
    } catch {
      throw try Self.error(for: text, error.description, in: store)
    }
    try require(key, in: store)
    return key
  }

  /// Throws an error unless the key is known or the key of a movie.
  ///
  /// - Parameter names: Other names that the user can mean.
  static func require(
    _ key: AttributeKey, in store: borrowing MovieStore, or names: [String] = []
  ) throws {
    if try key.isKnown || store.hasAttribute(key) { return }
    throw try error(
      for: key.name, "no movie has the attribute '\(key)'", or: names, in: store)
  }

  private static func error(
    for text: String, _ message: String, or names: [String] = [], in store: borrowing MovieStore
  ) throws -> CommandError {
    let present = try store.attributeKeys()
    let keys = AttributeKey.known + present.filter { !$0.isKnown }
    let nearest = Suggestion.nearest(
      maximumCount, to: text, among: names + keys.map(\.name))
    let hint = nearest.isEmpty ? "" : " Did you mean \(nearest.quotedAlternatives)?"
    return .usage(message + "." + hint)
  }
}
