import InterchangeTestSupport
import MovieCuration
import MovieInterchange
import MovieSamples
import MovieStore
import StoreTestSupport
import TestSupport
import Testing

/// Random calls of all functions that change movies.
struct RandomChanges {
  struct Stop: Error {}

  private var drafts: GeneratedDrafts
  private(set) var random: RandomSource
  private var attributes: GeneratedAttributes

  init(seed: UInt64) {
    drafts = GeneratedDrafts(seed: seed, names: 20)
    random = RandomSource(seed: seed)
    attributes = GeneratedAttributes(seed: seed)
  }

  mutating func number(below count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

  /// Makes a change, which can leave the catalog unchanged.
  mutating func make(in store: inout Catalog, depth: Int = 0) throws {
    let movies = try store.movies(order: .random(seed: random.next()), limit: 4)
    guard let movie = movies.first else { return _ = try store.add(drafts.next(1)[0]) }
    switch number(below: depth < 2 ? 22 : 19) {
    case 0: try store.add(drafts.next(1)[0])
    case 1:
      var draft = try drafts.next(1)[0]
      draft.attributes = try attributes.next()
      try store.add(draft)
    case 2: try store.addRandom(seed: random.next(), isFavorite: Bool.random(using: &random))
    case 3:
      let other = try drafts.next(1)[0]
      try store.save(
        MovieDraft(movie, title: other.title, cast: other.cast, isFavorite: other.isFavorite))
    case 4: try store.edit(id: movie.id, MovieEdit(title: drafts.next(1)[0].title))
    case 5: try store.save(MovieDraft(movie, cast: movie.cast.map(\.name).reversed()))
    case 6:
      guard let actor = movie.cast.randomElement(using: &random) else { break }
      try store.edit(
        id: movie.id,
        MovieEdit(renamedActors: [.init(old: actor.name, new: "New \(number(below: 5_000))")]))
    case 7: try store.toggleFavorite(id: movie.id)
    case 8: try store.setFavorite(Bool.random(using: &random), of: movies.map(\.id))
    case 9: try store.delete(id: movie.id)
    case 10: try store.delete(ids: movies.map(\.id))
    case 11:
      let id = Movie.ID(rawValue: movie.id.rawValue + Int64(number(below: 200)))
      do { try store.add(drafts.next(1)[0], id: id) } catch let error as StoreError
        where error.category == .invalidInput
      {}
    case 12:
      if Bool.random(using: &random) {
        try store.importMovies(from: drafts.next(4).sources(1))
      } else {
        try store.seed(3, seed: random.next())
      }
    case 13:
      let other = try drafts.next(1)[0]
      try store.save(MovieDraft(movie, cast: other.cast, attributes: attributes.next()))
    case 14:
      var added = MovieAttributes()
      try added.set(AttributeKey("own"), to: [attributes.value(), attributes.value()])
      try store.edit(
        id: movie.id,
        MovieEdit(
          removedAttributes: Array(movie.attributes.keys.prefix(1)), addedAttributeValues: added))
    case 15: try store.edit(id: movie.id, MovieEdit(attributes: attributes.next()))
    case 16:
      guard let key = movie.attributes.keys.randomElement(using: &random) else { break }
      var removed = MovieAttributes()
      try removed.set(key, to: Array(movie.attributes[key].prefix(1)))
      try store.edit(id: movie.id, MovieEdit(removedAttributeValues: removed))
    case 17:
      if movies.count > 1 { try store.merge(movies.prefix(2 + number(below: 2)).map(\.id)) }
    case 18:
      guard let actor = movie.cast.randomElement(using: &random) else { break }
      let other = movies.flatMap(\.cast).randomElement(using: &random)
      let name = Bool.random(using: &random) ? "New \(number(below: 5_000))" : other?.name
      try store.renameActor(id: actor.id, to: name ?? "X")
    default: try makeSeveral(in: &store, depth: depth)
    }
  }

  private mutating func makeSeveral(in store: inout Catalog, depth: Int) throws {
    let fails = number(below: 3) == 0
    var changes = self
    do {
      try store.write("group") { store in
        for _ in 0...changes.number(below: 5) { try changes.make(in: &store, depth: depth + 1) }
        if fails { throw Stop() }
      }
    } catch is Stop {}
    self = changes
  }
}
