internal import MovieSQLite

/// Finds the actor that a reference names.
enum ActorLookup {
  static func actor(
    _ reference: String, in transaction: borrowing Transaction
  ) throws -> ActorWithMovieCount {
    if let name = reference.after(prefix: "name:") {
      return try actor(named: name, in: transaction)
    }
    let number = reference.after(prefix: "id:") ?? reference
    guard number.isDigits else { return try actor(named: reference, in: transaction) }
    let id = Clause("a.id = ?", [.integer(Int64(number) ?? 0)])
    guard let actor = try actors(id, in: transaction).first else {
      throw StoreError.unknownActor(reference: number)
    }
    return actor
  }

  private static func actor(
    named name: String, in transaction: borrowing Transaction
  ) throws -> ActorWithMovieCount {
    let exact = try actors(Clause("a.name = ?", [.text(name)]), in: transaction)
    if let actor = exact.first { return actor }
    let candidates = try actorsAlike(name, in: transaction)
    guard let actor = candidates.first else { throw StoreError.unknownActor(reference: name) }
    guard candidates.count == 1 else {
      throw StoreError.ambiguousActor(reference: name, candidates: candidates)
    }
    return actor
  }

  /// Actors of the folded name; where there are none, of the one without its article.
  private static func actorsAlike(
    _ name: String, in transaction: borrowing Transaction
  ) throws(SQLiteError) -> [ActorWithMovieCount] {
    let actors = try actors(
      Clause("sortable_title(a.name) = ?", [.text(SortableTitle.of(name))]), in: transaction)
    let folded = Folding.fold(name)
    let closer = actors.filter { Folding.fold($0.actor.name).isExactly(folded) }
    return closer.isEmpty ? actors : closer
  }

  private static func actors(
    _ condition: Clause, in transaction: borrowing Transaction
  ) throws(SQLiteError) -> [ActorWithMovieCount] {
    var statement = try transaction.prepare(
      ActorRows.selection + Clause("FROM ActorModel AS a WHERE ") + condition
        + Clause(" ORDER BY a.id"))
    var actors: [ActorWithMovieCount] = []
    while try statement.step() { actors.append(ActorRows.actor(in: statement)) }
    return actors
  }
}
