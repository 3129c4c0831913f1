import MovieStore
import MovieSync
import MovieSystem
import Synchronization

/// Machines whose catalogs exchange changes by way of directories, in memory: the replicas are those
/// of the program, and only what surrounds them is made anew.
package struct SyncModel: Sendable {
  /// What a machine does, or what happens to it. Machines have numbers from 0.
  package enum Step: Hashable, Sendable {
    case rate(Int), tag(Int), untag(Int), add(Int), delete(Int), merge(Int), undo(Int)
    /// The first machine adds a movie.
    case addFirst(String)
    /// The machine writes its file.
    case publish(Int)
    /// Another machine gets the file, and reads what is new.
    case carry(Int, to: Int)
    /// The machine reads all files again, from the beginning.
    case readAgain(Int)
    /// The file of the machine is lost.
    case loseFile(Int)
    /// The catalog of another machine is replaced by a copy.
    case copy(Int, to: Int)
    /// The catalog is replaced by the one of the beginning, in a file of its own or in the same one.
    case restore(Int), restoreInPlace(Int)
    /// The machine tags its last movie.
    case tagLast(Int)
    case deleteAll(Int)
    case setClockBack(Int)
    /// The machine rates and publishes with a clock that is two days ahead, and then gives the change
    /// the right time.
    case restamp(Int)
  }

  struct Line: Sendable {
    let line: SyncLine
    let state: MovieState
    let changes: ChangeSet
  }

  /// A change that can be undone: for each movie, what it was before and after.
  typealias Change = [(movie: Int64, before: MovieDraft?, after: MovieDraft?)]

  struct Catalog: Sendable {
    var movies: [Int64: MovieDraft] = [:]
    var newestMovie: Int64 = 0
    /// When fields were changed since the last sync; `*` stands for all.
    var changed: [Int64: [String: Int64]] = [:]
    var latestChange: Int64 = 0
    var undoable: [Change] = []
    /// `nil` before the first sync.
    var settings: SyncSettings?
    var rows = MemoryRows()
    /// How many lines of a file were read, and the last one of them.
    var positions: [String: (count: Int, line: SyncLine)] = [:]
    /// Whether the file is another one since the last sync.
    var isOtherFile = false
    /// Whether it lacks what it once had.
    var isRestored = false
    /// The changes that are in the states.
    var known: ChangeSet = []
    /// The movies when it was copied, before its first sync.
    var parting: [Int64: MovieDraft]?
  }

  struct Machine: Sendable {
    var catalog = Catalog()
    var backup = Catalog()
    var clock: Int64
    /// Whether the catalog is in the file in which the backup was made.
    var isFirstFile = true
    /// The lines of the files in its directory.
    var directory: [String: [Line]] = [:]
    /// The number of names that its catalogs had.
    var names: UInt64 = 0
  }

  package let fault: PlantedFault?
  private(set) var machines: [Machine]
  private(set) var specification = SyncSpecification()
  /// The movies by their names.
  private var movies: [String: Int] = [:]
  /// What is wrong.
  package private(set) var problem: String?

  // MARK: Beginnings

  private init(fault: PlantedFault?) {
    self.fault = fault
    machines = (0..<3).map { _ in Machine(clock: Self.start) }
  }

  private static let start: Int64 = 1_800_000_000_000_000

  /// Three machines that know two movies.
  package static func synced(fault: PlantedFault? = nil) -> SyncModel {
    var model = empty
    for step in beginning { model.apply(step) }
    return model.beginning(fault: fault)
  }

  /// Three machines with empty catalogs.
  package static let empty = SyncModel(fault: nil)

  /// The steps after which they know two movies.
  package static let beginning: [Step] = [
    .addFirst("Alpha"), .addFirst("Beta"), .publish(0), .carry(0, to: 1), .publish(1),
    .carry(0, to: 2), .publish(2), .carry(1, to: 0), .carry(2, to: 0), .carry(2, to: 1),
    .carry(1, to: 2),
  ]

  /// The same after a catalog was copied to another machine.
  package static func copied(fault: PlantedFault? = nil) -> SyncModel {
    var model = synced()
    model.apply(.copy(0, to: 1))
    return model.beginning(fault: fault)
  }

  /// The same after a catalog was changed, published and restored.
  package static func restored(fault: PlantedFault? = nil) -> SyncModel {
    var model = synced()
    model.apply(.tag(0))
    model.apply(.publish(0))
    model.apply(.restore(0))
    return model.beginning(fault: fault)
  }

  /// Three copies of a catalog that was not synced yet.
  package static func parted(fault: PlantedFault? = nil) -> SyncModel {
    var model = SyncModel(fault: nil)
    for title in ["Alpha", "Beta"] { model.add(title, at: 0) }
    model.apply(.tag(0))
    model.apply(.rate(0))
    var catalog = model.machines[0].catalog
    (catalog.changed, catalog.latestChange) = ([:], 0)
    catalog.parting = catalog.movies
    for (id, draft) in catalog.movies.sorted(by: { $0.key < $1.key }) {
      let movie = model.specification.addMovie()
      model.movies["@first-\(id)"] = movie
      catalog.known = model.specification.record(
        MovieState.values(of: draft), of: movie, knowing: catalog.known
      ) { _ in SyncStamp(time: 1, replica: "@first") }
    }
    for machine in 0..<3 { model.machines[machine].catalog = catalog }
    return model.beginning(fault: fault)
  }

  private func beginning(fault: PlantedFault?) -> SyncModel {
    var model = SyncModel(fault: fault)
    (model.machines, model.specification, model.movies) = (machines, specification, movies)
    model.problem = problem
    for machine in 0..<3 {
      model.machines[machine].backup = machines[machine].catalog
      model.machines[machine].catalog.undoable = []
    }
    return model
  }

  // MARK: Steps

  /// - Returns: `false` if the step is not possible; then the model is of no use.
  @discardableResult
  package mutating func apply(_ step: Step) -> Bool {
    switch step {
    case .rate(let machine): rate(at: machine)
    case .tag(let machine):
      edit(at: machine, .tag) { draft in
        guard let tag = ["x", "y"].first(where: { !draft.attributes.tags.contains($0) }) else {
          return false
        }
        draft.attributes.tags += [tag]
        return true
      }
    case .untag(let machine):
      edit(at: machine, .tag) { draft in
        if draft.attributes.tags.isEmpty { return false }
        draft.attributes.tags.removeFirst()
        return true
      }
    case .add(let machine): add("Gamma \(machine)", at: machine)
    case .addFirst(let title): add(title, at: 0)
    case .delete(let machine):
      change(at: machine) { catalog in
        guard let movie = catalog.movies.keys.min() else { return nil }
        return [(movie, catalog.movies[movie], nil)]
      }
    case .merge(let machine): merge(at: machine)
    case .undo(let machine): undo(at: machine)
    case .publish(let machine): sync(machine, publishes: true)
    case .carry(let machine, let other): carry(machine, to: other)
    case .readAgain(let machine): readAgain(machine)
    case .loseFile(let machine): loseFile(machine)
    case .copy(let machine, let other): copy(machine, to: other)
    case .restore(let machine): restore(machine, isOtherFile: true)
    case .restoreInPlace(let machine): restore(machine, isOtherFile: false)
    case .tagLast(let machine):
      change(at: machine, .tag) { catalog in
        guard let (movie, before) = catalog.movies.max(by: { $0.key < $1.key }),
          !before.attributes.tags.contains("z")
        else { return nil }
        var after = before
        after.attributes.tags += ["z"]
        return [(movie, before, after)]
      }
    case .deleteAll(let machine):
      change(at: machine) { catalog in
        catalog.movies.isEmpty
          ? nil : catalog.movies.sorted { $0.key < $1.key }.map { ($0.key, $0.value, nil) }
      }
    case .setClockBack(let machine):
      {
        machines[machine].clock -= 3
        return true
      }()
    case .restamp(let machine): restamp(machine)
    }
  }

  private mutating func rate(at machine: Int) -> Bool {
    edit(at: machine, .rating) { draft in
      let ratings = [[AttributeValue.integer(Int64(machine + 1))], [.integer(Int64(machine + 5))]]
      draft.attributes[.rating] = draft.attributes[.rating] == ratings[0] ? ratings[1] : ratings[0]
      return true
    }
  }

  @discardableResult
  private mutating func add(_ title: String, at machine: Int) -> Bool {
    change(at: machine) { catalog in
      if catalog.movies.values.contains(where: { $0.title == title }) { return nil }
      return [(catalog.newestMovie + 1, nil, MovieDraft(title: title))]
    }
  }

  private mutating func edit(
    at machine: Int, _ key: AttributeKey, _ body: (inout MovieDraft) -> Bool
  ) -> Bool {
    change(at: machine, key) { catalog in
      guard let movie = catalog.movies.keys.min(), let before = catalog.movies[movie] else {
        return nil
      }
      var after = before
      return body(&after) ? [(movie, before, after)] : nil
    }
  }

  private mutating func merge(at machine: Int) -> Bool {
    let isPossible = change(at: machine) { catalog in
      let ids = catalog.movies.keys.sorted()
      guard ids.count >= 2, let own = catalog.movies[ids[0]], let other = catalog.movies[ids[1]]
      else { return nil }
      var merged = own
      if own.attributes[.rating].isEmpty {
        merged.attributes[.rating] = other.attributes[.rating]
      }
      merged.attributes.tags += other.attributes.tags.filter { !own.attributes.tags.contains($0) }
      let titles = [.text(other.title)] + other.attributes[.aka]
      merged.attributes[.aka] =
        own.attributes[.aka] + titles.filter { !own.attributes[.aka].contains($0) }
      return [(ids[0], own, merged), (ids[1], other, nil)]
    }
    if !isPossible { return false }
    guard let change = machines[machine].catalog.undoable.last,
      let settings = machines[machine].catalog.settings
    else { return true }
    let rows = change.compactMap { machines[machine].catalog.rows.row(of: $0.movie) }
    guard var row = rows.first else { return true }
    row.movie = Movie.ID(rawValue: change[0].movie)
    withClock(of: machine) { model in
      do {
        let others = rows.dropFirst().map { ($0, model.movie(of: $0)) }
        let isShared = rows.contains(where: \.isShared)
        let own = model.movie(of: row)
        let replicas = Set(rows.flatMap(\.state.presence.added.keys))
        var replica = Replica(settings, model.machines[machine].catalog.rows)
        try replica.unite(others.map(\.0), into: &row)
        let movie = change[0].movie
        if let attributes = model.machines[machine].catalog.movies[movie]?.attributes {
          model.machines[machine].catalog.movies[movie]?.attributes =
            row.state.ordering(attributes)
        }
        if row.isShared != isShared { model.problem = "a united movie does not count as shared" }
        (model.machines[machine].catalog.rows, model.machines[machine].catalog.settings) = (
          replica.rows, replica.settings
        )
        let name = row.state.presence.added.keys.first { !replicas.contains($0) } ?? ""
        for (_, other) in others {
          model.machines[machine].catalog.known = model.specification.unite(
            own, with: other, by: name, knowing: model.machines[machine].catalog.known)
        }
      } catch { model.problem = "\(error)" }
    }
    return true
  }

  /// Changes movies.
  private mutating func change(
    at machine: Int, _ key: AttributeKey? = nil, _ body: (Catalog) -> Change?
  ) -> Bool {
    guard let change = body(machines[machine].catalog) else { return false }
    machines[machine].catalog.undoable.append(change)
    perform(change, at: machine, key)
    return true
  }

  private mutating func perform(_ change: Change, at machine: Int, _ key: AttributeKey? = nil) {
    machines[machine].clock += 1
    var catalog = machines[machine].catalog
    catalog.latestChange = max(catalog.latestChange, machines[machine].clock)
    for (movie, before, after) in change {
      catalog.movies[movie] = after
      catalog.newestMovie = max(catalog.newestMovie, movie)
      let keys =
        if let before, let after { Self.differences(before, after) } else { ["*"] }
      for key in keys { catalog.changed[movie, default: [:]][key] = catalog.latestChange }
    }
    machines[machine].catalog = catalog
  }

  private static func differences(_ before: MovieDraft, _ after: MovieDraft) -> [String] {
    let (old, new) = (MovieState.values(of: before), MovieState.values(of: after))
    return Set(old.keys).union(new.keys).filter { old[$0] != new[$0] }.map(\.name)
  }

  private mutating func undo(at machine: Int) -> Bool {
    guard let change = machines[machine].catalog.undoable.last,
      change.allSatisfy({ machines[machine].catalog.movies[$0.movie] == $0.after })
    else { return false }
    machines[machine].catalog.undoable.removeLast()
    perform(change.map { ($0.movie, $0.after, $0.before) }, at: machine)
    return true
  }

  private mutating func carry(_ machine: Int, to other: Int) -> Bool {
    guard let replica = machines[machine].catalog.settings?.replica,
      let lines = machines[machine].directory[replica],
      machines[machine].catalog.isOtherFile == false,
      machines[other].directory[replica].map({ $0.count != lines.count }) ?? true
    else { return false }
    machines[other].directory[replica] = lines
    return sync(other)
  }

  private mutating func readAgain(_ machine: Int) -> Bool {
    if machines[machine].catalog.positions.isEmpty { return false }
    machines[machine].catalog.positions = [:]
    return sync(machine)
  }

  private mutating func loseFile(_ machine: Int) -> Bool {
    guard let replica = machines[machine].catalog.settings?.replica else { return false }
    return machines[machine].directory.removeValue(forKey: replica) != nil
  }

  private mutating func copy(_ machine: Int, to other: Int) -> Bool {
    machines[other].catalog = machines[machine].catalog
    machines[other].catalog.isOtherFile = true
    machines[other].isFirstFile = false
    return true
  }

  private mutating func restore(_ machine: Int, isOtherFile: Bool) -> Bool {
    machines[machine].catalog = machines[machine].backup
    machines[machine].isFirstFile = machines[machine].isFirstFile && !isOtherFile
    machines[machine].catalog.isOtherFile = !machines[machine].isFirstFile
    machines[machine].catalog.isRestored = true
    return true
  }

  private mutating func restamp(_ machine: Int) -> Bool {
    guard machines[machine].catalog.settings != nil else { return false }
    let distance = 2 * SyncStamp.aheadLimit
    machines[machine].clock += distance
    if !rate(at: machine) { return false }
    sync(machine, publishes: true)
    machines[machine].clock -= distance
    let limit = machines[machine].clock + SyncStamp.aheadLimit
    let isAhead = machines[machine].catalog.rows.stored.values.contains {
      $0.row.state.latestTime > limit
    }
    if isAhead, sync(machine) { problem = "a sync with changes in the future is not refused" }
    return sync(machine, publishes: true, restamps: true)
  }

  // MARK: Syncs

  /// The time and the names for the replicas of the step.
  private final class Source: Sendable {
    let time = Mutex<Int64>(0)
    let number = Mutex<UInt64>(0)
    let simulation: @Sendable (Source) -> Simulation = { source in
      Simulation(
        time: { source.time.withLock(\.self) },
        number: {
          source.number.withLock { number in
            number += 1
            return number
          }
        })
    }
  }

  private mutating func withClock<Value>(
    of machine: Int, _ body: (inout Self) throws -> Value
  ) rethrows -> Value {
    let source = Source()
    source.time.withLock { $0 = machines[machine].clock }
    source.number.withLock { $0 = number(of: machine) }
    defer { machines[machine].names = source.number.withLock { $0 & 0xF_FFFF } }
    return try Simulation.$current.withValue(source.simulation(source)) { try body(&self) }
  }

  @discardableResult
  private mutating func sync(
    _ machine: Int, publishes: Bool = false, restamps: Bool = false
  ) -> Bool {
    do {
      return try withClock(of: machine) { model in
        try model.syncNow(machine, publishes: publishes, restamps: restamps)
      }
    } catch {
      problem = "\(error)"
      return true
    }
  }

  private mutating func syncNow(_ machine: Int, publishes: Bool, restamps: Bool) throws -> Bool {
    var catalog = machines[machine].catalog
    let now = machines[machine].clock
    let isFirst = catalog.settings == nil
    var settings = catalog.settings ?? SyncSettings(file: "\(machine)")
    let former = settings.replica
    let isRenewed = catalog.isOtherFile || restamps
    if isRenewed, fault != .restoredReplicaGoesOn {
      settings.becomeNewReplica(file: "\(machine)")
    }
    if restamps { settings.clock = now }
    if SyncStamp.isAhead(settings.clock) { return false }
    if let fault {
      catalog.rows.fault = .init(
        fault: fault, replica: settings.replica,
        replicas: machines.compactMap(\.catalog.settings?.replica), now: now)
    }
    var replica = Replica(settings, catalog.rows)
    var file = machines[machine].directory[replica.settings.replica]
    var sequence: Int64 = 0
    if fault == .restoredReplicaGoesOn {
      sequence = file?.last?.line.sequence ?? 0
    } else {
      sequence = replica.resume(after: file?.last?.line)
      if replica.settings.replica != settings.replica {
        file = nil
        if !catalog.isRestored { problem = "machine \(machine) does not remember its file" }
      }
    }
    try record(&catalog, into: &replica, at: now, isFirst: isFirst)
    let received = try read(machine, &catalog, into: &replica)
    if restamps {
      for stored in replica.rows.stored.values { _ = try replica.restamp(stored.row) }
      for stored in replica.rows.stored.values {
        let movies = Set(stored.row.state.origins.compactMap { self.movies[$0] })
        guard let stamp = stored.row.state.registers[.rating]?.stamp else { continue }
        specification.restamp(
          specification.changes(of: movies, in: catalog.known), after: now + SyncStamp.aheadLimit,
          to: stamp)
      }
      machines[machine].directory[former] = nil
    }
    apply(&catalog, &replica, absorbed: received)
    if publishes {
      if sequence == 0 || file == nil {
        if file?.allSatisfy({ catalog.known.isSuperset(of: $0.changes) }) == false {
          problem = "machine \(machine) writes over changes that it does not know"
        }
        file = []
      }
      if sequence < replica.settings.sequence || file?.isEmpty == true {
        try replica.publish(after: sequence) { row, number, state in
          let line = SyncLine(sequence: number, checksum: state.digest.text)
          let movies = Set(state.origins.compactMap { self.movies[$0] })
          file?.append(
            Line(
              line: line, state: state,
              changes: specification.changes(of: movies, in: catalog.known)))
          return line
        }
        machines[machine].directory[replica.settings.replica] = file
      }
      let published = Set(file?.map(\.line.checksum) ?? [])
      if replica.rows.stored.values.contains(where: { !published.contains($0.digest.text) }) {
        problem = "the file of machine \(machine) lacks a change"
      }
    }
    catalog.settings = replica.settings
    catalog.rows = replica.rows
    (catalog.changed, catalog.latestChange) = ([:], 0)
    (catalog.isOtherFile, catalog.isRestored) = (false, false)
    machines[machine].catalog = catalog
    check(machine)
    return true
  }

  private mutating func record(
    _ catalog: inout Catalog, into replica: inout Replica<MemoryRows>, at now: Int64, isFirst: Bool
  ) throws {
    let name = replica.settings.replica
    func stamp(_ key: AttributeKey, _ movie: Int64) -> SyncStamp {
      let changed = catalog.changed[movie]
      let time = [changed?[key.name], changed?["*"]].compactMap(\.self).max()
      let replica = isFirst ? time.map { "@\(name)\($0)" } : nil
      return SyncStamp(
        time: min(time ?? (isFirst ? 1 : now), now + 1_000_000), replica: replica ?? name)
    }
    for stored in replica.rows.stored.values.sorted(by: { $0.row.id < $1.row.id }) {
      guard let movie = stored.row.movie?.rawValue else { continue }
      var row = stored.row
      let draft = catalog.movies[movie]
      let specified = self.movie(of: row)
      if try replica.record(draft, of: &row, { stamp($0, movie) }) == .invalid {
        problem = "\(String(describing: draft)) is not valid"
      }
      catalog.known = specification.record(
        draft.map(MovieState.values(of:)), of: specified, knowing: catalog.known
      ) { stamp($0, movie) }
    }
    let recorded = Set(replica.rows.stored.values.compactMap(\.row.movie?.rawValue))
    for (movie, draft) in catalog.movies.sorted(by: { $0.key < $1.key })
    where !recorded.contains(movie) {
      var origin = "\(name)-\(movie)@\(now)"
      if isFirst { origin = "@first-\(movie)" }
      let isNew = movies[origin] == nil
      let specified = movies[origin] ?? specification.addMovie()
      movies[origin] = specified
      var row = SyncRow(movie: Movie.ID(rawValue: movie), state: MovieState(origins: [origin]))
      _ = try replica.record(draft, of: &row) { stamp($0, movie) }
      if isNew || isFirst {
        catalog.known = specification.record(
          MovieState.values(of: draft), of: specified, knowing: catalog.known
        ) { stamp($0, movie) }
      }
    }
    if isFirst, let parting = catalog.parting {
      for movie in parting.keys.sorted() where catalog.movies[movie] == nil {
        var row = SyncRow(
          movie: Movie.ID(rawValue: movie),
          state: MovieState(deleted: "@first-\(movie)", by: name))
        try replica.store(&row)
        catalog.known = specification.record(
          nil, of: self.movie(of: row), knowing: catalog.known
        ) { stamp($0, movie) }
      }
    }
  }

  /// The number of the movie of a row.
  private func movie(of row: SyncRow) -> Int {
    row.state.origins.compactMap { movies[$0] }.min() ?? 0
  }

  /// - Returns: The movies that are a part of another one now.
  private mutating func read(
    _ machine: Int, _ catalog: inout Catalog, into replica: inout Replica<MemoryRows>
  ) throws -> [Int64] {
    var absorbed: [Int64] = []
    let known = replica.settings.replicas
    for (name, lines) in machines[machine].directory.sorted(by: { $0.key < $1.key })
    where name != replica.settings.replica {
      let position = catalog.positions[name]
      let isRead = position.map { $0.count <= lines.count && lines[$0.count - 1].line == $0.line }
      for line in lines[(isRead == true ? position?.count ?? 0 : 0)...] {
        catalog.known.formUnion(line.changes)
        if fault == .acknowledgementWithoutMerge, line.line == lines.last?.line { continue }
        var values: PartingValues?
        if let parting = catalog.parting, !known.contains(name) {
          let row = replica.rows.rows(of: line.state.origins).first
          let isUnited = row?.state.origins.isSubset(of: line.state.origins) == false
          let draft = isUnited ? nil : row?.movie.flatMap { parting[$0.rawValue] }
          values = draft.map {
            PartingValues(own: MovieState.values(of: $0), theirs: MovieState.values(of: $0))
          }
        }
        try checkLaws(line, replica)
        absorbed += try replica.receive(line.state, since: values).absorbed.map(\.rawValue)
        if replica.rows.rows(of: line.state.origins).contains(where: { !$0.isShared }) {
          problem = "a movie of \(name) does not count as shared"
        }
      }
      if let last = lines.last { catalog.positions[name] = (lines.count, last.line) }
      replica.settings.known.insert(name)
    }
    return absorbed
  }

  /// Gives the movies the values of the states.
  private func apply(
    _ catalog: inout Catalog, _ replica: inout Replica<MemoryRows>, absorbed: [Int64]
  ) {
    for movie in absorbed { catalog.movies[movie] = nil }
    for row in replica.rows.stored.values.map(\.row).sorted(by: { $0.id < $1.id }) {
      let draft = row.state.presence.isPresent ? row.state.draft.draft : nil
      if let movie = row.movie?.rawValue {
        catalog.movies[movie] = draft
      } else if let draft {
        catalog.newestMovie += 1
        catalog.movies[catalog.newestMovie] = draft
        replica.rows.setMovie(catalog.newestMovie, of: row.id)
      }
    }
  }

  // MARK: Checks

  /// Expects neither the order nor the number of merges to matter.
  private mutating func checkLaws(_ line: Line, _ replica: borrowing Replica<MemoryRows>) throws {
    guard let own = replica.rows.rows(of: line.state.origins).first?.state else { return }
    var (one, other) = (own, line.state)
    one.merge(line.state)
    other.merge(own)
    if one != other { problem = "a merge is not commutative" }
    other.merge(line.state)
    other.merge(own)
    if one != other { problem = "a merge is not idempotent" }
  }

  /// Compares a machine after a sync with what its changes make of its movies.
  private mutating func check(_ machine: Int) {
    let catalog = machines[machine].catalog
    var expected: [MovieState.Values] = []
    var seen: Set<Int> = []
    for movie in 0..<specification.movieCount where !seen.contains(movie) {
      let group = specification.group(of: movie, in: catalog.known)
      seen.formUnion(group)
      if let values = specification.values(of: group, in: catalog.known) { expected.append(values) }
    }
    var actual = catalog.movies.values.map(MovieState.values(of:))
    // Copies that parted order the values of a list by the times at which they were first synced.
    if catalog.parting != nil {
      (expected, actual) = (expected.map(\.sorted), actual.map(\.sorted))
    }
    if Set(actual) != Set(expected) || actual.count != expected.count {
      problem = """
        machine \(machine) has \(actual.map(\.text).sorted()) and not \
        \(expected.map(\.text).sorted())
        """
    }
    if machines.indices.contains(where: { !agrees(machine, $0) }) {
      problem = "machines that know the same differ"
    }
  }

  /// Whether two machines that know the same changes of a movie have the same state of it.
  private func agrees(_ machine: Int, _ other: Int) -> Bool {
    let (own, theirs) = (machines[machine].catalog, machines[other].catalog)
    if machine == other || own.parting != nil { return true }
    for stored in own.rows.stored.values {
      guard let row = theirs.rows.rows(of: stored.row.state.origins).first else { continue }
      let origins = stored.row.state.origins.union(row.state.origins)
      let movies = Set(origins.compactMap { self.movies[$0] })
      guard
        specification.changes(of: movies, in: own.known)
          == specification.changes(of: movies, in: theirs.known)
      else { continue }
      if row.state != stored.row.state { return false }
    }
    return true
  }

  package func time(of machine: Int) -> Int64 { machines[machine].clock }

  /// The number from which the last name of a replica on the machine comes.
  package func number(of machine: Int) -> UInt64 {
    UInt64(machine + 1) << 20 + machines[machine].names
  }

  /// The name of the replica.
  package func replica(of machine: Int) -> String? { machines[machine].catalog.settings?.replica }

  /// The contents of a catalog, in an order of their own.
  package func contents(of machine: Int) -> [String] {
    machines[machine].catalog.movies.values.map { MovieState.values(of: $0).text }.sorted()
  }

  package var digest: Digest {
    var digest = Digest()
    for machine in machines {
      digest.add(machine.catalog, specification)
      digest.add(machine.clock)
      digest.add(machine.names)
      digest.add(machine.isFirstFile ? 1 : 0)
      for (name, lines) in machine.directory {
        var file = Digest()
        file.add(name)
        for line in lines {
          file.add(line.line.sequence)
          file.add(line.line.checksum)
        }
        digest.combine(file)
      }
    }
    return digest
  }
}

