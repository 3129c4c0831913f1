internal import MovieStore
internal import MovieTerminal

extension MovieWithCast {
  /// The first names of the cast in parentheses, which tell films of one title apart.
  var briefCast: String {
    cast.isEmpty ? "" : " (\(cast.prefix(3).map(\.name).joined(separator: ", ")))"
  }
}

/// A movie as output has it, with what a command did to it, or with more about its actors.
struct MovieRecord: Presentable {
  let movie: MovieWithCast
  var change: ChangedMovie.Outcome?
  /// The movies of each actor, where a drill-down opened them.
  var filmographies: [Actor.ID: [MovieRecord]] = [:]

  init(_ movie: MovieWithCast, change: ChangedMovie.Outcome? = nil) {
    self.movie = movie
    self.change = change
  }

  init(_ changed: ChangedMovie) { self.init(changed.movie, change: changed.outcome) }

  static let columns = [
    Column("id", isNumber: true), Column("favorite", heading: ""),
    Column("title", minimumWidth: 16),
    Column("actors", minimumWidth: 8), Column("sortableTitle", isShown: false),
    Column("change", isShown: false),
  ]

  var recordID: Int64 { movie.id.rawValue }

  func text(of column: Column) -> String {
    switch column.name {
    case "id": "\(recordID)"
    case "favorite": movie.movie.isFavorite ? "*" : ""
    case "title": movie.movie.title
    case "actors": CastCell.text(of: movie.cast.map(\.name))
    case "sortableTitle": movie.movie.sortableTitle
    default: change?.rawValue ?? ""
    }
  }

  func label(of column: Column, _ glyphs: Glyphs) -> String {
    switch column.name {
    case "favorite" where movie.movie.isFavorite: glyphs.star
    case "actors": movie.cast.map(\.name).joined(separator: ", ")
    default: text(of: column)
    }
  }

  func append(to json: inout JSONWriter) {
    json.beginObject()
    json.add("id", recordID)
    json.add("title", movie.movie.title)
    json.add("sortableTitle", movie.movie.sortableTitle)
    json.add("favorite", movie.movie.isFavorite)
    json.beginArray("actors")
    for actor in movie.cast {
      json.beginObject()
      json.add("id", actor.id.rawValue)
      json.add("name", actor.name)
      if let films = filmographies[actor.id] {
        json.beginArray("filmography")
        for film in films { film.append(to: &json) }
        json.endArray()
      }
      json.endObject()
    }
    json.endArray()
    if let change { json.add("change", change.rawValue) }
    json.endObject()
  }
}
