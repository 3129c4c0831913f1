internal import Glibc

/// The variables that the program was started with.
package struct Environment: Sendable {
  private var variables: [String: String]
  /// Names of variables whose values are not UTF-8.
  private var unreadable: Set<String> = []

  /// An environment of these variables.
  package init(_ variables: [String: String]) { self.variables = variables }

  /// The environment of this process.
  package static var ofProcess: Environment {
    var environment = Environment([:])
    var entry = unsafe environ
    while let text = unsafe entry.pointee {
      unsafe environment.add(text)
      unsafe entry += 1
    }
    return environment
  }

  private mutating func add(_ entry: UnsafePointer<CChar>) {
    let isReadable = unsafe String(validatingCString: entry) != nil
    let parts = unsafe String(cString: entry).split(
      separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return }
    if isReadable {
      variables[String(parts[0])] = String(parts[1])
    } else {
      unreadable.insert(String(parts[0]))
    }
  }

  /// Whether the variable has a value that is not UTF-8.
  package func isUnreadable(_ name: String) -> Bool { unreadable.contains(name) }

  /// The value of a variable; one that is empty counts as unset.
  package subscript(name: String) -> String? {
    guard let value = variables[name], !value.isEmpty else { return nil }
    return value
  }

  /// The value of a variable, empty or not.
  package func value(of name: String) -> String? { variables[name] }
}
