import MovieStore
import TestSupport

/// Movies to add or import, with shared, repeated and hostile names, and with repeated movies.
package struct GeneratedDrafts {
  private var random: RandomSource
  private var names: [String] = []

  /// - Parameter names: The maximum number of different names.
  package init(seed: UInt64, names count: Int) {
    random = RandomSource(seed: seed)
    for index in 0..<count {
      let hostile = Generated.trimmed(random.text(upTo: 8))
      let plain = ["Amélie \(index)", "Ame\u{301}lie \(index - 1)", "Name \(index)"]
      names.append(index % 3 == 0 ? hostile ?? "\(index)" : plain[index % 3])
    }
  }

  package mutating func next(_ count: Int) throws -> [MovieDraft] {
    var drafts: [MovieDraft] = []
    for _ in 0..<count {
      let isRepeated = Int.random(in: 0..<10, using: &random) == 0
      if isRepeated, let draft = drafts.randomElement(using: &random) {
        drafts.append(draft)
      } else {
        drafts.append(try next())
      }
    }
    return drafts
  }

  private mutating func next() throws -> MovieDraft {
    let title = Generated.trimmed(random.text(upTo: 14)) ?? Generated.title(&random)
    var cast: [String] = []
    for _ in 0..<[0, 1, 2, 2, 3, 3, 4, 12][Int.random(in: 0..<8, using: &random)] {
      // The first names are in many casts.
      let most = Int.random(in: 1...names.count, using: &random)
      cast.append(names[Int.random(in: 0..<most, using: &random)])
    }
    return try draft(title, cast, favorite: Bool.random(using: &random))
  }
}

extension MovieDraft {
  /// The bytes of the title and the names.
  package var spelling: [[UInt8]] { [title.bytes] + cast.map(\.bytes) }
}
