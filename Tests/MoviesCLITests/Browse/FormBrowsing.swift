import MovieStore
import MovieTerminal
import MoviesCLI
import TestSupport
import Testing

/// A browser at the movie 'Heat', and its form.
final class FormBrowsing {
  let path = TemporaryDirectory.current + "/movies.db"
  let heat = Movie.ID(rawValue: 3)
  let browsing: Browsing

  init() throws {
    var store = try Catalog(path: path, access: .writing)
    try store.addSampleMovies()
    try store.edit(
      id: heat,
      MovieEdit(attributes: [
        .year: [1995], .tag: ["heist", "noir"], .note: ["one\ntwo"], AttributeKey("mine"): [7],
      ]))
    try store.clearHistory()
    browsing = try Browsing(store)
    browsing.type(":heat\n")
  }

  /// The movie as it is stored.
  func stored() throws -> Movie? {
    try Catalog(path: path, access: .reading).movie(id: heat)
  }
}

extension Browsing {
  private struct NoForm: Error {}

  func form() throws -> MovieForm {
    guard case .form(let form) = state.overlay else { throw NoForm() }
    return form
  }

  /// Moves to the field with this name.
  func go(to name: String) throws {
    for _ in try form().fields where try form().fields[form().focus].name != name { press(.tab) }
    #expect(try form().fields[form().focus].name == name)
  }
}
