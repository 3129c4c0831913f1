import Foundation
import InterchangeTestSupport
import MovieCuration
import MovieInterchange
import MovieStore
import MovieSync
import MovieSystem
import StoreTestSupport
import Synchronization
import TestSupport

/// Machines that change their catalogs, sync them, and get the files of each other late, twice, in
/// parts or not at all.
struct SyncSimulation {
  private struct Machine {
    let name: String
    var path: String { TemporaryDirectory.path("\(name).db") }
    var directory: String { TemporaryDirectory.path("\(name).sync") }
  }

  private var machines: [Machine]
  private(set) var random: RandomSource
  private var drafts: GeneratedDrafts
  private var backups: [String] = []
  private var count = 0
  /// The tags that were added, each once.
  private var added: Set<String> = []
  /// The tags that a machine removed after it had them: with a movie, by an undo or a restore.
  private var removed: Set<String> = []
  /// What was done, for a failure.
  private(set) var log: [String] = []

  init(seed: UInt64, machines count: Int) throws {
    random = RandomSource(seed: seed)
    drafts = GeneratedDrafts(seed: seed, names: 30)
    machines = []
    for number in 1...count { try addMachine("m\(number)") }
  }

  /// The time and the random numbers of a run, which depend on its seed alone.
  private final class Source: Sendable {
    private let time = Mutex<Int64>(1_800_000_000_000_000)
    private let random: Mutex<RandomSource>

    init(seed: UInt64) { random = Mutex(RandomSource(seed: seed)) }

    func nextTime() -> Int64 {
      time.withLock { time in
        time += 100_000
        return time
      }
    }

    func nextNumber() -> UInt64 { random.withLock { $0.next() } }
  }

  /// Runs the body with a clock and names of replicas that are the same in each run.
  static func replaying(seed: UInt64, _ body: () throws -> Void) rethrows {
    let source = Source(seed: seed)
    let simulation = Simulation(time: source.nextTime, number: source.nextNumber)
    try Simulation.$current.withValue(simulation, operation: body)
  }

  private mutating func addMachine(_ name: String) throws {
    let machine = Machine(name: name)
    if !FileManager.default.fileExists(atPath: machine.path) {
      try Files.write(Files.bytes(try Catalog.file()), to: machine.path)
    }
    try FileManager.default.createDirectory(
      atPath: machine.directory, withIntermediateDirectories: true)
    machines.append(machine)
  }

  private mutating func number(below limit: Int) -> Int {
    Int.random(in: 0..<limit, using: &random)
  }

  // MARK: Steps

  mutating func step() throws {
    let machine = machines[number(below: machines.count)]
    let kind = number(below: 100)
    switch kind {
    case 0..<45: try change(machine)
    case 45..<65: try sync(machine)
    case 65..<90: try deliver(from: machine, to: machines[number(below: machines.count)])
    case 90..<93: try syncDirectly(machine, machines[number(below: machines.count)])
    case 93..<95: try backUp(machine)
    case 95: try restore(machine)
    case 96: if machines.count < 5 { try copy(machine) }
    case 97: try edit(machine)
    case 98: try migrate(machine)
    default: try damageFiles(of: machine)
    }
  }

  /// Runs the body, after which tags that the machine no longer has count as removed.
  private mutating func tracking(
    _ machine: Machine, _ what: String, _ body: (inout Self, inout Catalog) throws -> Void
  ) throws {
    log.append("\(machine.name): \(what)")
    let (before, addedBefore) = (try tags(machine), added)
    var store = try Catalog.withoutDurability(machine.path)
    try body(&self, &store)
    // A tag can also be added and removed by an undo in one step.
    let lost = before.union(added.subtracting(addedBefore)).subtracting(try tags(machine))
    if !lost.isEmpty { log.append("  removed \(lost.sorted())") }
    removed.formUnion(lost)
  }

  private func tags(_ machine: Machine) throws -> Set<String> {
    Set(try Catalog(path: machine.path, access: .reading).movies().flatMap(\.tags))
  }

