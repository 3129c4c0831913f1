internal import MovieMatching
package import MovieStore
package import MovieSystem

/// What replicas know about a movie: its values, and when each got them.
///
/// Merging states is commutative, associative and idempotent, so that replicas that know the same
/// changes have the same state, in whatever order and however often they got them.
package struct MovieState: Hashable {
  /// The names that the movie was given where it was added. Replicas that add the same movie give
  /// it several ones, which their merge unites.
  package var origins: Set<String>
  /// Whether the movie exists. A deletion counts less than a change that it had not seen.
  package var presence = Presence()
  /// The title, `favorite`, the `cast`, and the keys of which a movie has one value, or which are
  /// not known. The later value counts.
  package var registers: [AttributeKey: Register] = [:]
  /// The values of the keys that are lists, each by its text. An added value outlasts a removal
  /// that had not seen it.
  package var lists: [AttributeKey: [AttributeValue: Element]] = [:]
  /// Members of a newer version of the format.
  package internal(set) var others: [String: JSONValue] = [:]

  package init(origins: Set<String>) { self.origins = origins }

  /// The state of a movie of which only is known that a replica deleted it.
  package init(deleted origin: String, by replica: String) {
    origins = [origin]
    let deletion = [replica: SyncStamp.unknownTime]
    presence = Presence(added: deletion, removed: deletion)
    registers = [.title: Register(values: [.text("?")], stamp: SyncStamp(time: 0, replica: ""))]
  }

  /// The origin that names the movie: the first one.
  var name: String { origins.min { $0.precedes($1) } ?? "" }
}

/// A moment on the clock of a replica.
package struct SyncStamp: Hashable {
  /// The valid times of states in microseconds since 1970, up to the end of the year 9999: a later
  /// time can always be computed.
  package static let times: ClosedRange<Int64> = 0...253_402_300_799_999_999
  /// The time of changes before the first sync of which the history does not tell it.
  package static let unknownTime: Int64 = 1
  /// How far the clock of another replica can be ahead: a day.
  package static let aheadLimit: Int64 = 86_400 * 1_000_000

  /// Whether a time in ``times`` is ahead of the clock by more than the limit.
  package static func isAhead(_ time: Int64) -> Bool { time > limit }

  /// The last moment that is not ahead by more than the limit.
  package static var limit: Int64 { Clock.microseconds + aheadLimit }

  /// Microseconds since 1970, later than all that the replica knew.
  package var time: Int64
  package var replica: String

  package init(time: Int64, replica: String) { (self.time, self.replica) = (time, replica) }

  /// The stamp of a change of a replica that gets the time of this one.
  fileprivate func limiting(_ other: String) -> SyncStamp {
    SyncStamp(time: time, replica: "\(other)@\(replica)")
  }

  package func isBefore(_ other: Self) -> Bool {
    time == other.time ? replica.precedes(other.replica) : time < other.time
  }
}

/// A value of which the later one counts.
package struct Register: Hashable {
  package var values: [AttributeValue]
  package var stamp: SyncStamp

  mutating func merge(_ other: Register) {
    if stamp == other.stamp {
      if json(values).lexicographicallyPrecedes(json(other.values)) { values = other.values }
    } else if stamp.isBefore(other.stamp) {
      self = other
    }
  }

  /// Equal stamps have equal values, unless a file was edited.
  private func json(_ values: [AttributeValue]) -> [UInt8] { JSONValue(values).bytes }
}

/// Whether something exists: it was added after every removal that saw it.
package struct Presence: Hashable {
  /// The time of the last addition or change by each replica.
  package var added: [String: Int64] = [:]
  /// The last addition or change by each replica that a removal saw.
  package var removed: [String: Int64] = [:]

  package init(added: [String: Int64] = [:], removed: [String: Int64] = [:]) {
    (self.added, self.removed) = (added, removed)
  }

  package var isPresent: Bool { added.contains { $0.value > removed[$0.key] ?? .min } }

  /// Whether all additions that count were made before the first sync of a catalog.
  var isOfFirstSync: Bool {
    added.allSatisfy { replica, time in
      replica.hasPrefix("@") || time <= max(removed[replica] ?? 0, SyncStamp.unknownTime)
    }
  }

  /// Each addition is later than the former ones of the replica: a removal can have seen these.
  package mutating func add(at stamp: SyncStamp) {
    added[stamp.replica] = max(stamp.time, (added[stamp.replica] ?? .min).next)
  }

  /// Records a removal that had seen all additions.
  package mutating func remove() { removed.merge(added) { max($0, $1) } }

  mutating func limitTimes(to stamp: SyncStamp, after limit: Int64) {
    for (replica, addition) in added where addition > limit {
      let limited = stamp.limiting(replica)
      added[replica] = nil
      added[limited.replica] = limited.time
      if removed[replica] ?? .min >= addition { removed[limited.replica] = limited.time }
    }
    removed = removed.mapValues { min($0, limit) }
  }

  mutating func merge(_ other: Presence) {
    added.merge(other.added) { max($0, $1) }
    removed.merge(other.removed) { max($0, $1) }
  }
}

