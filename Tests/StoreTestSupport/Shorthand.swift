import Foundation
import MovieSQLite
import MovieStore
import TestSupport
import Testing

/// Creates a draft.
package func draft(_ title: String, _ cast: [String], favorite: Bool = false) throws -> MovieDraft {
  try MovieDraft(title: title, cast: cast, isFavorite: favorite).validated()
}

extension Catalog {
  /// A catalog in memory with movies of these titles, numbered from 1.
  package static func holding(_ titles: [String]) throws -> Catalog {
    var store = try Catalog()
    for title in titles { try store.add(title) }
    return store
  }

  /// A new catalog in a file of the test's directory, with movies of these titles.
  package static func file(_ name: String = "movies.db", holding titles: [String] = []) throws
    -> String
  {
    let path = TemporaryDirectory.path(name)
    try Files.write(try empty.get(), to: path)
    Files.setMode(0o600, of: path)
    if titles.isEmpty { return path }
    var store = try withoutDurability(path)
    for title in titles { try store.add(title) }
    return path
  }

  /// The bytes of a new catalog, which is created once.
  private static let empty = Result {
    let path = TemporaryDirectory.home + "movies-empty-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: path) }
    _ = try withoutDurability(path)
    return try Files.bytes(path)
  }

  /// Opens and closes the file.
  package static func open(
    _ path: String, _ access: Access = .reading, backup: MigrationBackup = .automatic
  ) throws(StoreError) {
    _ = try Catalog(path: path, access: access, backup: backup)
  }

  @discardableResult
  package mutating func add(
    _ title: String, _ cast: String..., favorite: Bool = false
  ) throws -> Movie {
    try add(try draft(title, cast, favorite: favorite)).movie
  }

  /// Adds movies with these titles and an actor each, in one change.
  @discardableResult
  package mutating func addNumbered(_ range: ClosedRange<Int>) throws -> Int {
    try add(contentsOf: range.map { try draft("Movie \($0)", ["Actor \($0)"]) })
  }

  package func titles(
    _ query: MovieQuery = .all, order: MovieOrder = .title, descending: Bool = false,
    limit: Int? = nil, offset: Int = 0
  ) throws -> [String] {
    try movies(query, order: order, descending: descending, limit: limit, offset: offset)
      .map(\.title)
  }

  package func ids(
    _ query: MovieQuery = .all, order: MovieOrder = .title, descending: Bool = false,
    limit: Int? = nil, offset: Int = 0
  ) throws -> [Int64] {
    try movies(query, order: order, descending: descending, limit: limit, offset: offset)
      .map(\.id.rawValue)
  }

  /// The ids of the movies whose titles have every word and phrase of the text.
  package func found(_ text: String) throws -> [Int64] { try ids(.titles(text), order: .added) }

  package func titles(_ list: Listing) throws -> [String] { try movies(list).map(\.title) }

  package func ids(_ list: Listing) throws -> [Int64] { try movies(list).map(\.id.rawValue) }

  package func movies(_ list: Listing) throws(StoreError) -> [Movie] {
    try movies(
      list.query, order: list.order, descending: list.descending, limit: list.limit,
      offset: list.offset)
  }

  package func page(
    of list: Listing, at anchor: MoviePage.Anchor, rows: Int, among ids: [Movie.ID]? = nil
  ) throws(StoreError) -> MoviePage {
    try page(
      of: list.query, order: list.order, descending: list.descending, at: anchor, rows: rows,
      among: ids)
  }

  package func names(_ query: ActorQuery = ActorQuery()) throws -> [String] {
    try actors(query).map(\.actor.name)
  }

  package func cast(_ id: Movie.ID) throws -> [String] {
    try #require(try movie(id: id)).cast.map(\.name)
  }

  package mutating func delete(_ ids: Int64...) throws {
    try delete(ids: ids.map { Movie.ID(rawValue: $0) })
  }
}

extension MovieEdit {
  package init(removedActors: [String] = [], renamedActors: [Renaming], addedActors: [String] = [])
  {
    self.init(removedActors: removedActors, addedActors: addedActors)
    self.renamedActors = renamedActors
  }
}

/// The arguments of a read.
package struct Listing: Hashable, Sendable {
  package var query: MovieQuery
  package var order: MovieOrder
  package var descending: Bool
  package var limit: Int?
  package var offset: Int

  package init(
    _ query: MovieQuery = .all, order: MovieOrder = .title, descending: Bool = false,
    limit: Int? = nil, offset: Int = 0
  ) {
    (self.query, self.order, self.descending) = (query, order, descending)
    (self.limit, self.offset) = (limit, offset)
  }
}

extension MovieQuery {
  /// Movies whose titles have every word of the text; quotes hold a phrase together.
  package static func titles(_ text: String) -> MovieQuery {
    do { return MovieQuery(try LoosePattern.all(in: text).map { .title($0.text) }) } catch {
      return [.title(text)]
    }
  }
}

extension Movie.ID: ExpressibleByIntegerLiteral {
  /// A literal number is an id.
  public init(integerLiteral value: Int64) { self.init(rawValue: value) }
}

extension Actor.ID: ExpressibleByIntegerLiteral {
  /// A literal number is an id.
  public init(integerLiteral value: Int64) { self.init(rawValue: value) }
}

extension StoreError.Problem: Error {}

/// Returns the problem of the `StoreError` that the body throws.
package func storeProblem(
  sourceLocation: SourceLocation = #_sourceLocation, of body: () throws -> Void
) throws -> StoreError.Problem {
  let error = #expect(throws: StoreError.self, sourceLocation: sourceLocation) { try body() }
  return try #require(error, sourceLocation: sourceLocation).problem
}

/// Expects that a file was not created at the path, because one exists or for another reason.
package func expectRefused(
  _ path: String, _ error: StoreError.Problem, sourceLocation: SourceLocation = #_sourceLocation
) {
  switch error {
  case .fileExists(path), .cannotCreate(path, _): break
  default: Issue.record(error, sourceLocation: sourceLocation)
  }
}

extension String {
  /// The bytes in UTF-8, for comparisons: in Swift, the NFC and NFD forms of a text are equal.
  package var bytes: [UInt8] { Array(utf8) }
}

/// Expects that the call rejects its input with the sentence, which is about the subject.
package func expectInvalid<Result>(
  _ sentence: String, _ subject: InvalidInput? = nil,
  sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Result
) {
  let error = #expect(throws: StoreError.self, sourceLocation: sourceLocation) {
    _ = try body()
  }
  guard let input = error?.invalidValue else {
    Issue.record("\(String(describing: error))", sourceLocation: sourceLocation)
    return
  }
  #expect(input.description == sentence, sourceLocation: sourceLocation)
  #expect(input.subject == subject ?? input.subject, sourceLocation: sourceLocation)
}

extension [Finding] {
  /// The findings without the notes about movies and names that can be the same.
  package var withoutDuplicates: [Finding] {
    filter { ![.duplicateMovies, .duplicateActors].contains($0.problem) }
  }
}

/// Creates attributes from the values of each key.
package func attributes(_ values: [String: [AttributeValue]]) throws -> MovieAttributes {
  var attributes = MovieAttributes()
  for (name, values) in values { try attributes.set(AttributeKey(name), to: values) }
  return attributes
}

extension MovieChange {
  package var id: Movie.ID { movie.id }
  package var title: String { movie.title }
  package var cast: [Actor] { movie.cast }
  package var isFavorite: Bool { movie.isFavorite }
}
