import Foundation
import Synchronization
import Testing

/// The counts of a fault test. They are printed when it ends, and appended as NDJSON to the file
/// `FAULTS_REPORT`.
struct FaultTally {
  private let row: String
  private let change: String
  private let isControl: Bool
  private var counts: [(name: String, count: Int)]

  /// - Parameters:
  ///   - row: The fault's short name, such as "C1".
  ///   - isControl: Whether the tested program is faulty, so that failures are expected.
  init(_ row: String, _ change: String, isControl: Bool = false) {
    self.row = row
    self.change = change
    self.isControl = isControl
    counts = [("failures", 0)]
  }

  var failures: Int { number(of: "failures") }

  mutating func count(_ name: String, by amount: Int = 1) {
    if let index = counts.firstIndex(where: { $0.name == name }) {
      counts[index].count += amount
    } else {
      counts.insert((name, amount), at: counts.count - 1)
    }
  }

  /// Counts a failure and, except in a control, records an issue.
  mutating func fail(_ message: String) {
    count("failures")
    if !isControl { Issue.record("\(row) \(change): \(message)") }
  }

  func number(of name: String) -> Int { counts.first { $0.name == name }?.count ?? 0 }

  func report() {
    let text = counts.map { "\($0.count) \($0.name)" }.joined(separator: ", ")
    print("\(row)\(isControl ? " control," : "") \(change): \(text)")
    let pairs = counts.map { #""\#($0.name)": \#($0.count)"# }.joined(separator: ", ")
    Self.append(
      #"{"fault": "\#(row)", "change": "\#(change)", "control": \#(isControl), \#(pairs)}"# + "\n")
  }

  private static let file = Mutex(())

  private static func append(_ line: String) {
    guard let path = ProcessInfo.processInfo.environment["FAULTS_REPORT"] else { return }
    file.withLock { _ in
      let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND, 0o644)
      _ = line.withCString { write(descriptor, $0, strlen($0)) }
      close(descriptor)
    }
  }
}
