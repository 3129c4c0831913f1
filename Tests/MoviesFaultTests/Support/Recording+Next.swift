import Foundation
import TestSupport

extension Recording {
  /// Runs what a user would next: the same command where it did nothing, else another one.
  ///
  /// - Returns: what is wrong with that, or with the files after it.
  func objectionToNext(_ state: State) throws -> String? {
    let isUndone = isUndone(state)
    // A backup that was made in vain is kept, and its name is taken.
    if isUndone { for name in change.targets where files[name] == nil { unlink(lab.path(name)) } }
    let outcome = try (isUndone ? lab.tool(change) : lab.tool(change.next)).run()
    if outcome.status != 0 {
      return "the next command ended with \(outcome.status): \(outcome.error)"
    }
    if isUndone, self.state != after { return "the next command did not make the change" }
    let leftovers = try lab.leftovers
    return leftovers.isEmpty ? nil : "the next command leaves \(leftovers)"
  }

  /// Whether the change is not there. A backup that was made for it may be.
  func isUndone(_ state: State) -> Bool {
    before.catalog == after.catalog ? state == before : state.catalog == before.catalog
  }
}
