internal import MovieSQLite

/// Finds actors by the beginning of their names, with case and accents folded.
///
/// The index has the names as they are written: every way to write the beginning that occurs is
/// sought there, a letter at a time.
struct NameCompletions {
  /// How many are answered at most.
  let most: Int
  /// Ways to write a beginning that are followed.
  private static let mostSpellings = 64
  /// Names that are read for words inside; in a larger catalog, those far down are not found so.
  private static let mostRead: Int64 = 200_000

  /// By name; where there are more, the last of each way to write the beginning is there, too.
  func actors(
    beginning typed: String, in transaction: borrowing Transaction
  ) throws(SQLiteError) -> [Actor] {
    let folded = Array(Folding.fold(typed).unicodeScalars)
    var probe = try Probe(in: transaction)
    var actors: [Actor] = []
    for spelling in try spellings(of: folded, &probe) {
      actors += try self.actors("name", most, spelledFrom: spelling, in: transaction)
      actors += try self.actors("name DESC", 1, spelledFrom: spelling, in: transaction)
    }
    let sorted = ActorOrder.byName(Array(Set(actors)))
    return sorted.count <= most ? sorted : sorted.prefix(most - 1) + sorted.suffix(1)
  }

  /// Actors whose name has the words somewhere.
  func actors(
    with text: SearchPattern, in transaction: borrowing Transaction
  ) throws(SQLiteError) -> [Actor] {
    var statement = try transaction.prepare(
      Clause(
        """
        SELECT a.id, a.name
        FROM (SELECT id, name FROM ActorModel INDEXED BY actor_by_name LIMIT ?) AS a WHERE
        """, [.integer(Self.mostRead)]) + Clause(" ") + text.actorClause
        + Clause(" LIMIT ?", [.integer(Int64(most))]))
    var actors: [Actor] = []
    while try statement.step() { actors.append(Self.actor(in: statement)) }
    return ActorOrder.byName(actors)
  }

  private func actors(
    _ order: String, _ count: Int, spelledFrom start: String,
    in transaction: borrowing Transaction
  ) throws(SQLiteError) -> [Actor] {
    var statement = try transaction.prepare(
      Clause(
        "SELECT id, name FROM ActorModel WHERE name >= ? AND name < ? ORDER BY \(order) LIMIT ?",
        [.text(start), .text(start + "\u{10FFFF}"), .integer(Int64(count))]))
    var actors: [Actor] = []
    while try statement.step() { actors.append(Self.actor(in: statement)) }
    return actors
  }

  private static func actor(in row: borrowing Statement) -> Actor {
    Actor(id: Actor.ID(rawValue: row.integer(at: 0)), name: row.text(at: 1))
  }
}

// MARK: - Ways to write a beginning

extension NameCompletions {
  /// Tells whether some name begins so.
  private struct Probe: ~Copyable {
    private var statement: Statement

    init(in transaction: borrowing Transaction) throws(SQLiteError) {
      statement = try transaction.prepare(
        "SELECT 1 FROM ActorModel WHERE name >= ?1 AND name < ?1 || char(0x10FFFF) LIMIT 1")
    }

    mutating func finds(_ start: String) throws(SQLiteError) -> Bool {
      try statement.bind([.text(start)])
      let isFound = try statement.step()
      try statement.reset()
      return isFound
    }
  }

  /// The beginnings of names that fold to the text.
  private func spellings(
    of folded: [Unicode.Scalar], _ probe: inout Probe
  ) throws(SQLiteError) -> [String] {
    var open = [(text: "", count: 0)]
    var spellings: [String] = []
    while let (text, count) = open.popLast(), spellings.count < Self.mostSpellings {
      if count >= folded.count {
        spellings.append(text)
        continue
      }
      for letter in FoldingVariants.of(folded[count...]) {
        let longer = text + letter.text
        if try probe.finds(longer) { open.append((longer, count + letter.count)) }
      }
    }
    return spellings
  }
}
