internal import MovieCharts
internal import MovieStatistics
internal import MovieStore
internal import MovieSystem
internal import MovieTerminal

/// The statistics of a catalog.
extension CatalogStatistics {
  var output: StatsOutput { StatsOutput(json: json, rows: rows, page: page) }

  private func page(_ style: ChartStyle) -> [String] {
    let size =
      "\(Formatting.pluralized(history.entries, "change")), "
      + "\(Formatting.bytes(Int64(history.bytes)))"
    let values = [
      ("Movies", Formatting.grouped(movies)), ("Favorites", Formatting.grouped(favorites)),
      ("Watched", Formatting.grouped(watched)), ("Actors", Formatting.grouped(actors)),
      ("Credits", Formatting.grouped(credits)), ("Attributes", Formatting.grouped(attributes)),
      ("Size", Formatting.bytes(Int64(bytes))), ("Schema", "v\(schemaVersion.rawValue)"),
      ("History", size),
    ]
    return style.lines(values.filter { $0.0 != "Attributes" || attributes > 0 })
      + style.lines([
        ratings.ratingChart, years.yearChart(),
        BarChart(
          "Busiest actors", columns: ["Actor", "Movies"],
          busiest.map { BarChart.Bar($0.actor.name, $0.movieCount) }),
        BarChart(
          "Cast sizes", columns: ["Cast", "Movies"],
          groupedCastSizes.map { BarChart.Bar($0.label, $0.movies) }),
      ])
  }

  /// The numbers of movies by cast size, with one row for all large casts.
  private var groupedCastSizes: [(label: String, movies: Int)] {
    let large = castSizes.filter { $0.names >= 10 }.reduce(0) { $0 + $1.movies }
    return castSizes.filter { $0.names < 10 }.map {
      (Formatting.pluralized($0.names, "actor"), $0.movies)
    } + (large > 0 ? [("10 or more", large)] : [])
  }

  /// Names and values.
  private var rows: [[String]] {
    let totals: [(String, Int)] = [
      ("movies", movies), ("favorites", favorites), ("watched", watched), ("actors", actors),
      ("credits", credits),
      ("bytes", bytes), ("schemaVersion", schemaVersion.rawValue),
      ("historyEntries", history.entries), ("historyMovies", history.movies),
      ("historyBytes", history.bytes), ("attributes", attributes),
    ]
    return totals.map { [$0, "\($1)"] }
      + busiest.map { ["busiest", $0.actor.name, "\($0.movieCount)"] }
      + castSizes.map { ["castSize", "\($0.names)", "\($0.movies)"] }
      + ratings.map { ["rating", $0.value.description, "\($0.movies)"] }
      + years.map { ["year", $0.value.description, "\($0.movies)"] }
  }

  static let schema = JSONSchema.object([
    "movies": .integer, "favorites": .integer, "watched": .integer, "actors": .integer,
    "credits": .integer, "busiest": .array(ActorRecord.schema),
    "castSizes": .array(.object(["names": .integer, "movies": .integer])),
    "ratings": .array(MovieGroups.Group.schema), "years": .array(MovieGroups.Group.schema),
    "bytes": .integer, "schemaVersion": .integer,
    "history": .object(["entries": .integer, "movies": .integer, "bytes": .integer]),
    "attributes": .integer,
  ])

  private var json: [UInt8] {
    JSONBuilder.line { json in
      json.add("movies", movies)
      json.add("favorites", favorites)
      json.add("watched", watched)
      json.add("actors", actors)
      json.add("credits", credits)
      json.array("busiest", busiest) { ActorRecord(actor: $1).append(to: &$0) }
      json.array("castSizes", castSizes) { json, size in
        json.object {
          $0.add("names", size.names)
          $0.add("movies", size.movies)
        }
      }
      json.array("ratings", ratings) { $1.append(to: &$0) }
      json.array("years", years) { $1.append(to: &$0) }
      json.add("bytes", bytes)
      json.add("schemaVersion", schemaVersion.rawValue)
      json.object("history") {
        $0.add("entries", history.entries)
        $0.add("movies", history.movies)
        $0.add("bytes", history.bytes)
      }
      json.add("attributes", attributes)
    }
  }
}
