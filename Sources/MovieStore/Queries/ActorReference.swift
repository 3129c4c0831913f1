internal import MovieSQLite

/// Finds the actor that a reference names.
enum ActorReference {
  static func actor(
    _ reference: String, in transaction: borrowing Transaction
  ) throws -> CreditedActor {
    let isNumber = !reference.isEmpty && reference.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 }
    let condition =
      isNumber
      ? Clause("a.id = ?", [.integer(Int64(reference) ?? 0)])
      : Clause("a.name = ?", [.text(reference)])
    if let exact = try actors(condition, in: transaction).first { return exact }
    if isNumber { throw StoreError.unknownActor(reference: reference) }
    let candidates = try actorsAlike(reference, in: transaction)
    guard let actor = candidates.first else { throw StoreError.unknownActor(reference: reference) }
    guard candidates.count == 1 else {
      throw StoreError.ambiguousActor(reference: reference, candidates: candidates)
    }
    return actor
  }

  /// Actors of the folded name; where there are none, of the one without its article.
  private static func actorsAlike(
    _ name: String, in transaction: borrowing Transaction
  ) throws(SQLiteError) -> [CreditedActor] {
    let actors = try actors(
      Clause("sortable_title(a.name) = ?", [.text(SortableTitle.of(name))]), in: transaction)
    let folded = Folding.fold(name)
    let closer = actors.filter { Folding.fold($0.actor.name).isExactly(folded) }
    return closer.isEmpty ? actors : closer
  }

  private static func actors(
    _ condition: Clause, in transaction: borrowing Transaction
  ) throws(SQLiteError) -> [CreditedActor] {
    var statement = try transaction.prepare(
      ActorRows.selection + Clause("FROM ActorModel AS a WHERE ") + condition
        + Clause(" ORDER BY a.id"))
    var actors: [CreditedActor] = []
    while try statement.step() { actors.append(ActorRows.actor(in: statement)) }
    return actors
  }
}
