package import MovieSystem

/// Reads batches of movies from a source of an import.
package struct ImportBatchReader: ~Copyable {
  private let bytes: ByteSource
  private let keepsDrafts: Bool
  private let mostNames: Int
  private var reader: InterchangeReader
  private var names: StringInterner
  private var isAtEnd = false

  /// - Parameters:
  ///   - keepsDrafts: whether movies are going to be compared with the catalog.
  ///   - mostNames: names after which their numbers begin anew.
  package init(
    _ bytes: ByteSource, name: String, format: InterchangeFormat?, keepsDrafts: Bool,
    mostNames: Int
  ) {
    self.bytes = bytes
    self.keepsDrafts = keepsDrafts
    self.mostNames = mostNames
    names = StringInterner(mostNames: mostNames)
    reader = InterchangeReader(source: bytes, fileName: name, format: format)
  }

  /// The next batch; `nil` behind the last.
  package mutating func next() -> MovieBatch? {
    if isAtEnd { return nil }
    var batch = MovieBatch()
    if names.isFull { names = StringInterner(mostNames: mostNames) }
    batch.beginsNames = names.isEmpty
    do throws(SystemError) {
      while !batch.isFull, batch.badRecords.isEmpty, !isAtEnd { try takeRecord(into: &batch) }
    } catch {
      batch.failure = error
      isAtEnd = true
    }
    batch.bytesRead = bytes.bytesRead
    batch.totalBytes = bytes.totalBytes
    if isAtEnd { batch.ignoredKeys = reader.ignoredKeys }
    return batch
  }

  private mutating func takeRecord(into batch: inout MovieBatch) throws(SystemError) {
    switch try reader.next() {
    case nil: isAtEnd = true
    case .badRecord(let error)?, .unreadable(let error)?: batch.badRecords.append(error)
    case .movie(let draft, _)?: batch.append(draft, keepsDraft: keepsDrafts, numbering: &names)
    }
  }
}
