internal import MovieArguments
internal import MovieCuration
internal import MovieStore
internal import MovieSystem

/// Asks a user what becomes of groups of movies, or of actors, that can be the same.
struct MergeDialog {
  /// What a user decided about a group.
  enum Answer {
    case merge(MergePreview)
    case name(DuplicateActors, String)
    case distinct(DuplicateGroup)
  }

  let context: CommandContext
  /// Whether the user named the movies, and no further group follows.
  var isSingle = false

  /// Asks about each group until the user ends it.
  func answers(about groups: [DuplicateGroup]) throws -> [Answer] {
    var answers: [Answer] = []
    // Movies that are not there any more after the merges so far.
    var merged: Set<Movie.ID> = []
    for (index, group) in groups.enumerated() {
      if case .movies(let preview) = group,
        preview.movies.contains(where: { merged.contains($0.id) })
      {
        continue
      }
      if !isSingle {
        try context.ui.warn("\(index + 1) of \(groups.count)\(Self.note(about: group))")
      }
      for line in Self.lines(about: group) { try context.ui.warn(line) }
      switch try answer(about: group) {
      case .end: return answers
      case .skip: continue
      case .answer(let answer):
        answers.append(answer)
        if case .merge(let preview) = answer { merged.formUnion(preview.movies.map(\.id)) }
      }
    }
    return answers
  }

  private enum Outcome {
    case answer(Answer)
    case skip, end
  }

  private func answer(about group: DuplicateGroup) throws -> Outcome {
    let letters = isSingle ? "[y/n/e]" : "[y/n/e/s/q]"
    while true {
      guard let typed = try context.ui.ask("\(Self.question(about: group)) \(letters)") else {
        return .end
      }
      switch typed.lowercased() {
      case "y", "yes": return .answer(Self.merge(group))
      case "n", "no": return isSingle ? .end : .answer(.distinct(group))
      case "s", "skip": return .skip
      case "q", "quit": return .end
      case "e", "edit":
        if let answer = try choose(in: group) { return .answer(answer) }
      default:
        try context.ui.warn("y merge, \(isSingle ? "n do not" : "n keep apart"), e choose values")
        if !isSingle { try context.ui.warn("s skip, q end, and make the merges so far") }
      }
    }
  }

  private static func merge(_ group: DuplicateGroup) -> Answer {
    switch group {
    case .movies(let preview): .merge(preview)
    case .actors(let group): .name(group, group.actors[0].name)
    }
  }

  /// Why the members may not be the same.
  private static func note(about group: DuplicateGroup) -> String {
    switch group {
    case .movies(let preview) where preview.isAmbiguous: ", perhaps the same"
    case .actors(let group) where !group.isEqual: ", one letter apart"
    default: ""
    }
  }

  /// The members and what differs.
  private static func lines(about group: DuplicateGroup) -> [String] {
    switch group {
    case .movies(let preview):
      preview.movies.map { "  \($0.id.rawValue)  \($0.titleWithYear)\($0.briefCast)" }
        + preview.differences.map { "      \($0.field): \(text(of: $0))" }
    case .actors(let group):
      group.actors.map {
        "  \($0.id.rawValue)  \($0.name), \(Formatting.pluralized($0.movieCount, "movie"))"
      }
    }
  }

  /// Such as `keep 8 (4), not 7 (17)`. Casts are united.
  private static func text(of difference: MergePreview.Difference) -> String {
    let values = difference.values.map { "\($0.text) (\($0.movie.rawValue))" }
    if difference.field == MergePreview.castField { return values.joined(separator: " and ") }
    return "keep \(values[0]), not \(values.dropFirst().joined(separator: ", "))"
  }

  private static func question(about group: DuplicateGroup) -> String {
    switch group {
    case .movies(let preview): "Merge into '\(preview.result.titleWithYear)'?"
    case .actors(let group): "Rename all to '\(group.actors[0].name)'?"
    }
  }

  // MARK: Choosing

  /// - Returns: `nil` if the user goes back.
  private func choose(in group: DuplicateGroup) throws -> Answer? {
    switch group {
    case .movies(let preview): try choices(in: preview).map { .merge($0) }
    case .actors(let group): try name(of: group).map { .name(group, $0) }
    }
  }

  private func choices(in preview: MergePreview) throws -> MergePreview? {
    var choices = MergeChoices()
    for difference in preview.differences where difference.field != MergePreview.castField {
      let values = difference.values
      let list = values.enumerated().map { "\($0.offset + 1) \($0.element.text)" }
      guard
        let number = try number(
          "\(difference.field): 1 to \(values.count), q goes back [1]:", list, upTo: values.count,
          isTextAllowed: false)
      else { return nil }
      if case .number(let number) = number {
        choices.preferredByField[difference.field] = values[number - 1].movie
      }
    }
    return preview.choosing(choices)
  }

  private func name(of group: DuplicateActors) throws -> String? {
    let list = group.actors.enumerated().map { "\($0.offset + 1) \($0.element.name)" }
    let typed = try number(
      "name: 1 to \(list.count), or another name, q goes back [1]:", list, upTo: group.actors.count,
      isTextAllowed: true)
    switch typed {
    case nil: return nil
    case .number(let number): return group.actors[number - 1].name
    case .text(let text): return text
    }
  }

  private enum Typed {
    case number(Int)
    case text(String)
  }

  /// Asks for a number from 1, which is the answer to an empty line.
  private func number(
    _ question: String, _ list: [String], upTo count: Int, isTextAllowed: Bool
  ) throws -> Typed? {
    while true {
      guard let typed = try context.ui.ask(question, details: list) else { return nil }
      if typed.isEmpty { return .number(1) }
      if typed.lowercased() == "q" { return nil }
      if let number = Int(typed), 1...count ~= number { return .number(number) }
      if isTextAllowed, Int(typed) == nil {
        do {
          return .text(try MovieDraft(title: "any", cast: [typed]).validatedArgument().cast[0])
        } catch let error as ValidationError {
          try context.ui.warn(error.message)
          continue
        }
      }
      try context.ui.warn("type a number from 1 to \(count), or q")
    }
  }
}
