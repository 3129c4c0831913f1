/// Makes batches of random films, without an end.
struct FilmMaker {
  private var films: RandomFilms
  private var names = NameNumbers()

  init(seed: UInt64) { films = RandomFilms(seed: seed) }

  mutating func next() -> FilmBatch {
    var batch = FilmBatch()
    batch.beginsNames = names.isEmpty
    while !batch.isFull {
      let film = films.next()
      let draft = MovieDraft(cleanTitle: film.title, cleanCast: film.cast, isFavorite: false)
      batch.append(draft, keepsDraft: true, numbering: &names)
    }
    return batch
  }
}
