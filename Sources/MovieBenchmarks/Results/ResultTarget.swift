internal import MovieStore
internal import MovieSystem

/// Where the results go.
enum ResultTarget: ~Copyable {
  case table
  case json
  case tableAndFile(AtomicFile)

  /// - Parameter path: of the JSON; "-" for standard output, `nil` for none.
  /// - Throws: `SystemError` where no file can be made there.
  init(_ path: String?) throws(SystemError) {
    switch path {
    case nil: self = .table
    case "-"?: self = .json
    case let path?: self = .tableAndFile(try AtomicFile(target: path, replacing: true))
    }
  }

  /// - Throws: `SystemError`.
  consuming func write(table: String, json: String) throws {
    switch consume self {
    case .table: try Screen.print(table)
    case .json:
      try Screen.print(table, on: Descriptor.standardError)
      try Screen.print(json)
    case .tableAndFile(let file):
      try file.sink.append(json)
      try file.commit()
      try Screen.print(table)
    }
  }
}
