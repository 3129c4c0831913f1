import MovieFormats
import MovieInterchange
import MovieStore
import MovieSystem
import StoreTestSupport

extension Catalog {
  @discardableResult
  func exportMovies(
    _ list: Listing, to file: String, as format: InterchangeFormat,
    columns: [InterchangeColumn]? = nil, replacing: Bool = false
  ) throws -> ExportReport {
    try exportMovies(
      list.query, order: list.order, descending: list.descending, limit: list.limit,
      offset: list.offset, to: file, as: format, columns: columns, replacing: replacing)
  }

  /// Returns the number of movies.
  func exportMovies(
    _ list: Listing, as format: InterchangeFormat, to sink: ByteSink
  ) throws -> Int {
    try exportMovies(
      list.query, order: list.order, descending: list.descending, limit: list.limit,
      offset: list.offset, as: format, to: sink
    ).movies
  }
}
