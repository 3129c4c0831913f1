package import MovieFormats
internal import MovieMatching
package import MovieStore
package import MovieSystem

/// Records that were read together.
protocol RecordBatch: Sendable {
  /// The number of valid records.
  var count: Int { get }
  /// The error of an invalid record, which follows the records and ends the batch.
  var invalidRecord: InterchangeError? { get }
  /// The number of bytes of the source that were read so far.
  var bytesRead: Int64 { get }
  /// What is known about the fields of the source, in its last batch.
  var fields: SourceFields? { get }
}

extension RecordStage.Batch: RecordBatch {}

/// Records that become new movies.
package struct MovieRecords: RecordBatch {
  package var movies: MovieBatch
  package var invalidRecord: InterchangeError?
  var bytesRead: Int64 = 0
  var fields: SourceFields?

  var count: Int { movies.movies.count }
}

extension InterchangeReader {
  /// Returns the next batch of records that become new movies, or `nil` after the last.
  package mutating func nextBatch(
    tagging tags: [String] = [], numbering names: inout NameNumbers
  ) throws(SystemError) -> MovieRecords? {
    if isAtEnd { return nil }
    var batch = MovieRecords(movies: MovieBatch(numbering: &names))
    while !batch.movies.isFull, batch.invalidRecord == nil, !isAtEnd {
      switch try next(tagging: tags) {
      case .success(let draft)?: batch.movies.append(draft, isCompared: false, numbering: &names)
      case .failure(let error)?: batch.invalidRecord = error
      case nil: break
      }
    }
    if isAtEnd { batch.fields = fields }
    batch.bytesRead = cursor.bytesRead
    return batch
  }

  /// Returns the next batch of records to stage, or `nil` after the last.
  ///
  /// - Parameter listsOthers: Whether the batch has records that are not movies.
  mutating func nextStageBatch(
    tagging tags: [String], listsOthers: Bool
  ) throws(SystemError) -> RecordStage.Batch? {
    if isAtEnd { return nil }
    var batch = RecordStage.Batch()
    while !batch.isFull, batch.invalidRecord == nil, !isAtEnd {
      otherRecords.removeAll(keepingCapacity: true)
      let record = try next(tagging: tags)
      if listsOthers { for (line, kind) in otherRecords { batch.append(kind, line: line) } }
      switch record {
      case .success(let draft)?: batch.append(draft, of: self)
      case .failure(let error)?:
        batch.invalidRecord = error
        batch.invalidCandidates = self.record.candidateIDs
      case nil: break
      }
    }
    if isAtEnd { batch.fields = fields }
    batch.bytesRead = cursor.bytesRead
    return batch
  }

  /// Returns the next record, whose movie gets tags.
  mutating func next(tagging tags: [String]) throws(SystemError) -> ImportRecord? {
    let record = try next()
    if tags.isEmpty { return record }
    guard case .success(var draft)? = record else { return record }
    do throws(StoreError) {
      try draft.attributes.addMissing(tags.map { .text($0) }, to: .tag)
      try draft.attributes.requireWithinLimits(insteadOf: MovieAttributes())
    } catch {
      return .failure(errorOfRecord(error.description))
    }
    return .success(draft)
  }
}
