internal import MovieStore

/// The values of a movie in the catalog of which two are copies, as their histories tell.
package struct PartingValues {
  /// Those with which the values of this replica are compared.
  package var own: MovieState.Values
  /// Those with which the values of the other replica are compared. They differ from the own ones if
  /// another program has changed a movie, which only the history of the other catalog can tell.
  package var theirs: MovieState.Values

  package init(own: MovieState.Values, theirs: MovieState.Values) {
    (self.own, self.theirs) = (own, theirs)
  }
}

extension MovieState {
  /// Completes the states of copies of one catalog, which were first synced after they had parted:
  /// what either of them removed before that, its state does not tell, and the times of its changes
  /// are those of a machine.
  ///
  /// A value that only one of them changed counts as later than that of the other one, and a removal
  /// as having seen it. A deletion had seen a movie that the other one did not change. Both sides
  /// come to the same.
  mutating func complete(_ theirs: inout Self, since parting: PartingValues) {
    let (own, other) = (values, theirs.values)
    switch (presence.isPresent, theirs.presence.isPresent) {
    case (true, false): if own == parting.own { presence.remove() }
    case (false, true): if other == parting.theirs { theirs.presence.remove() }
    case (false, false): break
    case (true, true):
      let keys = Set(own.keys).union(other.keys).union(parting.own.keys)
      for key in keys where own[key] != other[key] {
        if key.isList {
          completeRemovals(of: key, parting.own[key] ?? [], in: &theirs)
          theirs.completeRemovals(of: key, parting.theirs[key] ?? [], in: &self)
          continue
        }
        let isChanged = own[key] != parting.own[key]
        if isChanged == (other[key] != parting.theirs[key]) { continue }
        if isChanged {
          registers[key] = Self.later(registers[key], than: theirs.registers[key])
        } else {
          theirs.registers[key] = Self.later(theirs.registers[key], than: registers[key])
        }
      }
    }
  }

  /// Records the removal of those of former values that this state does not have, unless they were
  /// added again after the first sync of the other replica.
  private func completeRemovals(
    of key: AttributeKey, _ values: [AttributeValue], in theirs: inout Self
  ) {
    for value in values where lists[key]?[value]?.presence.isPresent != true {
      guard let presence = theirs.lists[key]?[value]?.presence, presence.isOfFirstSync else {
        continue
      }
      theirs.lists[key]?[value]?.presence.remove()
    }
  }

  /// Returns a changed value, or none, with a stamp after that of the former value.
  private static func later(_ changed: Register?, than former: Register?) -> Register? {
    guard let former else { return changed }
    let next = SyncStamp(time: former.stamp.time.next, replica: former.stamp.replica)
    var register = changed ?? Register(values: [], stamp: next)
    if register.stamp.isBefore(next) { register.stamp = next }
    return register
  }
}
