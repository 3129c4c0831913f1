internal import CMovieSQLite

/// Makes one value of many rows, for a function that this program's own statements may call.
package class Aggregation {
  package init() {}

  /// Takes in the arguments of a row.
  package func take(_ row: borrowing FunctionArguments) {}

  /// The value of the rows so far.
  package var value: Value { .integer(0) }
}

extension Connection {
  /// Makes an aggregate function known to statements; triggers, views and indexes of the file cannot
  /// call it.
  ///
  /// - Parameter begin: makes what takes in the rows, once for each use.
  package mutating func add(
    aggregate name: String, argumentCount: Int, begin: @escaping @Sendable () -> Aggregation
  ) throws(SQLiteError) {
    let box = unsafe Unmanaged.passRetained(AggregateBox(begin)).toOpaque()
    let result = unsafe sqlite3_create_function_v2(
      handle, name, Int32(argumentCount), SQLITE_UTF8 | SQLITE_DIRECTONLY, box, nil,
      { context, count, values in
        guard let aggregation = unsafe aggregation(in: context) else { return }
        let row = unsafe FunctionArguments(values: values, count: Int(count))
        // Called for millions of rows: counting references would take as long as all the rest.
        unsafe aggregation._withUnsafeGuaranteedRef { $0.take(row) }
      },
      { context in unsafe finish(context) },
      { box in
        if let box = unsafe box { unsafe Unmanaged<AggregateBox>.fromOpaque(box).release() }
      })
    try unsafe check(result, handle)
  }
}

/// Keeps the closure alive as long as SQLite knows the function.
private final class AggregateBox: Sendable {
  let begin: @Sendable () -> Aggregation

  init(_ begin: @escaping @Sendable () -> Aggregation) { self.begin = begin }
}

/// Where SQLite keeps an address for one use of the function; it is zero at first.
private func place(
  in context: OpaquePointer?, size: Int
) -> UnsafeMutablePointer<UnsafeRawPointer?>? {
  unsafe sqlite3_aggregate_context(context, Int32(size))?
    .assumingMemoryBound(to: UnsafeRawPointer?.self)
}

/// The aggregation of one use, begun with its first row.
private func aggregation(in context: OpaquePointer?) -> Unmanaged<Aggregation>? {
  let size = MemoryLayout<UnsafeRawPointer?>.size
  guard let place = unsafe place(in: context, size: size) else { return nil }
  if let begun = unsafe place.pointee { return unsafe Unmanaged.fromOpaque(begun) }
  guard let user = unsafe sqlite3_user_data(context) else { return nil }
  let box = unsafe Unmanaged<AggregateBox>.fromOpaque(user).takeUnretainedValue()
  let begun = unsafe Unmanaged.passRetained(box.begin())
  unsafe place.pointee = UnsafeRawPointer(begun.toOpaque())
  return unsafe begun
}

/// Answers with the value and lets the aggregation go; NULL where there was no row.
private func finish(_ context: OpaquePointer?) {
  guard let place = unsafe place(in: context, size: 0), let begun = unsafe place.pointee else {
    return
  }
  let aggregation = unsafe Unmanaged<Aggregation>.fromOpaque(begun).takeRetainedValue()
  unsafe place.pointee = nil
  unsafe answer(aggregation.value, in: context)
}
