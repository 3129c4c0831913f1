internal import MovieStore
internal import MovieSystem

extension HistoryMarks {
  /// The marks as a member of a file: for each entry its time, its hash, and the first movie
  /// that it added.
  var json: JSONValue {
    let entries = marks.map { mark in
      JSONValue.Member(
        key: "\(mark.id)",
        value: .array(
          [.integer(mark.moment), .text(mark.hash)]
            + (mark.firstMovie.map { [.integer($0)] } ?? [])))
    }
    return .object([
      .init(key: "replica", value: .text(replica)),
      .init(key: "newestMovie", value: .integer(newestMovie)),
      .init(key: "entries", value: .object(entries)),
    ])
  }

  init?(_ json: JSONValue) {
    guard let replica = json["replica"]?.text, SyncSettings.isName(replica),
      let newestMovie = json["newestMovie"]?.nonnegativeInteger,
      let entries = json["entries"]?.members
    else { return nil }
    var marks: [Mark] = []
    for entry in entries {
      guard let id = Int64(entry.key), id > marks.last?.id ?? 0, let values = entry.value.array,
        2...3 ~= values.count, let moment = values[0].time, let hash = values[1].text,
        values.count == 2 || values[2].nonnegativeInteger != nil
      else { return nil }
      marks.append(
        Mark(
          id: id, moment: moment, hash: hash,
          firstMovie: values.dropFirst(2).first?.nonnegativeInteger))
    }
    self.init(replica: replica, newestMovie: newestMovie, marks: marks)
  }
}
