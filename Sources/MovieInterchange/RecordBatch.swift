package import MovieFormats
internal import MovieMatching
package import MovieStore
package import MovieSystem

/// Records of a source that were read together: a ``MovieBatch``, or records to stage.
package struct RecordBatch<Records: Sendable>: Sendable {
  package var records: Records
  /// The number of valid records.
  fileprivate(set) var count = 0
  /// The error of an invalid record, which follows the records and ends the batch.
  package fileprivate(set) var invalidRecord: InterchangeError?
  /// The candidates of the invalid record, of which the user chose none.
  fileprivate(set) var invalidCandidates: [Int64] = []
  /// The number of bytes of the source that were read so far.
  fileprivate(set) var bytesRead: Int64 = 0
  /// What is known about the fields of the source, in its last batch.
  fileprivate(set) var fields: SourceFields?
}

extension InterchangeReader {
  /// Returns the next batch of records that become new movies, or `nil` after the last.
  package mutating func nextBatch(
    tagging tags: [String] = [], numbering names: inout NameNumbers
  ) throws(SystemError) -> RecordBatch<MovieBatch>? {
    if isAtEnd { return nil }
    var batch = RecordBatch(records: MovieBatch(numbering: &names))
    while !batch.records.isFull, let draft = try next(tagging: tags, in: &batch) {
      batch.records.append(draft, isCompared: false, numbering: &names)
    }
    finish(&batch)
    return batch
  }

  /// Returns the next batch of records to stage, or `nil` after the last.
  ///
  /// - Parameters:
  ///   - listsOthers: Whether the batch has records that are not movies.
  mutating func nextStageBatch(
    tagging tags: [String], listsOthers: Bool
  ) throws(SystemError) -> RecordBatch<RecordStage.Batch>? {
    if isAtEnd { return nil }
    var batch = RecordBatch(records: RecordStage.Batch())
    var isLast = false
    while !batch.records.isFull, !isLast {
      otherRecords.removeAll(keepingCapacity: true)
      let draft = try next(tagging: tags, in: &batch)
      if listsOthers { for (line, kind) in otherRecords { batch.records.append(kind, line: line) } }
      if let draft {
        batch.records.append(
          draft, line: recordLine, recordBytes, record.userDecision, presetID: record.presetID,
          isHeld: record.isHeld)
      }
      isLast = draft == nil
    }
    finish(&batch)
    return batch
  }

  private func finish(_ batch: inout RecordBatch<some Sendable>) {
    if isAtEnd { batch.fields = fields }
    batch.bytesRead = cursor.bytesRead
  }

  /// Returns the next movie, with tags; `nil` after the last one, and for an invalid record, which
  /// ends the batch.
  private mutating func next(
    tagging tags: [String], in batch: inout RecordBatch<some Sendable>
  ) throws(SystemError) -> MovieDraft? {
    switch try next() {
    case .success(var draft)?:
      do throws(StoreError) {
        if !tags.isEmpty {
          try draft.attributes.addMissing(tags.map { .text($0) }, to: .tag)
          try draft.attributes.requireWithinLimits(insteadOf: MovieAttributes())
        }
      } catch {
        batch.invalidRecord = errorOfRecord(error.description)
        batch.invalidCandidates = record.candidateIDs
        return nil
      }
      batch.count += 1
      return draft
    case .failure(let error)?:
      batch.invalidRecord = error
      batch.invalidCandidates = record.candidateIDs
      return nil
    case nil: return nil
    }
  }
}
