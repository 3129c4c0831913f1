/// Makes batches of random films, without an end.
struct RandomBatchGenerator {
  private var films: RandomMovies
  private var names = StringInterner()
  /// Titles of the real films so far, each with a name of its cast.
  private var credits: Set<[String]> = []

  init(seed: UInt64) { films = RandomMovies(seed: seed) }

  mutating func next() -> MovieBatch {
    var batch = MovieBatch()
    batch.beginsNames = names.isEmpty
    while !batch.isFull {
      let isReal = films.isNextReal
      let film = films.next()
      if isReal, resemblesEarlier(film) { continue }
      let draft = MovieDraft(cleanTitle: film.title, cleanCast: film.cast, isFavorite: false)
      batch.append(draft, keepsDraft: true, numbering: &names)
    }
    return batch
  }

  /// Whether a film had the same title and somebody of this cast: one that was made again. Made-up
  /// films are far too many to remember, and to be alike.
  private mutating func resemblesEarlier(_ film: RandomMovie) -> Bool {
    let credits = film.cast.map { [film.title, Folding.fold($0)] }
    guard self.credits.isDisjoint(with: credits) else { return true }
    self.credits.formUnion(credits)
    return false
  }
}
