internal import CMovieSQLite

/// The integers that come most often in rows ordered by them: the aggregate `most_frequent(value,
/// count)`, a JSON array of as many as wanted and of all that share the last place; an empty one
/// where these are too many to be worth naming.
///
/// SQL alone would take several steps for each row, and sort all that there are.
package final class MostFrequent {
  package static let functionName = "most_frequent"

  private static let mostNamed = 100_000

  private var current: Int64?
  private var count = 0
  private var wanted = 0
  /// Values that may be among the most frequent; those that cannot any more go now and then.
  private var candidates: [(value: Int64, count: Int)] = []
  /// How often a value must come to be a candidate.
  private var least = 1
  /// How many candidates there may be before they are looked through.
  private var mostCandidates = 0

  fileprivate func take(_ row: borrowing FunctionArguments) {
    let value = row.integer(at: 0)
    if value == current {
      count += 1
      return
    }
    noteCurrent()
    current = value
    count = 1
    wanted = Int(row.integer(at: 1))
  }

  private func noteCurrent() {
    guard let current, count >= least else { return }
    candidates.append((current, count))
    if candidates.count > mostCandidates, candidates.count / 2 > wanted { narrow() }
  }

  private func narrow() {
    candidates.sort { $0.count > $1.count }
    if wanted > 0, candidates.count >= wanted { least = candidates[wanted - 1].count }
    candidates.removeAll { $0.count < least }
    mostCandidates = 2 * candidates.count
  }

  fileprivate consuming func values() -> Value {
    noteCurrent()
    narrow()
    guard candidates.count <= Self.mostNamed else { return .text("[]") }
    return .text("[" + candidates.map { "\($0.value)" }.joined(separator: ",") + "]")
  }
}

extension Connection {
  /// Makes the function known to statements; triggers, views and indexes of the file cannot call it.
  package mutating func addMostFrequent() throws(SQLiteError) {
    let result = unsafe sqlite3_create_function_v2(
      handle, MostFrequent.functionName, 2, SQLITE_UTF8 | SQLITE_DIRECTONLY, nil, nil,
      { context, count, values in
        let row = unsafe FunctionArguments(values: values, count: Int(count))
        // Called for millions of rows: counting references would take as long as all the rest.
        unsafe aggregation(in: context)?._withUnsafeGuaranteedRef { $0.take(row) }
      },
      { context in unsafe finish(context) }, nil)
    try unsafe check(result, handle)
  }
}

/// Where SQLite keeps an address for one use of the function; it is zero at first.
private func place(
  in context: OpaquePointer?, size: Int
) -> UnsafeMutablePointer<UnsafeRawPointer?>? {
  unsafe sqlite3_aggregate_context(context, Int32(size))?
    .assumingMemoryBound(to: UnsafeRawPointer?.self)
}

/// The aggregation of one use, begun with its first row.
private func aggregation(in context: OpaquePointer?) -> Unmanaged<MostFrequent>? {
  let size = MemoryLayout<Int>.size
  guard let place = unsafe place(in: context, size: size) else { return nil }
  if let begun = unsafe place.pointee {
    return unsafe Unmanaged<MostFrequent>.fromOpaque(begun)
  }
  let begun = unsafe Unmanaged.passRetained(MostFrequent())
  unsafe place.pointee = UnsafeRawPointer(begun.toOpaque())
  return unsafe begun
}

/// Answers with the values and lets the aggregation go; NULL where there was no row.
private func finish(_ context: OpaquePointer?) {
  guard let place = unsafe place(in: context, size: 0), let begun = unsafe place.pointee else {
    return
  }
  let aggregation = unsafe Unmanaged<MostFrequent>.fromOpaque(begun).takeRetainedValue()
  unsafe place.pointee = nil
  unsafe answer(aggregation.values(), in: context)
}
