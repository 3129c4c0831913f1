import Foundation
import InterchangeTestSupport
import MovieInterchange
import MovieMatching
import MovieStore
import StoreTestSupport
import TestSupport
import Testing

/// The pages of a large file that an import reads.
@Suite(
  .limited, .temporaryDirectory,
  .enabled(if: FileManager.default.isReadableFile(atPath: "/proc/thread-self/io")))
struct ImportPagesTests {
  @Test("An import that skips existing movies reads few pages")
  func skippingImport() throws {
    let path = try LargeCatalog.file()
    var drafts: [MovieDraft] = []
    do {
      let store = try Catalog(path: path, access: .reading)
      for id in stride(from: 100, to: 20_000, by: 4_000) as StrideTo<Int64> {
        let movie = try #require(try store.movie(id: Movie.ID(rawValue: id)))
        drafts.append(try draft(movie.title, movie.cast.map(\.name)))
      }
    }
    drafts.append(try draft("New", ["Actor 1 of the Company", "Newcomer"]))
    var store = try Catalog(path: path, access: .writing)
    let (report, pages) = try LargeCatalog.reading {
      try store.importMovies(
        from: drafts.sources(1), ImportOptions(records: .new))
    }
    #expect(report[.leftOut] == 5 && report[.new] == 1 && report.newActors == 1)
    // Reading all titles takes three times as many.
    #expect(pages < 180)
  }
}
