internal import MovieStore
internal import MovieSystem

/// The fields that an import adds to records that it cannot use, so that the user can decide.
package enum DecisionField: String, CaseIterable {
  /// Why the record is not used.
  case reason
  /// The ids of the movies that the record can be about.
  case candidates
  /// The source and the line of the record.
  case source
  /// Empty at first; the user sets it to one of the candidates, or to `new`.
  case decision

  /// The position of the fields if they are the last columns of a table; otherwise `nil`.
  static func start(in columns: [String]) -> Int? {
    let names = allCases.map(\.rawValue)
    let isEnd = columns.count > names.count && columns.suffix(names.count).elementsEqual(names)
    return isEnd ? columns.count - names.count : nil
  }

  /// The fields in the columns of a table. An export can have attributes of these names.
  static func columns(in columns: [String], isOwnExport: Bool) -> [Int: Self] {
    if let start = start(in: columns) {
      return Dictionary(
        uniqueKeysWithValues: allCases.enumerated().map { (start + $0.offset, $0.element) })
    }
    let fields = columns.enumerated().compactMap { index, name in
      Self(rawValue: name.lowercased()).map { (index, $0) }
    }
    let found = fields.map(\.1)
    guard !isOwnExport, found.contains(.candidates), found.contains(.decision) else { return [:] }
    return Dictionary(uniqueKeysWithValues: fields)
  }
}

extension RecordFields {
  mutating func set(_ field: DecisionField, to text: String) {
    let text = text.trimmed
    switch field {
    case .candidates: candidates = text
    case .decision: decision = text
    case .reason, .source: break
    }
  }

  /// The ids of the candidates.
  package var candidateIDs: [Int64] {
    candidates.split { ";, ".contains($0) }.compactMap { Int64($0) }
  }

  private static let new = "new"

  /// The movie that the user chose, or `nil` for none of the candidates; `nil` without a decision.
  package var userDecision: (movie: Int64?, candidates: [Int64])? {
    decision.isEmpty ? nil : (Int64(decision), candidateIDs)
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
