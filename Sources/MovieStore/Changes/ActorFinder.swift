internal import MovieSQLite

/// Finds actors by their exact name, and adds those that are new.
struct ActorFinder: ~Copyable {
  private var find: Statement
  private var insert: Statement

  init(in transaction: borrowing Transaction) throws(SQLiteError) {
    // All that can fail comes first: the compiler wants a noncopyable value made at once.
    let find = try transaction.prepare("SELECT id FROM ActorModel WHERE name = ?")
    let insert = try transaction.prepare("INSERT INTO ActorModel(name) VALUES (?)")
    self.find = find
    self.insert = insert
  }

  mutating func actor(
    named name: String, in transaction: borrowing Transaction
  ) throws(SQLiteError) -> Actor {
    let found = try existing(name)
    let id = if let found { found } else { try added(name, in: transaction) }
    return Actor(id: id, name: name)
  }

  /// The actor of the very name, whoever has the id; else the one that was deleted, under the id where
  /// nobody else has it.
  mutating func actor(
    again actor: Actor, in transaction: borrowing Transaction
  ) throws(SQLiteError) -> Actor {
    if let id = try existing(actor.name) { return Actor(id: id, name: actor.name) }
    // NULL gives a new id.
    var insert = try transaction.prepare(
      """
      INSERT INTO ActorModel(id, name)
      VALUES (iif(EXISTS (SELECT 1 FROM ActorModel WHERE id = ?1), NULL, ?1), ?2)
      """)
    try insert.bind(actor.id.rawValue, at: 1)
    try insert.bind(actor.name, at: 2)
    try insert.run()
    return Actor(id: Actor.ID(rawValue: transaction.lastInsertedKey), name: actor.name)
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
    return Actor.ID(rawValue: transaction.lastInsertedKey)
  }
}
