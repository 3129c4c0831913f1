import Foundation
import MovieCuration
import MovieStore
import MovieSync
import MovieSystem
import StoreTestSupport
import SyncTestSupport
import Synchronization
import TestSupport
import Testing

/// The steps of the model, done by catalogs in files.
private struct Catalogs {
  private var model: SyncModel
  private var backups: [[UInt8]] = []
  private var files = 0
  /// The numbers from which the last names of replicas came.
  private var numbers = (0..<3).map { SyncModel.empty.number(of: $0) }

  private static func path(_ machine: Int) -> String { TemporaryDirectory.path("\(machine).db") }

  private static func directory(_ machine: Int) -> String {
    TemporaryDirectory.path("\(machine).sync")
  }

  init() throws {
    model = .synced()
    for machine in 0..<3 {
      try FileManager.default.createDirectory(
        atPath: Self.directory(machine), withIntermediateDirectories: true)
      try Files.write(Files.bytes(try Catalog.file()), to: Self.path(machine))
    }
    var beginning = SyncModel.empty
    for step in SyncModel.beginning {
      let before = beginning
      beginning.apply(step)
      try perform(step, before, beginning)
    }
    backups = try (0..<3).map { try Files.bytes(Self.path($0)) }
  }

  /// - Returns: `false` if the step is not possible.
  mutating func apply(_ step: SyncModel.Step) throws -> Bool {
    let before = model
    var after = model
    if !after.apply(step) { return false }
    model = after
    switch step {
    case .restoreInPlace(let machine):
      try Files.write(backups[machine], to: Self.path(machine))
    case .restore(let machine): try replaceFile(of: machine, by: backups[machine])
    case .copy(let machine, let other):
      try replaceFile(of: other, by: Files.bytes(Self.path(machine)))
    default: try perform(step, before, model)
    }
    return true
  }

  /// Replaces a catalog by another file.
  private mutating func replaceFile(of machine: Int, by bytes: [UInt8]) throws {
    files += 1
    let path = Self.path(machine)
    // The former file is kept: another one could get its inode.
    try FileManager.default.moveItem(atPath: path, toPath: "\(path).\(files)")
    try Files.write(bytes, to: path)
  }

  private mutating func perform(
    _ step: SyncModel.Step, _ before: SyncModel, _ after: SyncModel
  ) throws {
    switch step {
    case .carry(let machine, let other):
      let name = "/\(try #require(before.replica(of: machine))).ndjson"
      try Files.write(
        Files.bytes(Self.directory(machine) + name), to: Self.directory(other) + name)
      try sync(other, after)
    case .readAgain(let machine):
      try OtherProgram.run(Self.path(machine), "DELETE FROM movieSyncFile")
      try sync(machine, after)
    case .publish(let machine): try sync(machine, after, publishes: true)
    case .loseFile(let machine):
      let name = "/\(try #require(before.replica(of: machine))).ndjson"
      try FileManager.default.removeItem(atPath: Self.directory(machine) + name)
    case .setClockBack: break
    case .restamp(let machine):
      let ahead = 2 * SyncStamp.aheadLimit
      try change(machine, after, clockAhead: ahead) { try Self.rate(&$0, by: machine) }
      try sync(machine, after, clockAhead: ahead, publishes: true)
      try sync(machine, after, publishes: true, restamps: true)
    case .rate(let machine):
      try change(machine, after) { try Self.rate(&$0, by: machine) }
    case .tag(let machine):
      try change(machine, after) { store in
        let movie = try Self.first(of: store)
        let tag = try #require(["x", "y"].first { !movie.tags.contains($0) })
        try store.edit(id: movie.id, MovieEdit(addedAttributeValues: [.tag: [.text(tag)]]))
      }
    case .untag(let machine):
      try change(machine, after) { store in
        let movie = try Self.first(of: store)
        try store.edit(
          id: movie.id, MovieEdit(removedAttributeValues: [.tag: [.text(movie.tags[0])]]))
      }
    case .add(let machine):
      try change(machine, after) { store in
        try store.add(MovieDraft(title: "Gamma \(machine)"))
      }
    case .addFirst(let title):
      try change(0, after) { store in try store.add(MovieDraft(title: title)) }
    case .delete(let machine):
      try change(machine, after) { store in
        try store.delete(id: Self.first(of: store).id)
      }
    case .tagLast(let machine):
      try change(machine, after) { store in
        let movie = try #require(store.movies().max { $0.id < $1.id })
        try store.edit(id: movie.id, MovieEdit(addedAttributeValues: [.tag: [.text("z")]]))
      }
    case .deleteAll(let machine):
      try change(machine, after) { store in try store.delete(ids: store.movies().map(\.id)) }
    case .merge(let machine):
      try change(machine, after) { store in
        try store.merge(store.movies().map(\.id).sorted().prefix(2).map(\.self))
      }
    case .undo(let machine): try change(machine, after) { store in try store.undo() }
    case .copy, .restore, .restoreInPlace: break
    }
  }

