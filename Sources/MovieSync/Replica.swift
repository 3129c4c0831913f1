package import MovieStore
internal import MovieSystem

/// The rows of a replica, one for each movie that it knows or knew.
package protocol ReplicaRows: ~Copyable {
  /// A state as a change file has it.
  associatedtype Line

  /// The rows with one of the origins, those with a movie first.
  func rows(of origins: Set<String>) throws -> [SyncRow]
  /// Stores a row, and gives one without an id its id.
  ///
  /// - Parameter sequence: The number of the change of states.
  mutating func store(_ row: inout SyncRow, sequence: Int64) throws
  /// Records that another replica has a row.
  mutating func share(_ row: Int64) throws
  mutating func delete(_ row: SyncRow) throws
  /// Calls the closure with the states that changed after a change of states, in their order.
  func forEachLine(
    after sequence: Int64, _ body: (_ row: Int64, _ sequence: Int64, _ state: Line) throws -> Void
  ) throws
}

/// What a replica knows about a movie.
package struct SyncRow {
  /// 0 for a new row.
  package var id: Int64 = 0
  /// The movie of the catalog. A deleted one keeps its id; one that is not added yet has none.
  package var movie: Movie.ID?
  /// Whether another replica has it, too.
  package var isShared = false
  package var state: MovieState

  package init(movie: Movie.ID? = nil, state: MovieState) {
    (self.movie, self.state) = (movie, state)
  }
}

/// A catalog among those that exchange changes: what it knows, and the law by which that changes.
///
/// A sync records what became of the movies of the catalog, receives the states of others, gives the
/// movies the values of the states, and publishes those that changed.
package struct Replica<Rows: ReplicaRows & ~Copyable>: ~Copyable {
  package var settings: SyncSettings
  package var rows: Rows

  package init(_ settings: SyncSettings, _ rows: consuming Rows) {
    self.settings = settings
    self.rows = rows
  }

}

extension Replica: Copyable where Rows: Copyable {}

extension Replica where Rows: ~Copyable {
  // MARK: Record

  package enum Recording { case unchanged, changed, invalid }

  /// Records what the catalog made of a movie since the state was its content.
  ///
  /// - Parameters:
  ///   - draft: The movie; `nil` if it was deleted.
  ///   - fills: Whether values that are missing were lost, and not removed.
  ///   - stamp: Returns when a field was changed.
  /// - Returns: `invalid` for values that a movie cannot have, which are not recorded.
  package mutating func record(
    _ draft: MovieDraft?, of row: inout SyncRow, filling fills: Bool = false,
    _ stamp: (AttributeKey) -> SyncStamp
  ) throws -> Recording {
    let before = row.state
    if let draft {
      row.state.change(to: draft, filling: fills, stamp)
      // An undo restored a deleted movie.
      if !row.state.presence.isPresent {
        row.state.presence.add(
          at: SyncStamp(time: Clock.microseconds, replica: settings.replica))
      }
    } else {
      row.state.delete()
    }
    if !row.state.isValid { return .invalid }
    if row.state == before { return .unchanged }
    try store(&row)
    return .changed
  }

  // MARK: Receive

  package enum Effect { case none, changed, added }

  /// Merges what another replica knows about a movie.
  ///
  /// - Parameters:
  ///   - theirs: A state that is valid here.
  ///   - parting: The values of the movie before the catalogs of both replicas parted, if they have
  ///     not been synced since.
  /// - Returns: The row, and the movies of the catalog that are the same one now: all but its own
  ///   one must go.
  package mutating func receive(
    _ theirs: MovieState, since parting: PartingValues? = nil
  ) throws -> (row: SyncRow, effect: Effect, absorbed: [Movie.ID]) {
    var (theirs, absorbed) = (theirs, [Movie.ID]())
    let rows = try rows.rows(of: theirs.origins)
    guard var row = rows.first else {
      var new = SyncRow(state: theirs)
      new.isShared = true
      try store(&new)
      return (new, .added, [])
    }
    let before = row.state
    if let parting { row.state.complete(&theirs, since: parting) }
    row.state.merge(theirs)
    for other in rows.dropFirst() { absorbed += try absorb(other, into: &row) }
    if row.state == before {
      if !row.isShared { try self.rows.share(row.id) }
      return (row, .none, [])
    }
    row.isShared = true
    try store(&row)
    return (row, .changed, absorbed)
  }

  /// Makes two rows one, because their movies are the same.
  ///
  /// - Returns: The movie of the other row.
  package mutating func absorb(
    _ other: SyncRow, into row: inout SyncRow
  ) throws -> [Movie.ID] {
    row.state.merge(other.state)
    try rows.delete(other)
    return [other.movie].compactMap(\.self)
  }

  /// Makes movies of this catalog one, whose own values count as later than those of the others.
  ///
  /// This happens outside of a sync, when it is not known yet whether the catalog is a copy or was
  /// restored, and goes on as another replica. So each such change counts as one of its own.
  package mutating func unite(_ others: [SyncRow], into row: inout SyncRow) throws {
    var stamp = SyncStamp(time: Clock.microseconds, replica: settings.replica)
    stamp.replica += "@\(String(stamp.time, radix: 36))"
    for other in others {
      row.state.absorb(other.state, at: stamp.replica)
      row.isShared = row.isShared || other.isShared
      try rows.delete(other)
    }
    // A deletion elsewhere of one of the others does not count.
    if !others.isEmpty { row.state.presence.add(at: stamp) }
    try store(&row)
  }

  // MARK: Clocks

  /// Gives the changes of a movie that no other replica accepts, because they are in the future, the
  /// time of the clock.
  ///
  /// - Returns: Whether there were any.
  package mutating func restamp(_ row: SyncRow) throws -> Bool {
    var row = row
    let before = row.state
    if SyncStamp.isAhead(settings.clock) { settings.clock = Clock.microseconds }
    // Such a change is later than what its replica knew.
    let known = row.state.latestTime(until: SyncStamp.limit)
    let stamp = SyncStamp(time: max(settings.clock, known.next), replica: settings.replica)
    row.state.limitTimes(to: stamp, after: SyncStamp.limit)
    if row.state == before { return false }
    try store(&row)
    return true
  }

  // MARK: Publish

  /// Finds out where the file of the replica is continued.
  ///
  /// A line that the replica does not remember is one of a later state of the catalog, which was
  /// lost, or of a clone of it. The replica then goes on as another one, with a file of its own.
  ///
  /// - Parameter line: The last line of its file; `nil` if there is none.
  /// - Returns: The number of the last change that the file has.
  package mutating func resume(after line: SyncLine?) -> Int64 {
    guard let line else { return 0 }
    if settings.ends.contains(line) { return line.sequence }
    settings.becomeNewReplica(file: settings.file)
    return 0
  }

  /// Calls the closure with the states that the file does not have.
  ///
  /// - Parameter body: A closure that returns the line.
  package mutating func publish(
    after sequence: Int64,
    _ body: (_ row: Int64, _ sequence: Int64, _ state: Rows.Line) throws -> SyncLine?
  ) throws {
    var end: SyncLine?
    try rows.forEachLine(after: sequence) { end = try body($0, $1, $2) }
    if let end { settings.ends.append(end) }
  }

  /// Stores a row whose state has changed.
  package mutating func store(_ row: inout SyncRow) throws {
    settings.sequence += 1
    settings.clock = max(settings.clock, row.state.latestTime)
    try rows.store(&row, sequence: settings.sequence)
  }
}
