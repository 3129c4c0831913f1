internal import MovieCuration
internal import MovieStore
internal import MovieSystem

/// The answers of a user about groups that can be the same, which are one change.
struct MergeAnswers {
  private let answers: [MergeDialog.Answer]
  private var merged = 0
  private var distinct = 0
  private var changed = 0
  /// Why movies cannot be merged.
  private var refused: [String] = []

  init(_ answers: [MergeDialog.Answer]) { self.answers = answers }

  /// Makes the merges, except of groups that another program has changed meanwhile.
  func apply(
    to store: inout Catalog, _ write: WriteOptions, _ context: CommandContext
  ) throws {
    let result = try context.undoable(write, "Merging groups") { allowsIrreversible in
      try apply(to: &store, allowsIrreversible)
    }
    for message in result?.messages ?? ["nothing was merged"] { try context.ui.info(message) }
  }

  private func apply(to store: inout Catalog, _ allowsIrreversible: Bool) throws -> MergeAnswers {
    try store.write { store throws in
      var result = self
      for answer in answers {
        do {
          switch answer {
          case .merge(let preview):
            try store.merge(preview, allowsIrreversible: allowsIrreversible)
            result.merged += 1
          case .name(let group, let name):
            try store.merge(group, named: name, allowsIrreversible: allowsIrreversible)
            result.merged += 1
          case .distinct(let group):
            try store.rememberDistinct(group)
            result.distinct += 1
          }
        } catch is SelectionChanged {
          result.changed += 1
        } catch let error as StoreError where error.category == .invalidInput {
          result.refused.append("\(error)")
        }
      }
      return result
    }
  }

  private var isOfActors: Bool {
    answers.contains { if case .distinct(.actors) = $0 { true } else { false } }
  }

  private var messages: [String] {
    var messages = refused.map { "a group was left as it is: \($0)" }
    if distinct > 0 {
      messages.append(
        "kept \(Formatting.pluralized(distinct, "group")) apart. To see them again, run 'movies "
          + "duplicates\(isOfActors ? " --actors" : "") --forget'")
    }
    if changed > 0 {
      messages.append(
        "\(Formatting.pluralized(changed, "group")) changed meanwhile and left as they are")
    }
    if merged > 0 {
      messages.append(
        "merged \(Formatting.pluralized(merged, "group")). To undo it, run 'movies undo'")
    }
    return messages
  }
}
