internal import MovieSQLite

/// The actors with the most movies, as an aggregate of `(actorID, how many are wanted)` over rows
/// in the order of their ids: a JSON array of ids. Those that share the last place are all there.
///
/// SQL alone would count every actor in several steps for each row, and keep them all to sort.
final class BusiestActors: Aggregation {
  static let functionName = "busiest_actors"

  private var actor: Int64?
  private var count = 0
  private var wanted = 0
  /// Actors that may be among the busiest; now and then those that cannot any more are taken out.
  private var candidates: [(actor: Int64, count: Int)] = []
  /// The movies that an actor must have to be a candidate.
  private var least = 1
  /// How many candidates there may be before they are looked through.
  private var mostCandidates = 0

  override func take(_ row: borrowing FunctionArguments) {
    let actor = row.integer(at: 0)
    if actor == self.actor {
      count += 1
      return
    }
    note()
    self.actor = actor
    count = 1
    wanted = Int(row.integer(at: 1))
  }

  private func note() {
    guard let actor, count >= least else { return }
    candidates.append((actor, count))
    if candidates.count > max(mostCandidates, 2 * wanted) { narrow() }
  }

  private func narrow() {
    candidates.sort { $0.count > $1.count }
    if candidates.count >= wanted, wanted > 0 { least = candidates[wanted - 1].count }
    candidates.removeAll { $0.count < least }
    mostCandidates = 2 * candidates.count
  }

  override var value: Value {
    note()
    actor = nil
    narrow()
    return .text("[" + candidates.map { "\($0.actor)" }.joined(separator: ",") + "]")
  }
}