  private static func first(of store: borrowing Catalog) throws -> Movie {
    try #require(store.movies().min { $0.id < $1.id })
  }

  private static func rate(_ store: inout Catalog, by machine: Int) throws {
    let movie = try Self.first(of: store)
    let rating = Double(machine + 1)
    var attributes = MovieAttributes()
    attributes.rating = movie.attributes.rating == rating ? rating + 4 : rating
    try store.edit(id: movie.id, MovieEdit(attributes: attributes))
  }

  private mutating func change(
    _ machine: Int, _ after: SyncModel, clockAhead: Int64 = 0,
    _ body: (inout Catalog) throws -> Void
  ) throws {
    try withClock(of: machine, after, ahead: clockAhead) {
      var store = try Catalog.withoutDurability(Self.path(machine))
      try body(&store)
    }
  }

  private mutating func sync(
    _ machine: Int, _ after: SyncModel, clockAhead: Int64 = 0,
    publishes: Bool = false, restamps: Bool = false
  ) throws {
    try withClock(of: machine, after, ahead: clockAhead) {
      var store = try Catalog.withoutDurability(Self.path(machine))
      var options = SyncOptions()
      (options.isOneWay, options.joins, options.restamps) = (!publishes, true, restamps)
      _ = try store.sync(withDirectory: Self.directory(machine), options) { _ in }
    }
  }

  /// The time is that of the model, and replicas get the same names.
  private mutating func withClock(
    of machine: Int, _ after: SyncModel, ahead: Int64,
    _ body: () throws -> Void
  ) throws {
    let time = after.time(of: machine) + ahead
    let number = Mutex(numbers[machine])
    let simulation = Simulation(
      time: { time },
      number: {
        number.withLock { number in
          number += 1
          return number
        }
      })
    try Simulation.$current.withValue(simulation, operation: body)
    numbers[machine] = number.withLock(\.self)
  }

  /// What catalogs have, and what the model has.
  func contents(of machine: Int) throws -> (catalog: [String], model: [String]) {
    let movies = try Catalog(path: Self.path(machine), access: .reading).movies()
    return (
      movies.map { MovieState.values(of: MovieDraft(valuesOf: $0)).text }.sorted(),
      model.contents(of: machine)
    )
  }
}

/// What the checker shows of the model holds for catalogs if they do what the model does.
@Suite(.limited, .temporaryDirectory) struct SyncTraceTests {
  @Test(
    "Catalogs do what the model of the checker does",
    arguments: 1...UInt64(Tier.amount(8, full: 500)))
  func traces(seed: UInt64) throws {
    var random = RandomSource(seed: seed)
    var catalogs = try Catalogs()
    var trace: [SyncModel.Step] = []
    while trace.count < 12 {
      let step = SyncChecker.steps[Int.random(in: 0..<SyncChecker.steps.count, using: &random)]
      if try !catalogs.apply(step) { continue }
      trace.append(step)
      for machine in 0..<3 {
        let (catalog, model) = try catalogs.contents(of: machine)
        #expect(catalog == model, "machine \(machine) after \(trace)")
        if catalog != model { return }
      }
    }
  }
}