  private mutating func change(_ machine: Machine) throws {
    let kind = number(below: 12)
    try tracking(machine, "change \(kind)") { simulation, store in
      let movies = try store.movies(order: .random(seed: simulation.random.next()), limit: 3)
      guard let movie = movies.first, kind > 0 else {
        return _ = try store.add(simulation.drafts.next(1)[0])
      }
      switch kind {
      case 1, 2, 3, 4: try simulation.addTag(to: movie, in: &store)
      case 5: try store.edit(id: movie.id, MovieEdit(title: simulation.drafts.next(1)[0].title))
      case 6: try store.toggleFavorite(id: movie.id)
      case 7:
        var attributes = MovieAttributes()
        attributes.rating = Double(simulation.number(below: 11))
        try store.edit(id: movie.id, MovieEdit(attributes: attributes))
      case 8: try store.save(MovieDraft(movie, cast: simulation.drafts.next(1)[0].cast))
      case 9: try store.delete(id: movie.id)
      case 10:
        if movies.count > 1 {
          try store.merge(movies.prefix(2).map(\.id))
        } else {
          try store.undo()
        }
      default:
        // The same list on several machines.
        var list = GeneratedDrafts(seed: UInt64(simulation.number(below: 3)), names: 30)
        try store.importMovies(from: list.next(5).sources(1))
      }
      if simulation.number(below: 8) == 0 {
        do { try store.undo() } catch let error as StoreError where error.category == .rejected {}
      }
    }
  }

  private mutating func addTag(to movie: Movie, in store: inout Catalog) throws {
    count += 1
    let tag = "t\(count)"
    log.append("  \(tag) to \(movie.id) '\(movie.title)'")
    added.insert(tag)
    var attributes = MovieAttributes()
    attributes.tags = [tag]
    try store.edit(id: movie.id, MovieEdit(addedAttributeValues: attributes))
  }

  private struct Killed: Error {}

  private mutating func sync(_ machine: Machine, whole isWhole: Bool = false) throws {
    log.append("\(machine.name): sync")
    var store = try Catalog.withoutDurability(machine.path)
    let before = try tags(machine)
    // Files of the machines that both sides know can be lost.
    var options = SyncOptions()
    options.joins = true
    options.isOneWay = !isWhole && number(below: 12) == 0
    if !isWhole, number(below: 10) == 0 {
      log.append("  killed at the first change")
      do {
        _ = try store.sync(withDirectory: machine.directory, options) { _ in throw Killed() }
      } catch is Killed {}
    } else {
      _ = try store.sync(withDirectory: machine.directory, options) { _ in }
    }
    let lost = before.subtracting(try tags(machine)).subtracting(removed)
    if !lost.isEmpty { log.append("  LOST \(lost.sorted())") }
  }

  private mutating func syncDirectly(_ machine: Machine, _ other: Machine) throws {
    if machine.name == other.name { return }
    log.append("\(machine.name): sync with \(other.name)")
    var store = try Catalog.withoutDurability(machine.path)
    var second = try Catalog.withoutDurability(other.path)
    var options = SyncOptions()
    options.joins = true
    options.isOneWay = number(below: 4) == 0
    _ = try store.sync(with: &second, options) { _ in }
  }

  /// Copies the files of a directory to another one, some in part.
  private mutating func deliver(from machine: Machine, to other: Machine) throws {
    if machine.name == other.name { return }
    log.append("\(machine.name): deliver to \(other.name)")
    for name in try FileManager.default.contentsOfDirectory(atPath: machine.directory).sorted() {
      let (from, to) = ("\(machine.directory)/\(name)", "\(other.directory)/\(name)")
      var bytes = try Files.bytes(from)
      if number(below: 4) == 0 { bytes = Array(bytes.prefix(number(below: bytes.count + 1))) }
      if number(below: 10) == 0 { continue }
      let isConflict = number(below: 20) == 0 && !name.contains("conflict")
      try Files.write(bytes, to: isConflict ? "\(to.dropLast(7)).conflict.ndjson" : to)
    }
  }

  private mutating func backUp(_ machine: Machine) throws {
    log.append("\(machine.name): back up")
    let path = TemporaryDirectory.path("backup\(backups.count)-\(machine.name)")
    try Files.write(Files.bytes(machine.path), to: path)
    backups.append(path)
  }

