import FormatsTestSupport
import Foundation
import MovieFormats
import MovieStore
import StoreTestSupport
import TestSupport
import Testing

@Suite("Writing movies", .limited) struct WriterTests {
  @Test(
    "Exact output of each format",
    arguments: [
      (
        .ndjson,
        """
        {"title": "Jaws", "cast": ["Roy Scheider", "A;B"], "favorite": true}
        {"title": "a \\"b\\", c", "cast": [], "favorite": false}

        """
      ),
      (
        .json,
        """
        [
        {"title": "Jaws", "cast": ["Roy Scheider", "A;B"], "favorite": true},
        {"title": "a \\"b\\", c", "cast": [], "favorite": false}
        ]

        """
      ),
      (
        .csv,
        """
        title,favorite,cast
        Jaws,true,Roy Scheider;A\\;B
        "a ""b"", c",false,

        """
      ),
      (
        .tsv,
        """
        title\tfavorite\tcast
        Jaws\ttrue\tRoy Scheider;A\\\\;B
        a "b", c\tfalse\t

        """
      ),
    ] as [(InterchangeFormat, String)])
  func bytes(_ format: InterchangeFormat, _ text: String) throws {
    let movies = [
      MovieDraft(title: "Jaws", cast: ["Roy Scheider", "A;B"], isFavorite: true),
      MovieDraft(title: "a \"b\", c"),
    ]
    #expect(String(decoding: try written(movies, format), as: UTF8.self) == text)
  }

  @Test(
    "No movies",
    arguments: [
      (.ndjson, ""), (.json, "[]\n"), (.csv, "title,favorite,cast\n"),
      (.tsv, "title\tfavorite\tcast\n"),
    ] as [(InterchangeFormat, String)])
  func empty(_ format: InterchangeFormat, _ text: String) throws {
    let bytes = try written([], format)
    #expect(String(decoding: bytes, as: UTF8.self) == text)
    #expect(try outline(bytes, format).isEmpty)
  }

  @Test(
    "Writing, reading and writing again gives the same bytes", arguments: 0..<6 as Range<UInt64>)
  func roundTrip(seed: UInt64) throws {
    let movies = hostileMovies(seed: seed)
    for format in InterchangeFormat.allCases {
      let bytes = try written(movies, format)
      for detected in [format, nil] {
        let back = try FormatsTestSupport.movies(bytes, detected)
        #expect(try written(back, format) == bytes)
        #expect(back.map(spelling) == movies.map(spelling))
      }
    }
  }

  @Test("Converting between formats preserves the movies")
  func conversion() throws {
    var bytes = try written(hostileMovies(seed: 99), .ndjson)
    let start = bytes
    for (from, to) in [(.ndjson, .csv), (.csv, .json), (.json, .tsv), (.tsv, .ndjson)]
      as [(InterchangeFormat, InterchangeFormat)]
    {
      bytes = try written(try movies(bytes, from), to)
    }
    #expect(bytes == start)
  }

  @Test("Foundation's JSON coders agree", arguments: 0..<6 as Range<UInt64>)
  func foundation(seed: UInt64) throws {
    let movies = hostileMovies(seed: seed)
    let bytes = try written(movies, .json)
    let back = try JSONDecoder().decode([Record].self, from: Data(bytes))
    #expect(back.map { spelling($0.draft) } == movies.map(spelling))
    #expect(
      try FormatsTestSupport.movies(Array(JSONEncoder().encode(back)), .json).map(spelling)
        == movies.map(spelling))
  }

  private struct Record: Codable {
    let title: String
    let cast: [String]
    let favorite: Bool

    var draft: MovieDraft { MovieDraft(title: title, cast: cast, isFavorite: favorite) }
  }

  /// The movie as bytes: `==` on texts would ignore normalization.
  private func spelling(_ movie: MovieDraft) -> [[UInt8]] {
    ([movie.title] + movie.cast + ["\(movie.isFavorite)"]).map { Array($0.utf8) }
  }
}
