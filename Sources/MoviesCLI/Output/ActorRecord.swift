internal import MovieStore

/// An actor as output has it.
struct ActorRecord: Presentable {
  let actor: ActorWithMovieCount

  static let columns = [
    Column("id", isNumber: true), Column("name", minimumWidth: 10),
    Column("movies", isNumber: true),
  ]

  var recordID: Int64 { actor.id.rawValue }

  func text(of column: Column) -> String {
    switch column.name {
    case "id": "\(recordID)"
    case "name": actor.actor.name
    default: "\(actor.movieCount)"
    }
  }

  func append(to json: inout JSONWriter) {
    json.beginObject()
    json.add("id", recordID)
    json.add("name", actor.actor.name)
    json.add("movies", Int64(actor.movieCount))
    json.endObject()
  }
}