  private mutating func restore(_ machine: Machine) throws {
    guard let backup = backups.filter({ $0.hasSuffix("-\(machine.name)") }).last else { return }
    try tracking(machine, "restore") { simulation, _ in
      // The former file is kept: another one could get its inode.
      let isSameFile = simulation.number(below: 2) == 0
      if !isSameFile {
        simulation.count += 1
        try FileManager.default.moveItem(
          atPath: machine.path, toPath: "\(machine.path).\(simulation.count)")
      }
      try Files.write(Files.bytes(backup), to: machine.path)
    }
  }

  private mutating func copy(_ machine: Machine) throws {
    let name = "m\(machines.count + 1)"
    log.append("\(machine.name): copy to \(name)")
    try Files.write(Files.bytes(machine.path), to: TemporaryDirectory.path("\(name).db"))
    try addMachine(name)
  }

  private mutating func edit(_ machine: Machine) throws {
    let title = try drafts.next(1)[0].title.filter { $0.isASCII && $0 != "'" }
    try tracking(machine, "another program") { _, _ in
      try OtherProgram.run(
        machine.path,
        """
        UPDATE MovieModel SET title = 'x\(title)', sortableTitle = ''
        WHERE id = (SELECT max(id) FROM MovieModel)
        """)
    }
  }

  /// A file in the machine's directory is lost or truncated, also its own one.
  private mutating func damageFiles(of machine: Machine) throws {
    log.append("\(machine.name): damage a file")
    let names = try FileManager.default.contentsOfDirectory(atPath: machine.directory).sorted()
    guard let name = names.randomElement(using: &random) else { return }
    let path = "\(machine.directory)/\(name)"
    log.append("  \(name)")
    if number(below: 2) == 0 {
      try FileManager.default.removeItem(atPath: path)
    } else {
      let bytes = try Files.bytes(path)
      try Files.write(Array(bytes.prefix(number(below: bytes.count + 1))), to: path)
    }
  }

  /// Values that an older version cannot store are lost, and come back with a sync.
  private mutating func migrate(_ machine: Machine) throws {
    let version = SchemaVersion.allCases.randomElement(using: &random) ?? .v1
    log.append("\(machine.name): migrate to \(version) and back")
    try OldCatalog.migrate(machine.path, to: version)
    try OldCatalog.migrate(machine.path)
  }

  // MARK: The end

  /// Delivers all files and syncs all machines.
  mutating func settle() throws {
    for _ in 1...3 {
      for machine in machines { try sync(machine, whole: true) }
      for machine in machines {
        for other in machines { try deliverOwnFile(of: machine, to: other) }
      }
    }
    for machine in machines { try sync(machine, whole: true) }
  }

  private func deliverOwnFile(of machine: Machine, to other: Machine) throws {
    if machine.name == other.name { return }
    let replica = try OtherProgram.rows(
      machine.path, "SELECT value FROM movieSetting WHERE name = 'syncReplica'")[0][0]
    let name = "/\(replica).ndjson"
    try Files.write(Files.bytes(machine.directory + name), to: other.directory + name)
  }

  /// Breaks the law: on one machine, a deletion also counts for changes that it had not seen.
  mutating func breakLaw() throws {
    try sync(machines[0], whole: true)
    try OtherProgram.run(
      machines[0].path,
      """
      UPDATE movieSync SET state = json_set(state, '$.removed', json(state -> '$.added')),
        sequence = sequence + (SELECT max(sequence) FROM movieSync)
      """)
  }

  /// The contents of all machines.
  func contents() throws -> [[String]] {
    try machines.map { machine in
      try Catalog(path: machine.path, access: .reading).movies().map { movie in
        "\(movie.title)|\(movie.isFavorite)|\(movie.cast.map(\.name))|\(movie.attributes)"
      }.sorted()
    }
  }

  /// The states of movies on all machines, for a failure.
  func states(of movies: [String]) throws -> String {
    let titles = Set(movies.map { $0.prefix { $0 != "|" } })
    return try machines.flatMap { machine in
      try OtherProgram.rows(
        machine.path, columns: 2,
        "SELECT title, state || ' ' || movieID FROM movieSync JOIN MovieModel ON MovieModel.id = movieID"
      ).filter { titles.contains($0[0][...]) }.map { "\(machine.name): \($0[1])" }
    }.joined(separator: "\n")
  }

  /// The tags that no machine has although no machine removed them.
  func lostTags() throws -> Set<String> {
    added.subtracting(removed).subtracting(try tags(machines[0]))
  }
}
