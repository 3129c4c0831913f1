import Foundation
import MovieStore
import StoreTestSupport
import TestSupport
import Testing

@Suite(.limited) struct CodingTests {
  private static let movie = Movie(
    id: 1, title: "The \"Score\"", sortableTitle: "\"score\"", isFavorite: true,
    cast: [Actor(id: 3, name: "Angela Bassett"), Actor(id: 2, name: "Édith")])

  private static func json(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  @Test("A movie has the documented keys and the key actors")
  func movie() throws {
    #expect(
      try Self.json(Self.movie)
        == #"{"actors":[{"id":3,"name":"Angela Bassett"},{"id":2,"name":"Édith"}],"attributes":{},"#
        + #""favorite":true,"id":1,"sortableTitle":"\"score\"","title":"The \"Score\""}"#)
  }

  @Test("Decodes what it encoded")
  func roundTrip() throws {
    let data = Data(try Self.json(Self.movie).utf8)
    #expect(try JSONDecoder().decode(Movie.self, from: data) == Self.movie)
  }

  @Test("Ids are ordered by number")
  func order() {
    #expect([Movie.ID(rawValue: 9), 10, -1].sorted() == [-1, 9, 10])
    #expect([Actor.ID(rawValue: 9), 10, -1].sorted() == [-1, 9, 10])
  }
}
