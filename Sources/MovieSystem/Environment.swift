internal import CLibrary

/// Environment variables.
package struct Environment: Sendable {
  /// `nil` for the environment of this process.
  private let variables: [String: String]?

  package init(_ variables: [String: String]) { self.variables = variables }

  private init() { variables = nil }

  /// The environment of this process, read on each access.
  package static let process = Environment()

  /// The value of a variable; `nil` if it is unset, empty or not valid UTF-8.
  package subscript(name: String) -> String? {
    guard let value = value(of: name), !value.isEmpty else { return nil }
    return value
  }

  /// The value of a variable, which may be empty; `nil` if it is unset or not valid UTF-8.
  package func value(of name: String) -> String? {
    if let variables { return variables[name] }
    return unsafe getenv(name).flatMap { unsafe String(validatingCString: $0) }
  }

  /// Whether the variable has a value that is not valid UTF-8.
  package func isUnreadable(_ name: String) -> Bool {
    guard variables == nil, let value = unsafe getenv(name) else { return false }
    return unsafe String(validatingCString: value) == nil
  }

  /// Sets a variable of this process and its future children.
  package static func set(_ name: String, to value: String) { unsafe setenv(name, value, 1) }
}
