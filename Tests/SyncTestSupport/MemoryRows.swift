import MovieStore
import MovieSync

/// The rows of a replica in memory.
struct MemoryRows: ReplicaRows, Sendable {
  struct Stored: Sendable {
    var row: SyncRow
    var sequence: Int64
    var digest: Digest
  }

  private(set) var stored: [Int64: Stored] = [:]
  private var newest: Int64 = 0
  /// What the replica that stores does wrong.
  var fault: PlantedFault.Situation?

  func rows(of origins: Set<String>) -> [SyncRow] {
    stored.values.map(\.row).filter { !$0.state.origins.isDisjoint(with: origins) }
      .sorted { ($0.movie?.rawValue ?? .max, $0.id) < ($1.movie?.rawValue ?? .max, $1.id) }
  }

  func row(of movie: Int64) -> SyncRow? {
    stored.values.first { $0.row.movie?.rawValue == movie }?.row
  }

  mutating func store(_ row: inout SyncRow, sequence: Int64) {
    if row.id == 0 {
      newest += 1
      row.id = newest
    }
    let former = stored[row.id]?.row.state
    if let fault, let former { fault.corrupt(&row.state, former: former) }
    stored[row.id] = Stored(row: row, sequence: sequence, digest: row.state.digest)
  }

  mutating func share(_ row: Int64) { stored[row]?.row.isShared = true }

  mutating func delete(_ row: SyncRow) { stored[row.id] = nil }

  mutating func setMovie(_ movie: Int64, of row: Int64) {
    stored[row]?.row.movie = Movie.ID(rawValue: movie)
  }

  func forEachLine(
    after sequence: Int64, _ body: (Int64, Int64, MovieState) throws -> Void
  ) rethrows {
    for stored in stored.values.filter({ $0.sequence > sequence }).sorted(by: {
      $0.sequence < $1.sequence
    }) {
      try body(stored.row.id, stored.sequence, stored.row.state)
    }
  }

  var digest: Digest {
    var digest = Digest()
    for (id, stored) in stored {
      var row = Digest()
      row.add(id)
      row.add(stored.row.movie?.rawValue ?? 0)
      row.add(stored.row.isShared ? 1 : 0)
      row.add(stored.sequence)
      row.add(stored.digest)
      digest.combine(row)
    }
    return digest
  }
}

extension MovieState {
  var digest: Digest {
    var digest = Digest()
    for origin in origins {
      var part = Digest()
      part.add(origin)
      digest.combine(part)
    }
    digest.add(presence)
    for (key, register) in registers {
      var part = Digest()
      part.add(key.name)
      for value in register.values { part.add(value.description) }
      part.add(register.stamp)
      digest.combine(part)
    }
    for (key, elements) in lists {
      for (value, element) in elements {
        var part = Digest()
        part.add(key.name)
        part.add(value.description)
        part.add(element.presence)
        part.add(element.first)
        digest.combine(part)
      }
    }
    return digest
  }
}

extension Digest {
  mutating func add(_ presence: Presence) {
    for (number, times) in [presence.added, presence.removed].enumerated() {
      for (replica, time) in times {
        var part = Digest()
        part.add(number)
        part.add(replica)
        part.add(time)
        combine(part)
      }
    }
  }

  mutating func add(_ draft: MovieDraft) {
    for (key, values) in MovieState.values(of: draft) {
      var part = Digest()
      part.add(key.name)
      for value in values { part.add(value.description) }
      combine(part)
    }
  }
}

/// A defect of a sync, which the checker has to find.
package enum PlantedFault: CaseIterable, Sendable {
  /// Of two values of one time, that of the replica counts whose name is first.
  case tieByTheWrongSide
  /// A value of a list keeps the later first addition.
  case laterFirst
  /// A removal counts for additions that it had not seen.
  case removalThatSeesTooMuch
  /// Changes get a stamp that the replica has given before.
  case repeatedStamp
  /// A line counts as read, but its state is not merged.
  case acknowledgementWithoutMerge
  /// No state has a deletion.
  case droppedDeletion
  /// A restored catalog goes on as the replica that it was.
  case restoredReplicaGoesOn
  /// An edit of a value gets the time of the value that it replaces, of another replica.
  case editOfEqualTime

  /// A replica that has it.
  struct Situation: Sendable {
    let fault: PlantedFault
    let replica: String
    /// All replicas.
    let replicas: [String]
    let now: Int64
  }
}

extension PlantedFault.Situation {
  fileprivate func corrupt(_ state: inout MovieState, former: MovieState) {
    switch fault {
    case .tieByTheWrongSide:
      for (key, register) in former.registers {
        guard let new = state.registers[key], new.stamp.time == register.stamp.time,
          register.stamp.isBefore(new.stamp)
        else { continue }
        state.registers[key] = register
      }
    case .laterFirst:
      for (key, elements) in former.lists {
        for (value, element) in elements
        where state.lists[key]?[value]?.first.isBefore(element.first) == true {
          state.lists[key]?[value]?.first = element.first
        }
      }
    case .removalThatSeesTooMuch:
      for (key, elements) in former.lists {
        for (value, element) in elements {
          guard state.lists[key]?[value]?.presence.removed != element.presence.removed
          else { continue }
          for replica in replicas {
            let removal = state.lists[key]?[value]?.presence.removed[replica] ?? 0
            state.lists[key]?[value]?.presence.removed[replica] = max(removal, now)
          }
        }
      }
    case .repeatedStamp:
      for (key, register) in former.registers
      where state.registers[key]?.stamp.replica == replica && register.stamp.replica == replica {
        state.registers[key]?.stamp = register.stamp
      }
    case .droppedDeletion: state.presence.removed = [:]
    case .editOfEqualTime:
      for (key, register) in former.registers
      where state.registers[key]?.stamp.replica == replica && register.stamp.replica != replica {
        state.registers[key]?.stamp.time = register.stamp.time
      }
    case .acknowledgementWithoutMerge, .restoredReplicaGoesOn: break
    }
  }
}
