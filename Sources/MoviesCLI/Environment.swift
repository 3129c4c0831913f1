internal import Glibc

/// The variables that the program was started with.
package struct Environment: Sendable {
  /// `nil` where the process itself is asked.
  private let variables: [String: String]?

  /// An environment of these variables.
  package init(_ variables: [String: String]) { self.variables = variables }

  private init() { variables = nil }

  /// The environment of this process, looked at as it is needed.
  package static let ofProcess = Environment()

  /// The value of a variable; one that is empty, or not UTF-8, counts as unset.
  package subscript(name: String) -> String? {
    guard let value = value(of: name), !value.isEmpty else { return nil }
    return value
  }

  /// The value of a variable, empty or not; one that is not UTF-8 counts as unset.
  package func value(of name: String) -> String? {
    if let variables { return variables[name] }
    return unsafe getenv(name).flatMap { unsafe String(validatingCString: $0) }
  }

  /// Whether the variable has a value that is not UTF-8.
  package func isUnreadable(_ name: String) -> Bool {
    guard variables == nil, let value = unsafe getenv(name) else { return false }
    return unsafe String(validatingCString: value) == nil
  }
}
