internal import MovieSQLite

/// Finds actors by their exact name, and adds those that are new.
struct ActorUpserter: ~Copyable {
  private var find: Statement
  private var insert: Statement
  private var ids: RowIDAllocator

  init(in transaction: borrowing Transaction) throws(SQLiteError) {
    // All that can fail comes first: the compiler wants a noncopyable value made at once.
    let find = try transaction.prepare("SELECT id FROM ActorModel WHERE name = ?")
    let insert = try transaction.prepare("INSERT INTO ActorModel(id, name) VALUES (?, ?)")
    let ids = try RowIDAllocator(of: "ActorModel", in: transaction)
    self.find = find
    self.insert = insert
    self.ids = ids
  }

  mutating func actor(named name: String) throws(SQLiteError) -> Actor {
    if let id = try existing(name) { return Actor(id: id, name: name) }
    return try added(name, id: ids.next())
  }

  /// The actor of the very name, whoever has the id; else the one that was deleted, under the id where
  /// nobody else has it.
  mutating func actor(
    again actor: Actor, in transaction: borrowing Transaction
  ) throws(SQLiteError) -> Actor {
    if let id = try existing(actor.name) { return Actor(id: id, name: actor.name) }
    var holder = try transaction.prepare(
      Clause("SELECT 1 FROM ActorModel WHERE id = ?", [.integer(actor.id.rawValue)]))
    if try holder.step() { return try added(actor.name, id: ids.next()) }
    ids.note(actor.id.rawValue)
    return try added(actor.name, id: actor.id.rawValue)
  }

  private mutating func existing(_ name: String) throws(SQLiteError) -> Actor.ID? {
    try find.bind(name, at: 1)
    let id = try find.step() ? Actor.ID(rawValue: find.integer(at: 0)) : nil
    try find.reset()
    return id
  }

  private mutating func added(_ name: String, id: Int64) throws(SQLiteError) -> Actor {
    try insert.bind(id, at: 1)
    try insert.bind(name, at: 2)
    try insert.run()
    return Actor(id: Actor.ID(rawValue: id), name: name)
  }
}
