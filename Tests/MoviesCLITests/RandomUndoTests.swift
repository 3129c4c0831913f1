import MovieStore
import TestSupport
import Testing

/// Random commands on real movies, undone to the start and redone to the end.
@Suite(.limited, .temporaryDirectory) struct RandomUndoTests {
  private static let seeds: ClosedRange<UInt64> = 1...2

  @Test("Undo and redo give the same bytes at each step", arguments: seeds)
  func random(seed: UInt64) throws {
    var random = RandomSource(seed: seed)
    _ = movies("seed", "200", "--seed", "\(seed)", "-q")
    var states = [Self.state]
    while states.count <= Tier.amount(30, full: 240) / Self.seeds.count {
      let command = Self.command(&random)
      guard movies(command + ["-q"]).status == .done else { continue }
      let state = Self.state
      // For example, an actor is not in the cast.
      if state != states.last { states.append(state) }
    }
    let steps = states.count - 1
    for step in (0..<steps).reversed() {
      #expect(movies("undo", "-q").status == .done)
      try #require(Self.state == states[step], "undo of step \(step)")
    }
    for step in 1...steps {
      #expect(movies("redo", "-q").status == .done)
      try #require(Self.state == states[step], "redo of step \(step)")
    }
    #expect(movies("undo", "\(steps)", "-q").status == .done)
    #expect(Self.state == states[0])
    #expect(movies("redo", "\(steps)", "-q").status == .done)
    #expect(Self.state == states[steps])
    #expect(movies("doctor").status == .done)
  }

  private static var state: [String] {
    [movies("export", "-q").output, movies("list", "--json").output]
  }

  private static func command(_ random: inout RandomSource) -> [String] {
    let newest =
      Int(
        movies("list", "--sort", "added", "--reverse", "--limit", "1", "--format", "ids")
          .output.split(separator: "\n").first ?? "1") ?? 1
    let id = Int.random(in: 1...newest, using: &random)
    let few = "\(id)..\(id + Int.random(in: 0...3, using: &random))"
    let actors = ["Al Pacino", "Robert De Niro", "New \(id)", "Zoë \"Z\" O'Neil"]
    let actor = actors[Int.random(in: 0..<actors.count, using: &random)]
    switch Int.random(in: 0..<12, using: &random) {
    case 0:
      return ["add", "Title \(random.next() % 1_000)", "--actor", actor, "--actor", "New \(id)"]
    case 1: return ["add", "--random", "--favorite"]
    case 2: return ["edit", "\(id)", "--title", "The \(actor) \(id)"]
    case 3: return ["edit", "\(id)", "--add-actor", actor]
    case 4: return ["edit", "\(id)", "--remove-actor", actor]
    case 5: return ["favorite", few]
    case 6: return ["favorite", few, "--on"]
    case 7: return ["delete", "\(id)"]
    case 8: return ["delete", few, "--yes"]
    case 9: return ["delete", "--where", "title:\(id % 100)", "--yes"]
    case 10: return ["seed", "\(id % 20)", "--seed", "\(id)"]
    default:
      let names = ["Al Pacino", "Robert De Niro", "Meryl Streep", "Marlon Brando"]
      return ["edit", "\(id)", "--rename-actor", "\(names[id % 4])=\(actor)"]
    }
  }
}
