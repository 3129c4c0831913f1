internal import CMovieSQLite

/// The arguments of a function called from SQL; they live for the call only.
@safe package struct FunctionArguments: ~Copyable {
  let values: UnsafeMutablePointer<OpaquePointer?>?
  package let count: Int

  /// The text of an argument, counted from 0; "" for NULL.
  package borrowing func text(at index: Int) -> String {
    guard let value = unsafe values?[index], let bytes = unsafe sqlite3_value_text(value) else {
      return ""
    }
    let count = Int(unsafe sqlite3_value_bytes(value))
    return unsafe String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
  }

  /// The bytes of an argument's text as they are; none for NULL.
  package borrowing func withBytes(at index: Int, _ body: (Span<UInt8>) -> Void) {
    guard let value = unsafe values?[index] else { return }
    let start = unsafe sqlite3_value_text(value)
    let count = unsafe start == nil ? 0 : Int(unsafe sqlite3_value_bytes(value))
    unsafe body(UnsafeBufferPointer(start: start, count: count).span)
  }

  package borrowing func bytes(at index: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    withBytes(at: index) { text in
      bytes.reserveCapacity(text.count)
      for index in text.indices { bytes.append(text[index]) }
    }
    return bytes
  }

  package borrowing func integer(at index: Int) -> Int64 {
    guard let value = unsafe values?[index] else { return 0 }
    return unsafe sqlite3_value_int64(value)
  }
}

/// A value given to SQL or answered by a function that it calls.
package enum Value: Hashable, Sendable {
  case integer(Int64)
  case text(String)
  /// Text as its bytes in UTF-8.
  case utf8([UInt8])
}

/// A function that this program's own statements may call.
///
/// It must give the same answer for the same arguments.
package struct ScalarFunction: Sendable {
  package typealias Body = @Sendable (borrowing FunctionArguments) -> Value

  let name: String
  let argumentCount: Int
  let body: Body

  /// - Parameter argumentCount: how many it takes; -1 for any number.
  package init(_ name: String, argumentCount: Int, body: @escaping Body) {
    self.name = name
    self.argumentCount = argumentCount
    self.body = body
  }
}

extension Connection {
  /// Makes the function known to statements; triggers, views and indexes of the file cannot call it.
  package mutating func add(_ function: ScalarFunction) throws(SQLiteError) {
    let box = unsafe Unmanaged.passRetained(FunctionBox(function.body)).toOpaque()
    let flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY
    // SQLite calls the destructor of the box where this fails, too.
    let result = unsafe sqlite3_create_function_v2(
      handle, function.name, Int32(function.argumentCount), flags, box,
      { context, count, values in
        guard let user = unsafe sqlite3_user_data(context) else { return }
        let box = unsafe Unmanaged<FunctionBox>.fromOpaque(user).takeUnretainedValue()
        let arguments = unsafe FunctionArguments(values: values, count: Int(count))
        unsafe answer(box.body(arguments), in: context)
      },
      nil, nil,
      { box in
        if let box = unsafe box { unsafe Unmanaged<FunctionBox>.fromOpaque(box).release() }
      })
    try unsafe check(result, handle)
  }
}

/// Keeps the body alive as long as SQLite knows the function.
private final class FunctionBox: Sendable {
  let body: ScalarFunction.Body

  init(_ body: @escaping ScalarFunction.Body) { self.body = body }
}

func answer(_ value: Value, in context: OpaquePointer?) {
  switch value {
  case .integer(let number): unsafe sqlite3_result_int64(context, number)
  case .text(let text): unsafe answer(text.utf8.span, in: context)
  case .utf8(let text): unsafe answer(text.span, in: context)
  }
}

private func answer(_ text: Span<UInt8>, in context: OpaquePointer?) {
  unsafe text.withUnsafeBufferPointer { text in
    unsafe text.withMemoryRebound(to: CChar.self) { text in
      unsafe movie_sqlite_result_text(context, text.baseAddress, UInt64(text.count))
    }
  }
}
