/// The fields that an import adds to records that it cannot use, so that the user can decide.
enum DecisionField: String, CaseIterable {
  /// Why the record is not used.
  case reason
  /// The ids of the movies that the record can be about.
  case candidates
  /// The source and the line of the record.
  case source
  /// Empty at first; the user sets it to one of the candidates, or to `new`.
  case decision

  /// The position of the fields in the columns of a table; `nil` if it does not have them.
  static func position(in columns: [String]) -> Int? {
    let names = allCases.map(\.rawValue)
    return (0...max(0, columns.count - names.count)).last {
      columns[$0...].starts(with: names)
    }
  }
}

/// The decision of a user about a record.
struct RecordDecision {
  /// The movie that the record is about; `nil` if it is none of the candidates.
  let movie: Int64?
  let candidates: [Int64]
}

extension RecordFields {
  mutating func set(_ field: DecisionField, to text: String) {
    let text = String(text.unicodeScalars[...].trimmed)
    switch field {
    case .candidates: candidates = text
    case .decision: decision = text
    case .reason, .source: break
    }
  }

  /// The ids of the candidates.
  var candidateIDs: [Int64] {
    candidates.split { ";, ".contains($0) }.compactMap { Int64($0) }
  }

  private static let new = "new"

  /// The decision; `nil` if there is none.
  var userDecision: RecordDecision? {
    if decision.isEmpty { return nil }
    return RecordDecision(movie: Int64(decision), candidates: candidateIDs)
  }

  /// What is wrong with the decision, or `nil`.
  var decisionProblem: String? {
    if decision.isEmpty || decision.lowercased() == Self.new { return nil }
    if let movie = Int64(decision), candidateIDs.contains(movie) { return nil }
    let expected = ["'\(Self.new)'"] + candidateIDs.prefix(8).map(String.init)
    return "expected \(expected.joined(separator: ", ")) or nothing as the 'decision', found "
      + decision.excerpt()
  }
}
