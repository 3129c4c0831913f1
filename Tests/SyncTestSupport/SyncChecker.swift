/// Tries all orders of steps, from the states that are reached by few steps on.
package struct SyncChecker {
  /// The steps that are tried in each state.
  package static let steps: [SyncModel.Step] = [
    .rate(0), .rate(1), .tag(0), .tag(1), .tagLast(1), .untag(0), .untag(1), .add(1), .delete(0),
    .deleteAll(1), .merge(0), .merge(1), .undo(0), .publish(0), .publish(1), .publish(2),
    .carry(0, to: 1), .carry(0, to: 2), .carry(1, to: 0), .carry(1, to: 2), .carry(2, to: 0),
    .carry(2, to: 1), .readAgain(1), .loseFile(0), .copy(0, to: 2), .restore(0),
    .restoreInPlace(0), .setClockBack(1), .restamp(0), .restamp(1),
  ]

  package struct Result {
    /// The number of different states, with the first ones.
    package var states = 0
    /// The number of steps that were possible.
    package var transitions = 0
    /// The shortest way to a wrong state, and what is wrong.
    package var failure: (trace: [SyncModel.Step], problem: String)?
  }

  package static func check(
    _ beginnings: [SyncModel], depth: Int, steps: [SyncModel.Step] = steps
  ) -> Result {
    var result = Result()
    var seen: Set<Digest> = []
    var frontier: [(model: SyncModel, trace: [SyncModel.Step])] = []
    for model in beginnings where seen.insert(model.digest).inserted {
      frontier.append((model, []))
    }
    for level in 1...depth {
      var next: [(model: SyncModel, trace: [SyncModel.Step])] = []
      for (model, trace) in frontier {
        for step in steps {
          var reached = model
          if !reached.apply(step) { continue }
          result.transitions += 1
          if let problem = reached.problem {
            result.failure = (trace + [step], problem)
            return result
          }
          if seen.insert(reached.digest).inserted, level < depth {
            next.append((reached, trace + [step]))
          }
        }
      }
      frontier = next
    }
    result.states = seen.count
    return result
  }
}
