import MovieStore
import Observation
import Synchronization

/// Waits until a live value has a result that meets the condition.
@MainActor func result<Value: Sendable>(
  of live: LiveValue<Value>, where condition: (Value) -> Bool = { _ in true }
) async throws -> Value {
  for await (value, isLoading) in Observations({ (live.value, live.isLoading) }) {
    if let error = live.error { throw error }
    if !isLoading, condition(value) { break }
  }
  return live.value
}

// The start of the app migrates an old file, and shows how far it is.
let database = Database.live
let phase = Mutex("")
try await database.open { progress in
  let isNew = phase.withLock { latest in
    defer { latest = progress.phase }
    return latest != progress.phase
  }
  if isNew { print("migrating: \(progress.phase)") }
}

// The list follows the catalog, the text that is typed, and the order.
for (title, cast) in [
  ("Heat", ["Al Pacino", "Robert De Niro"]), ("The Score", ["Robert De Niro"]), ("Ran", []),
] {
  _ = try await database.save(MovieDraft(title: title, cast: cast))
}
let list = MovieList(database)
print(try await result(of: list.movies) { $0.count == 4 }.map(\.title))
for text in ["s", "sc", "sco", "sco year:"] { list.text = text }
print(try await result(of: list.movies).map(\.title))
(list.text, list.order) = ("", .added)
let all = try await result(of: list.movies)
print(all.map(\.title))

// A form saves what it changed; a favorite that was set meanwhile stays.
var form = MovieDraft(all[all.count - 1])
try await list.toggleFavorite(all[all.count - 1])
form.title = "Ran (1985)"
let saved = try await database.save(form).movie
print(saved.title, saved.isFavorite)

// From a movie to its actors, and to the movies of an actor.
list.select(all[1])
if let cast = list.cast { list.select(try await result(of: cast)[1]) }
if let filmography = list.filmography {
  print(try await result(of: filmography).map(\.title))
}

// A deletion is undone, redone and undone again.
try await database.delete([all[1].id])
print(try await database.undo()?.summary ?? "")
print(try await database.redo()?.summary ?? "")
_ = try await database.undo()

// Eight tasks use one repository.
try await withThrowingTaskGroup(of: Void.self) { group in
  for number in 1...8 {
    group.addTask { _ = try await database.save(MovieDraft(title: "Movie \(number)")) }
  }
  try await group.waitForAll()
}
print(try await result(of: list.movies) { $0.count == 12 }.count)

// A large change that the user cancels adds nothing.
let (steps, continuation) = AsyncStream.makeStream(of: Int.self)
let filling = Task {
  try await database.fill(1_000_000) { number in
    continuation.yield(number)
    return MovieDraft(title: "Added \(number)")
  }
}
for await step in steps where step > 1_000 {
  filling.cancel()
  break
}
do {
  _ = try await filling.value
} catch is CancellationError {
  print("cancelled")
}
print(try await result(of: list.movies).count)

// Swift's `Actor` is still the protocol, and the library's types have their full names.
func name(of value: some Actor) -> String { "\(type(of: value))" }
print(name(of: MainActor.shared), MovieStore.Movie.self == Movie.self, Catalog.Actor.self)
