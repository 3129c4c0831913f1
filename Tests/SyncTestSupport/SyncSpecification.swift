import MovieStore
import MovieSync

/// A set of changes, by their numbers in a `SyncSpecification`. A run has at most 64.
package struct ChangeSet: OptionSet, Hashable, Sendable {
  package let rawValue: UInt64

  package init(rawValue: UInt64) { self.rawValue = rawValue }

  init(_ number: Int) { rawValue = 1 << UInt64(number) }
}

/// What replicas have to show that know a set of changes, written down without states: a removal
/// removes what it had seen, of single values the later one counts, and movies that were united stay
/// one.
package struct SyncSpecification: Sendable {
  enum Kind: Hashable, Sendable {
    /// The movie exists: it was added, or restored.
    case addition
    case deletion(seen: ChangeSet)
    case setting(AttributeKey, [AttributeValue], SyncStamp)
    /// - first: The moment by which values are ordered.
    case addedValue(AttributeKey, AttributeValue, at: SyncStamp, first: SyncStamp)
    case removedValue(AttributeKey, AttributeValue, seen: ChangeSet)
    case union(with: Int)
  }

  struct Change: Hashable, Sendable {
    /// The number of a movie.
    let movie: Int
    let kind: Kind
    /// Equal for equal changes, whatever their numbers are.
    let digest: Digest
  }

  private(set) var changes: [Change] = []
  /// The number of movies.
  private(set) var movieCount = 0

  mutating func addMovie() -> Int {
    movieCount += 1
    return movieCount - 1
  }

  private func changes(in known: ChangeSet) -> some Sequence<Change> {
    changes.indices.lazy.filter { known.contains(ChangeSet($0)) }.map { changes[$0] }
  }

  private mutating func add(_ movie: Int, _ kind: Kind) -> ChangeSet {
    var digest = Digest()
    digest.add(movie)
    switch kind {
    case .addition: digest.add(1)
    case .deletion(let seen): digest.add(self.digest(of: seen))
    case .setting(let key, let values, let stamp):
      digest.add(key.name)
      for value in values { digest.add(value.description) }
      digest.add(stamp)
    case .addedValue(let key, let value, let stamp, let first):
      digest.add(key.name)
      digest.add(value.description)
      digest.add(stamp)
      digest.add(first)
    case .removedValue(let key, let value, let seen):
      digest.add(key.name)
      digest.add(value.description)
      digest.add(self.digest(of: seen))
    case .union(let other):
      digest.add(2)
      digest.add(other)
    }
    changes.append(Change(movie: movie, kind: kind, digest: digest))
    precondition(changes.count <= 64)
    return ChangeSet(changes.count - 1)
  }

  /// The same for sets with the same changes, whatever their numbers are.
  func digest(of set: ChangeSet) -> Digest {
    var digest = Digest()
    for change in changes(in: set) { digest.combine(change.digest) }
    return digest
  }

  // MARK: Expectations

  /// The movies that are one with a movie.
  func group(of movie: Int, in known: ChangeSet) -> Set<Int> {
    var group: Set = [movie]
    var count = 0
    while count < group.count {
      count = group.count
      for change in changes(in: known) {
        guard case .union(let other) = change.kind else { continue }
        if group.contains(change.movie) || group.contains(other) {
          group.formUnion([change.movie, other])
        }
      }
    }
    return group
  }

  /// The changes of movies.
  func changes(of movies: Set<Int>, in known: ChangeSet) -> ChangeSet {
    var set: ChangeSet = []
    for number in changes.indices
    where known.contains(ChangeSet(number)) && movies.contains(changes[number].movie) {
      set.insert(ChangeSet(number))
    }
    return set
  }

  /// The values that the movies of a group have; `nil` if it is deleted.
  func values(of group: Set<Int>, in known: ChangeSet) -> MovieState.Values? {
    let known = changes(of: group, in: known)
    var seen: ChangeSet = []
    for change in changes(in: known) {
      if case .deletion(let changes) = change.kind { seen.formUnion(changes) }
    }
    let isPresent = changes(in: known.subtracting(seen)).contains {
      if case .deletion = $0.kind { false } else { true }
    }
    return isPresent ? values(in: known) : nil
  }

  private func values(in known: ChangeSet) -> MovieState.Values {
    var settings: [AttributeKey: (values: [AttributeValue], stamp: SyncStamp)] = [:]
    var firsts: [AttributeKey: [AttributeValue: SyncStamp]] = [:]
    var removed: ChangeSet = []
    for change in changes(in: known) {
      switch change.kind {
      case .setting(let key, let values, let stamp):
        if settings[key]?.stamp.isBefore(stamp) ?? true { settings[key] = (values, stamp) }
      case .addedValue(let key, let value, _, let first):
        let other = firsts[key]?[value] ?? first
        firsts[key, default: [:]][value] = first.isBefore(other) ? first : other
      case .removedValue(_, _, let seen): removed.formUnion(seen)
      case .addition, .deletion, .union: break
      }
    }
    var values = settings.mapValues(\.values).filter { !$0.value.isEmpty }
    for (key, firsts) in firsts {
      let present = firsts.filter { value, _ in
        changes(in: known.subtracting(removed)).contains {
          if case .addedValue(key, value, _, _) = $0.kind { true } else { false }
        }
      }
      let ordered = present.sorted { $0.value.isBefore($1.value) }.map(\.key)
      if !ordered.isEmpty { values[key] = key.inNormalForm(ordered) }
    }
    return values
  }

  // MARK: Changes

  /// Records what a replica changed.
  ///
  /// - Parameters:
  ///   - values: The values of the movie; `nil` if it was deleted.
  ///   - known: The changes that the replica knew.
  ///   - stamp: Returns when a field was changed, and by which replica.
  /// - Returns: The changes that it knows now.
  mutating func record(
    _ values: MovieState.Values?, of movie: Int, knowing known: ChangeSet,
    _ stamp: (AttributeKey) -> SyncStamp
  ) -> ChangeSet {
    let group = group(of: movie, in: known)
    let ofGroup = changes(of: group, in: known)
    let before = self.values(of: group, in: known)
    guard let values else {
      return before == nil ? known : known.union(add(movie, .deletion(seen: ofGroup)))
    }
    let former = before ?? self.values(in: ofGroup)
    var result = known
    for key in Set(values.keys).union(former.keys).sorted(by: { $0.name < $1.name }) {
      let (old, new) = (former[key] ?? [], values[key] ?? [])
      if old == new { continue }
      var stamp = stamp(key)
      stamp.time = max(stamp.time, latestTime(of: key, in: ofGroup).next)
      if !key.isList {
        result.formUnion(add(movie, .setting(key, new, stamp)))
        continue
      }
      var first = stamp
      for value in new where !old.contains(value) {
        result.formUnion(add(movie, .addedValue(key, value, at: stamp, first: first)))
        first.time = first.time.next
      }
      for value in old where !new.contains(value) {
        result.formUnion(
          add(movie, .removedValue(key, value, seen: additions(of: value, key, in: ofGroup))))
      }
    }
    if before == nil { result.formUnion(add(movie, .addition)) }
    return result
  }

  private func additions(
    of value: AttributeValue, _ key: AttributeKey, in known: ChangeSet
  ) -> ChangeSet {
    var set: ChangeSet = []
    for number in changes.indices where known.contains(ChangeSet(number)) {
      if case .addedValue(key, value, _, _) = changes[number].kind { set.insert(ChangeSet(number)) }
    }
    return set
  }

  private func latestTime(of key: AttributeKey, in known: ChangeSet) -> Int64 {
    var latest: Int64 = 0
    for change in changes(in: known) {
      switch change.kind {
      case .setting(key, _, let stamp): latest = max(latest, stamp.time)
      case .addedValue(key, _, let stamp, let first): latest = max(latest, stamp.time, first.time)
      default: break
      }
    }
    return latest
  }

  /// Records that a replica made two movies one, with the values of the first one.
  mutating func unite(
    _ movie: Int, with other: Int, by replica: String, knowing known: ChangeSet
  ) -> ChangeSet {
    let own = changes(of: group(of: movie, in: known), in: known)
    let others = changes(of: group(of: other, in: known), in: known)
    var result = known
    for (key, setting) in settings(in: own) {
      guard let theirs = settings(in: others)[key], !setting.values.isEmpty,
        theirs.values != setting.values, !theirs.stamp.isBefore(setting.stamp)
      else { continue }
      let stamp = SyncStamp(time: theirs.stamp.time.next, replica: replica)
      result.formUnion(add(movie, .setting(key, setting.values, stamp)))
    }
    result.formUnion(add(movie, .union(with: other)))
    return result
  }

  private func settings(
    in known: ChangeSet
  ) -> [AttributeKey: (values: [AttributeValue], stamp: SyncStamp)] {
    var settings: [AttributeKey: (values: [AttributeValue], stamp: SyncStamp)] = [:]
    for change in changes(in: known) {
      if case .setting(let key, let values, let stamp) = change.kind,
        settings[key]?.stamp.isBefore(stamp) ?? true
      {
        settings[key] = (values, stamp)
      }
    }
    return settings
  }

  /// Gives the changes of a set that are in the future another stamp.
  mutating func restamp(_ set: ChangeSet, after limit: Int64, to stamp: SyncStamp) {
    for number in changes.indices where set.contains(ChangeSet(number)) {
      guard case .setting(let key, let values, let former) = changes[number].kind,
        former.time > limit
      else { continue }
      let movie = changes[number].movie
      _ = add(movie, .setting(key, values, stamp))
      changes[number] = changes.removeLast()
    }
  }
}
