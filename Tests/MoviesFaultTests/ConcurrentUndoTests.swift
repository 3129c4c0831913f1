import Foundation
import MovieStore
import TestSupport
import Testing

/// Processes that change, undo and redo at random.
@Suite(.limited, .fullTier) struct ConcurrentUndoTests {
  @Test("Eight processes change and undo at random: the history explains the catalog, and is exact")
  func random() throws {
    var tally = FaultTally("K1", "8 processes change and undo")
    let sandbox = try Sandbox()
    try sandbox.shell(#""$MOVIES" seed 60 --seed 1 -q; "$MOVIES" history clear --yes -q"#)
    let start = try catalog(sandbox)
    let outcomes = try sandbox.runConcurrently(
      8,
      #"""
      RANDOM=$1
      for i in $(seq $2); do
        id=$((RANDOM % 80 + 1))
        case $((RANDOM % 9)) in
          0) set -- "$1" "$2" add "Movie $1.$i" --actor "Actor $((RANDOM % 9))" ;;
          1) set -- "$1" "$2" edit $id --title "Title $1.$i" --add-actor "Actor $((RANDOM % 9))" ;;
          2) set -- "$1" "$2" favorite $id $((id + 1)) ;;
          3) set -- "$1" "$2" delete $id ;;
          4) set -- "$1" "$2" delete $id..$((id + 3)) --yes ;;
          5) set -- "$1" "$2" add --random ;;
          6 | 7) set -- "$1" "$2" undo --last $((RANDOM % 3 + 1)) ;;
          8) set -- "$1" "$2" redo ;;
        esac
        "$MOVIES" "${@:3}" -q > /dev/null 2>&1; echo $3 $?
      done
      """#, "\(TestScale.amount(quick: 15, full: 120))")
    for line in outcomes.flatMap({ $0.output.split(separator: "\n") }) {
      let words = line.split(separator: " ")
      // Nothing to undo, an unknown movie, or busy.
      if !["0", "1", "75"].contains(words[1]) { tally.fail("\(line)") }
      if words[1] == "0" { tally.count(String(words[0])) }
    }
    #expect(tally.number(of: "undo") > 0)
    #expect(CatalogSnapshot(of: sandbox.database).isSound)
    #expect(try sandbox.shell(#""$MOVIES" doctor"#).status == 0)
    try expectHistoryExplains(start, sandbox)
    tally.report()
  }

  private func catalog(_ sandbox: Sandbox) throws -> [Movie.ID: Movie] {
    let store = try Catalog(path: sandbox.database, access: .reading)
    return Dictionary(uniqueKeysWithValues: try store.movies().map { ($0.id, $0) })
  }

  /// Applies the entries to a model of the first catalog, then undoes and redoes all changes.
  private func expectHistoryExplains(
    _ start: [Movie.ID: Movie], _ sandbox: Sandbox
  ) throws {
    var store = try Catalog(path: sandbox.database)
    let end = try catalog(sandbox)
    var model = start
    for entry in try store.history().reversed() where entry.id > 1 {
      for change in try store.changes(of: entry.id) {
        switch change {
        case .added(let movie): #expect(model.updateValue(movie, forKey: movie.id) == nil)
        case .deleted(let movie): #expect(model.removeValue(forKey: movie.id) == movie)
        case .updated(let before, let after):
          let current = try #require(model[before.id])
          model[before.id] = try Self.updated(current, from: before, to: after)
        case .unchanged(let movie): Issue.record("\(movie) did not change")
        }
      }
    }
    #expect(model == end)
    var undone = 0
    while let next = try store.nextUndo(), next.id > 1 {
      try store.undo()
      undone += 1
    }
    #expect(try catalog(sandbox) == start)
    for _ in 0..<undone { #expect(try store.redo() != nil) }
    #expect(try catalog(sandbox) == end)
  }

  /// Returns the movie with the values that differ after an update, which it must have had before.
  private static func updated(
    _ movie: Movie, from before: Movie, to after: Movie
  ) throws -> Movie {
    func value<Value: Equatable>(_ value: (Movie) -> Value) -> Value {
      if value(before) == value(after) { return value(movie) }
      #expect(value(movie) == value(before))
      return value(after)
    }
    return Movie(
      id: movie.id, title: value(\.title), sortableTitle: value(\.sortableTitle),
      isFavorite: value(\.isFavorite), cast: value(\.cast), attributes: value(\.attributes))
  }
}
