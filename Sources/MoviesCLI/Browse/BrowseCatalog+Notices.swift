internal import MovieCuration
internal import MovieStore
internal import MovieSystem

extension BrowseCatalog {
  private static let nameLimit = 3

  /// What can be a mistake in a form: a movie that the catalog has, names of actors that it does
  /// not have, and new keys that resemble others.
  mutating func notices(about change: BrowseChange) throws(StoreError) -> [String] {
    guard case .save(let draft) = change else { return [] }
    return try read { store throws(StoreError) in
      var notices: [String] = []
      let movie = try draft.id.map { (id) throws(StoreError) in try store.movie(id: id) } ?? nil
      if movie == nil, let duplicate = try store.duplicates(of: draft).first {
        notices.append(
          "the catalog already has '\(duplicate.titleWithYear)' (id \(duplicate.id.rawValue))")
      }
      let known = Set(movie?.cast.map(\.name) ?? [])
      let names = try store.unknownNames(among: draft.cast.filter { !known.contains($0) })
      if !names.isEmpty {
        let more = names.count - Self.nameLimit
        notices.append(
          "new: " + names.prefix(Self.nameLimit).map { "'\($0)'" }.joined(separator: ", ")
            + (more > 0 ? " and \(more) more" : ""))
      }
      let keys = Set(draft.attributes.keys).subtracting(movie?.attributes.keys ?? [])
      return try notices + AttributeSuggestions.newKeyNotices(keys.sorted(), in: store)
    }
  }
}