extension Digest {
  fileprivate mutating func add(
    _ catalog: SyncModel.Catalog, _ specification: SyncSpecification
  ) {
    for (id, draft) in catalog.movies {
      var movie = Digest()
      movie.add(id)
      movie.add(draft)
      combine(movie)
    }
    for (id, times) in catalog.changed {
      for (key, time) in times {
        var change = Digest()
        change.add(id)
        change.add(key)
        change.add(time)
        combine(change)
      }
    }
    for change in catalog.undoable {
      add(change.count)
      for part in change {
        add(part.movie)
        if let before = part.before { add(before) }
        if let after = part.after { add(after) }
      }
    }
    add(catalog.rows.digest)
    if let settings = catalog.settings {
      add(settings.replica)
      add(settings.clock)
      add(settings.sequence)
      add(settings.ends.count)
      for name in settings.known.sorted() { add(name) }
    }
    for (name, position) in catalog.positions {
      var file = Digest()
      file.add(name)
      file.add(position.count)
      file.add(position.line.checksum)
      combine(file)
    }
    add(catalog.isOtherFile ? 1 : 0)
    add(catalog.isRestored ? 1 : 0)
    add(catalog.newestMovie)
    add(specification.digest(of: catalog.known))
  }
}

extension MovieState.Values {
  package var text: String {
    map { "\($0.key.name): \($0.value.map(\.description).joined(separator: ", "))" }.sorted()
      .joined(separator: "; ")
  }

  fileprivate var sorted: Self { mapValues { $0.sorted { $0.description < $1.description } } }
}