/// A value of a list.
package struct Element: Hashable {
  package var presence = Presence()
  /// The first addition, by which values are ordered.
  package var first: SyncStamp

  mutating func merge(_ other: Element) {
    presence.merge(other.presence)
    if other.first.isBefore(first) { first = other.first }
  }
}

extension MovieState {
  /// Unites what two replicas know about the movie.
  package mutating func merge(_ other: MovieState) {
    origins.formUnion(other.origins)
    presence.merge(other.presence)
    for (key, register) in other.registers {
      registers[key, default: register].merge(register)
    }
    for (key, elements) in other.lists {
      for (value, element) in elements {
        lists[key, default: [:]][value, default: element].merge(element)
      }
    }
    for (name, value) in other.others {
      let own = others[name] ?? value
      others[name] = own.bytes.lexicographicallyPrecedes(value.bytes) ? value : own
    }
  }

  package mutating func delete() { presence.remove() }

  /// Merges the state of another movie, whose values count only where this one has none.
  package mutating func absorb(_ other: MovieState, at replica: String) {
    for (key, theirs) in other.registers {
      guard var own = registers[key], own.values != theirs.values,
        key.action(.fill, hasValues: !own.values.isEmpty) == .keep,
        !theirs.stamp.isBefore(own.stamp)
      else { continue }
      own.stamp = SyncStamp(time: theirs.stamp.time.next, replica: replica)
      registers[key] = own
    }
    merge(other)
  }

  /// Adds the title of a state that was merged, if another one took its place, to the other titles.
  mutating func keepTitle(of other: MovieState) {
    let values = values
    let titles = [AttributeKey.title, .aka].flatMap { values[$0] ?? [] }.map(\.description)
    guard let register = other.registers[.title], let title = register.values.first,
      !Sameness.isTitle(title.description, among: titles)
    else { return }
    var presence = Presence()
    presence.add(at: register.stamp)
    let kept = Element(presence: presence, first: register.stamp)
    // A title can have several lines.
    let lines = title.description.split(whereSeparator: \.isNewline)
    lists[.aka, default: [:]][.text(lines.joined(separator: " ")), default: kept].merge(kept)
  }

  /// Returns attributes with the values of lists in the order of the state.
  package func ordering(_ attributes: MovieAttributes) -> MovieAttributes {
    var ordered = attributes
    let values = values
    for entry in attributes.entries where entry.key.isList {
      let present = Set(entry.values)
      let known = (values[entry.key] ?? []).filter(present.contains)
      let isKnown = Set(known)
      ordered.setStored(entry.key, to: known + entry.values.filter { !isKnown.contains($0) })
    }
    return ordered
  }

  // MARK: Values

  /// The values of a movie by the names of its fields; fields without a value are left out.
  package typealias Values = [AttributeKey: [AttributeValue]]

  package static func values(of draft: MovieDraft) -> Values {
    var values: Values = [.title: [.text(draft.title)]]
    if draft.isFavorite { values[.favorite] = [.integer(1)] }
    if !draft.cast.isEmpty { values[.cast] = draft.cast.map { .text($0) } }
    for entry in draft.attributes.entries {
      values[entry.key] =
        entry.key.isList ? entry.values.map { .text($0.description) } : entry.values
    }
    return values
  }

