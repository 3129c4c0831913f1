/// The reason why a query, or another argument, cannot be used.
public enum QueryError: Error, Hashable, Sendable {
  /// The text to search for has more words and phrases than the limit.
  case tooManyWords(limit: Int)
  /// The text to search for contains a NUL character, which no title can contain.
  case containsNUL
  /// The query has more conditions on attributes than the limit.
  case tooManyConditions(limit: Int)
  /// The limit is below 0.
  case negativeLimit(Int)
  /// The offset is below 0.
  case negativeOffset(Int)
  /// A number of movies to add is below 0.
  case negativeCount(Int)
  /// A percentage is not from 0 to 100.
  case invalidPercentage(Int)
  /// An export has no columns.
  case noColumns
  /// An export has a column twice.
  case repeatedColumn(InterchangeColumn)
}

extension QueryError: CustomStringConvertible {
  /// The error as a sentence without a full stop, such as `the limit -1 is negative`.
  public var description: String {
    switch self {
    case .tooManyWords(let limit): "the text to search for has more than \(limit) words"
    case .containsNUL: "the text to search for contains a NUL character"
    case .tooManyConditions(let limit): "the query has more than \(limit) conditions on attributes"
    case .negativeLimit(let limit): "the limit \(limit) is negative"
    case .negativeOffset(let offset): "the offset \(offset) is negative"
    case .negativeCount(let count): "the number \(count) is negative"
    case .invalidPercentage(let number): "\(number) percent is not from 0 to 100"
    case .noColumns: "the export has no columns"
    case .repeatedColumn(let column): "the export has the column '\(column.name)' twice"
    }
  }

  /// Throws unless the limit and the offset can be used in SQL.
  static func requireValid(limit: Int?, offset: Int) throws(QueryError) {
    if let limit, limit < 0 { throw .negativeLimit(limit) }
    if offset < 0 { throw .negativeOffset(offset) }
  }
}
