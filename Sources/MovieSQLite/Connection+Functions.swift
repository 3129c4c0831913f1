internal import CMovieSQLite

/// The arguments of a function that SQL calls. They are valid during the call.
@safe package struct FunctionArguments: ~Copyable {
  let context: OpaquePointer?
  let values: UnsafeMutablePointer<OpaquePointer?>?

  /// The text of an argument, counted from 0; "" for NULL.
  package borrowing func text(at index: Int) -> String {
    unsafe String(decoding: buffer(at: index), as: UTF8.self)
  }

  /// Passes the bytes of an argument's text; none for NULL.
  package borrowing func withBytes(at index: Int, _ body: (Span<UInt8>) -> Void) {
    unsafe body(buffer(at: index).span)
  }

  package borrowing func bytes(at index: Int) -> [UInt8] { unsafe Array(buffer(at: index)) }

  package borrowing func integer(at index: Int) -> Int64 {
    guard let value = unsafe values?[index] else { return 0 }
    return unsafe sqlite3_value_int64(value)
  }

  /// The integer, real number or bytes of the text; `nil` for NULL and blobs.
  package borrowing func value(at index: Int) -> DatabaseValue? {
    guard let value = unsafe values?[index] else { return nil }
    return switch unsafe sqlite3_value_type(value) {
    case SQLITE_INTEGER: unsafe .integer(sqlite3_value_int64(value))
    case SQLITE_FLOAT: unsafe .real(sqlite3_value_double(value))
    case SQLITE_TEXT: .utf8(bytes(at: index))
    default: nil
    }
  }

  /// Passes what the closure makes of an argument's text. SQLite keeps it while a statement calls
  /// the function with the same constant argument.
  ///
  /// Source: https://sqlite.org/c3ref/get_auxdata.html
  package borrowing func withPrepared<Value, Result>(
    at index: Int, _ prepare: (String) -> Value, _ body: (Value) -> Result
  ) -> Result {
    if let kept = unsafe sqlite3_get_auxdata(context, Int32(index)) {
      return unsafe body(
        Unmanaged<PreparedArgument<Value>>.fromOpaque(kept).takeUnretainedValue().value)
    }
    let prepared = PreparedArgument(prepare(text(at: index)))
    unsafe sqlite3_set_auxdata(
      context, Int32(index), Unmanaged.passRetained(prepared).toOpaque(),
      { kept in if let kept = unsafe kept { unsafe Unmanaged<AnyObject>.fromOpaque(kept).release() }
      })
    return body(prepared.value)
  }

  private borrowing func buffer(at index: Int) -> UnsafeBufferPointer<UInt8> {
    guard let value = unsafe values?[index], let start = unsafe sqlite3_value_text(value) else {
      return unsafe UnsafeBufferPointer(start: nil, count: 0)
    }
    return unsafe UnsafeBufferPointer(start: start, count: Int(sqlite3_value_bytes(value)))
  }
}

private final class PreparedArgument<Value> {
  let value: Value
  init(_ value: Value) { self.value = value }
}

/// A deterministic function for this program's own statements.
package final class ScalarFunction: Sendable {
  package typealias Body = @Sendable (borrowing FunctionArguments) -> DatabaseValue?

  let name: String
  let argumentCount: Int
  let body: Body

  package init(_ name: String, argumentCount: Int, body: @escaping Body) {
    self.name = name
    self.argumentCount = argumentCount
    self.body = body
  }
}

extension Connection {
  /// Registers the function for statements. Triggers, views and indexes of the file cannot call it
  /// (`SQLITE_DIRECTONLY`).
  package func add(_ function: ScalarFunction) throws(SQLiteError) {
    let retained = unsafe Unmanaged.passRetained(function).toOpaque()
    let flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY
    // SQLite also calls the destructor if the registration fails.
    let result = unsafe sqlite3_create_function_v2(
      handle, function.name, Int32(function.argumentCount), flags, retained,
      { context, _, values in
        guard let user = unsafe sqlite3_user_data(context) else { return }
        let function = unsafe Unmanaged<ScalarFunction>.fromOpaque(user).takeUnretainedValue()
        unsafe setResult(
          function.body(FunctionArguments(context: context, values: values)), of: context)
      },
      nil, nil,
      { user in
        if let user = unsafe user { unsafe Unmanaged<ScalarFunction>.fromOpaque(user).release() }
      })
    try unsafe check(result, handle)
  }
}

/// A function without a result returns NULL.
private func setResult(_ value: DatabaseValue?, of context: OpaquePointer?) {
  switch value {
  case nil: break
  case .integer(let number): unsafe sqlite3_result_int64(context, number)
  case .real(let number): unsafe sqlite3_result_double(context, number)
  case .text(let text): unsafe setResult(text.utf8.span, of: context)
  case .utf8(let text): unsafe setResult(text.span, of: context)
  }
}

private func setResult(_ text: Span<UInt8>, of context: OpaquePointer?) {
  unsafe text.withUnsafeBufferPointer { text in
    unsafe text.withMemoryRebound(to: CChar.self) { text in
      unsafe movie_sqlite_result_text(context, text.baseAddress, UInt64(text.count))
    }
  }
}
