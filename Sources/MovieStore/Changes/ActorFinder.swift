internal import MovieSQLite

/// Finds actors by their exact name, and adds those that are new.
struct ActorFinder: ~Copyable {
  private var find: Statement
  private var insert: Statement
  /// Names met before; emptied when full, so that memory is bounded.
  private var known: [ExactText: Actor.ID]
  private static let mostKnown = 200_000

  /// How many actors were added.
  private(set) var newActors: Int

  init(in transaction: borrowing Transaction) throws(SQLiteError) {
    // All that can fail comes first: the compiler wants a noncopyable value made at once.
    let find = try transaction.prepare("SELECT id FROM ActorModel WHERE name = ?")
    let insert = try transaction.prepare("INSERT INTO ActorModel(name) VALUES (?)")
    self.find = find
    self.insert = insert
    known = [:]
    newActors = 0
  }

  mutating func actor(
    named name: String, in transaction: borrowing Transaction
  ) throws(SQLiteError) -> Actor {
    let key = ExactText(name)
    if let id = known[key] { return Actor(id: id, name: name) }
    let found = try existing(name)
    let id = if let found { found } else { try added(name, in: transaction) }
    if known.count >= Self.mostKnown { known.removeAll() }
    known[key] = id
    return Actor(id: id, name: name)
  }

  private mutating func existing(_ name: String) throws(SQLiteError) -> Actor.ID? {
    try find.bind(name, at: 1)
    let id = try find.step() ? Actor.ID(rawValue: find.integer(at: 0)) : nil
    try find.reset()
    return id
  }

  private mutating func added(
    _ name: String, in transaction: borrowing Transaction
  ) throws(SQLiteError) -> Actor.ID {
    try insert.bind(name, at: 1)
    try insert.run()
    newActors += 1
    return Actor.ID(rawValue: transaction.lastInsertedKey)
  }
}