  /// The movie, and the names of the fields whose values exceed the limits of a movie. The last
  /// ones stay in the state only.
  package var draft: (draft: MovieDraft, overflow: [AttributeKey]) {
    var draft = MovieDraft()
    var overflow: [AttributeKey] = []
    var stored: [(key: AttributeKey, value: AttributeValue)] = []
    var bytes = 0
    for (key, values) in values.sorted(by: { $0.key.name.precedes($1.key.name) }) {
      switch key {
      case .title: draft.title = values.first?.description ?? ""
      case .favorite: draft.isFavorite = true
      case .cast: draft.cast = values.map(\.description)
      default:
        for value in values {
          let end = bytes + key.name.utf8.count + value.byteCount
          if stored.count == MovieAttributes.valueLimit || end > MovieAttributes.byteLimit {
            overflow.append(key)
            break
          }
          bytes = end
          stored.append((key, value))
        }
      }
    }
    draft.attributes = MovieAttributes(valid: stored)
    return (draft, overflow)
  }

  package var values: Values {
    var values = registers.mapValues(\.values).filter { !$0.value.isEmpty }
    for (key, elements) in lists {
      let present = elements.filter(\.value.presence.isPresent).sorted {
        $0.value.first == $1.value.first
          ? $0.key.description.precedes($1.key.description)
          : $0.value.first.isBefore($1.value.first)
      }
      if !present.isEmpty { values[key] = key.inNormalForm(present.map(\.key)) }
    }
    return values
  }

  /// Records what a replica changed since the state was its content.
  ///
  /// - Parameters:
  ///   - fills: Whether values that are missing were lost, and not removed.
  ///   - stamp: Returns when a field was changed. A change counts as later than those that the state
  ///     has.
  package mutating func change(
    to draft: MovieDraft, filling fills: Bool = false, _ stamp: (AttributeKey) -> SyncStamp
  ) {
    let (old, new) = (Self.values(of: self.draft.draft), Self.values(of: draft))
    var stamps: Set<SyncStamp> = []
    for key in Set(old.keys).union(new.keys).sorted(by: { $0.name.precedes($1.name) }) {
      let (before, after) = (old[key] ?? [], new[key] ?? [])
      if before == after || fills && after.isEmpty { continue }
      // The order of a list is that of its additions.
      if key.isList, Set(before) == Set(after) { continue }
      var stamp = stamp(key)
      stamp.time = max(stamp.time, latestTime(of: key).next)
      if key.isList {
        changeList(key, from: before, to: after, keeping: fills, stamp)
      } else {
        registers[key] = Register(values: after, stamp: stamp)
      }
      stamps.insert(stamp)
    }
    // Before the first sync, each change of the history counts as a replica: a deletion that had
    // seen one of them need not have seen the others.
    for stamp in stamps.sorted(by: { $0.isBefore($1) }) { presence.add(at: stamp) }
  }

  /// Replaces the stamps of changes after a limit.
  ///
  /// Others can know earlier changes of their replicas with any earlier time. So what is replaced
  /// counts as changes of new ones.
  ///
  /// - Parameters:
  ///   - stamp: When the changes were limited, which is not after the limit, and by which replica.
  package mutating func limitTimes(to stamp: SyncStamp, after limit: Int64) {
    presence.limitTimes(to: stamp, after: limit)
    for (key, register) in registers where register.stamp.time > limit {
      registers[key]?.stamp = stamp.limiting(register.stamp.replica)
    }
    for (key, elements) in lists {
      lists[key] = elements.mapValues { element in
        var element = element
        element.presence.limitTimes(to: stamp, after: limit)
        if element.first.time > limit { element.first = stamp.limiting(element.first.replica) }
        return element
      }
    }
  }

  private func latestTime(of key: AttributeKey) -> Int64 {
    let elements = lists[key]?.values.flatMap { $0.presence.added.values + [$0.first.time] } ?? []
    return max(registers[key]?.stamp.time ?? 0, elements.max() ?? 0)
  }

  private mutating func changeList(
    _ key: AttributeKey, from before: [AttributeValue], to after: [AttributeValue], keeping: Bool,
    _ stamp: SyncStamp
  ) {
    var elements = lists[key] ?? [:]
    let (former, present) = (Set(before), Set(after))
    var first = stamp
    for value in after where !former.contains(value) {
      elements[value, default: Element(first: first)].presence.add(at: stamp)
      first.time = first.time.next
    }
    for value in before where !present.contains(value) && !keeping {
      elements[value]?.presence.remove()
    }
    lists[key] = elements
  }
}

extension Int64 {
  /// This number plus 1, or the maximum if it is the maximum.
  package var next: Int64 { self == .max ? self : self + 1 }
}
