internal import MovieMatching
internal import MovieSQLite
internal import MovieStore
internal import MovieSystem

/// Finds actors that can be one person under several names: names with the same letters, of which
/// case, accents, spaces and punctuation do not count; and names of four letters or more that are
/// one edit apart, if both are in one cast or have a co-actor in common. Numbers, `Jr.` and `Sr.`
/// tell names apart.
struct DuplicateActorFinder {
  private var ids: [Int64] = []
  /// The name of each actor: a number for all that have the same letters; -1 without letters.
  private var names: [Int32] = []
  /// The hash of the generation of each name.
  private var generations: [UInt32] = []
  private var similar = SimilarNames()
  private var creditCounts: [Int32] = []
  private var casts = Casts()

  /// Returns the groups: those with equal letters first, then by number of credits; of others,
  /// those first of which one name is rare, which is more often an error.
  static func groups(in transaction: borrowing Transaction) throws(SQLiteError) -> [FoundGroup] {
    var finder = DuplicateActorFinder()
    try finder.readNames(in: transaction)
    try finder.readCredits(in: transaction)
    let distinct = try DistinctGroups(of: .actors, in: transaction)
    return finder.groups().filter { !distinct.contain($0.ids) }
  }

  // MARK: Reading

  private mutating func readNames(in transaction: borrowing Transaction) throws(SQLiteError) {
    var numbers: [UInt64: Int32] = [:]
    var select = try transaction.prepare("SELECT id, name FROM ActorModel ORDER BY id")
    try select.forEachRow { row throws(SQLiteError) in
      ids.append(try row.int(at: 0))
      let name = LooseText(try row.text(at: 1))
      if name.letters.isEmpty { return names.append(-1) }
      let hash = name.letters.span.fnv1a
      if let number = numbers[hash] { return names.append(number) }
      names.append(Int32(similar.count))
      numbers[hash] = Int32(similar.count)
      let generation = name.generation.utf8.span.fnv1a
      generations.append(UInt32(truncatingIfNeeded: generation))
      similar.append(String(decoding: name.letters, as: UTF8.self))
    }
  }

  private mutating func readCredits(in transaction: borrowing Transaction) throws(SQLiteError) {
    creditCounts = Array(repeating: 0, count: ids.count)
    var select = try transaction.prepare(
      "SELECT movieID, actorID FROM MovieActor ORDER BY movieID")
    try select.forEachRow { row throws(SQLiteError) in
      // Another program can leave credits without an actor.
      guard let actor = ids.positionSorted(of: try row.int(at: 1)) else { return }
      creditCounts[actor] += 1
      if names[actor] >= 0 { casts.add(names[actor], to: try row.int(at: 0)) }
    }
    casts.finish(nameCount: similar.count)
  }

  // MARK: Groups

  /// The number of names that one can be similar to. Only generated names have more.
  private static let similarLimit = 8

  private func similarNames() -> [(first: Int, second: Int)] {
    var acquaintance = Acquaintance(casts, nameCount: similar.count)
    let pairs = similar.pairs().filter {
      generations[$0.first] == generations[$0.second] && acquaintance.connects($0.first, $0.second)
    }
    var counts: [Int: Int] = [:]
    for pair in pairs { for name in [pair.first, pair.second] { counts[name, default: 0] += 1 } }
    return pairs.filter { pair in
      [pair.first, pair.second].allSatisfy { counts[$0, default: 0] <= Self.similarLimit }
    }
  }

  private func groups() -> [FoundGroup] {
    var joined = UnionFind(count: ids.count)
    var first = Array(repeating: Int32(-1), count: similar.count)
    for (actor, name) in names.enumerated() {
      if name < 0 { continue }
      let name = Int(name)
      if first[name] < 0 { first[name] = Int32(actor) }
      joined.join(Int(first[name]), actor)
    }
    for pair in similarNames() { joined.join(Int(first[pair.first]), Int(first[pair.second])) }
    return joined.groups().map { group in
      var credits: [Int32: Int] = [:]
      for actor in group { credits[names[actor], default: 0] += Int(creditCounts[actor]) }
      let found = FoundGroup(ids: group.map { ids[$0] }, isCertain: credits.count == 1)
      let fewest = found.isCertain ? 0 : credits.values.min() ?? 0
      return (found, rank: (found.isCertain ? 0 : 1, fewest, -credits.values.reduce(0, +)))
    }.sorted { $0.rank < $1.rank }.map(\.0)
  }
}

extension LooseText {
  /// The last word if it tells persons of one name apart: `jr`, `sr` or a Roman number.
  fileprivate var generation: String {
    guard words.count > 1, let start = words.last else { return "" }
    let word = String(decoding: letters[start...], as: UTF8.self)
    let isRoman = word.utf8.allSatisfy("ivx".utf8.contains)
    return isRoman || ["jr", "sr", "junior", "senior"].contains(word) ? word : ""
  }
}

/// The names in each cast, and the casts that each name is in.
private struct Casts {
  private var names: [Int32] = []
  /// The position of each cast in `names`, and the end.
  private var starts: [Int32] = [0]
  private var movie: Int64?
  private var ofName: [Int32] = []
  private var startsOfNames: [Int32] = []

  mutating func add(_ name: Int32, to movie: Int64) {
    if let last = self.movie, last != movie { starts.append(Int32(names.count)) }
    self.movie = movie
    names.append(name)
  }

  mutating func finish(nameCount: Int) {
    starts.append(Int32(names.count))
    startsOfNames = Array(repeating: 0, count: nameCount + 1)
    for name in names { startsOfNames[Int(name) + 1] += 1 }
    for name in 0..<nameCount { startsOfNames[name + 1] += startsOfNames[name] }
    ofName = Array(repeating: 0, count: names.count)
    var next = startsOfNames
    for cast in 0..<(starts.count - 1) {
      for name in names[Int(starts[cast])..<Int(starts[cast + 1])] {
        ofName[Int(next[Int(name)])] = Int32(cast)
        next[Int(name)] += 1
      }
    }
  }

  /// The number of co-actors of a name that are compared.
  private static let limit = 10_000

  /// Calls the closure with the names in the same casts, also with the name itself.
  func forEachCoactor(of name: Int, _ body: (Int) -> Void) {
    var count = 0
    for cast in ofName[Int(startsOfNames[name])..<Int(startsOfNames[name + 1])] {
      for name in names[Int(starts[Int(cast)])..<Int(starts[Int(cast) + 1])] {
        count += 1
        if count > Self.limit { return }
        body(Int(name))
      }
    }
  }
}

/// Tells whether two names are in one cast or have a co-actor in common.
private struct Acquaintance {
  private let casts: Casts
  /// The name that `marks` belongs to.
  private var marked = -1
  /// For each name, the last one of which it is a co-actor.
  private var marks: [Int32]

  init(_ casts: Casts, nameCount: Int) {
    self.casts = casts
    marks = Array(repeating: -1, count: nameCount)
  }

  mutating func connects(_ first: Int, _ second: Int) -> Bool {
    let (casts, mark) = (casts, Int32(first))
    if marked != first {
      marked = first
      casts.forEachCoactor(of: first) { marks[$0] = mark }
    }
    var isFound = false
    casts.forEachCoactor(of: second) { name in
      if name != second, marks[name] == mark { isFound = true }
    }
    return isFound
  }
}
