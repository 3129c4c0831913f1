internal import MovieInterchange
internal import MovieStore
internal import MovieSystem
internal import MovieTerminal

/// A difference between two catalogs in the output of a command.
struct DifferenceRecord: MovieColumns {
  let difference: CatalogDifference

  init(difference: CatalogDifference) { self.difference = difference }

  /// A change of a movie, with the fields that it changes.
  init(_ change: MovieChange) { difference = CatalogDifference(change) }

  static let columns: [RecordColumn<Self>] = [
    .init(Column(name: "change", minimumWidth: 9)) { .text($0.change) },
    .init(Column(name: "id", isNumber: true, style: .dim)) {
      .text($0.recordID.orNull.map(String.init) ?? "")
    },
    .init(Column(name: "title", minimumWidth: 16, style: .bold)) { .text($0.movie.title) },
    .init(Column(name: "year", isNumber: true)) {
      .attribute(.year, $0.movie.attributes[.year])
    },
    .init(Column(name: "fields", minimumWidth: 12)) { .text($0.fields) },
  ]

  var record: MovieRecord { MovieRecord(movie) }

  private var movie: Movie { difference.change.movie }

  /// The id of a movie of the catalog.
  var idText: String {
    difference.change.after == nil ? "" : recordID.orNull.map(String.init) ?? ""
  }

  private var change: String {
    difference.candidates.isEmpty ? difference.change.outcome.rawValue : "ambiguous"
  }

  /// The fields that differ, or the movies that an ambiguous one can be.
  private var fields: String {
    if difference.candidates.isEmpty { return difference.fields.joined(separator: ", ") }
    return "can be \(difference.candidates.map { "\($0.rawValue)" }.joined(separator: ", "))"
  }

  static func members(ofColumn name: String) -> [String] {
    switch name {
    case "change", "id": [name]
    case "fields": [name, "candidates"]
    default: ["before", "after"]
    }
  }

  static let schema = JSONSchema.object([
    "change": .values(["added", "deleted", "ambiguous", "updated"]), "id": .integer.orNull,
    "fields": .array(.string), "candidates": .array(.integer),
    "before": MovieRecord.foreignSchema.orNull, "after": MovieRecord.foreignSchema.orNull,
  ])

  func append(to json: inout JSONBuilder) {
    json.object { json in
      json.add("change", change)
      json.add("id", recordID.orNull)
      json.array("fields", difference.fields) { $0.add($1) }
      json.array("candidates", difference.candidates) { $0.add($1.rawValue) }
      json.member("before") { json in append(difference.change.before, to: &json) }
      json.member("after") { json in append(difference.change.after, to: &json) }
    }
  }

  private func append(_ movie: Movie?, to json: inout JSONBuilder) {
    if let movie { MovieRecord(movie).append(to: &json) } else { json.addNull() }
  }

  // MARK: Pages

  /// The title, and below it the values before with `-` and those after with `+`.
  func page(columns: Int, _ glyphs: Glyphs, isColored: Bool) -> [String]? {
    let mark =
      switch difference.change {
      case .added: "+"
      case .deleted: difference.candidates.isEmpty ? "-" : "?"
      case .updated, .unchanged: "~"
      }
    let (before, after) = (difference.change.before, difference.change.after)
    let heading = TerminalText.wrapped(
      "\(mark) \(TerminalText.escaped(movie.titleWithYear))", to: columns)
    let values =
      MovieDifference.lines(from: before, to: after)
      + (difference.candidates.isEmpty ? [] : [.init(mark: "?", text: fields)])
    return heading.map { Style.bold.styled($0, isColored: isColored) }
      + values.flatMap { value in
        Self.lines(of: value, columns: columns, isColored: isColored)
      }
  }

  private static func lines(
    of value: MovieDifference.Line, columns: Int, isColored: Bool
  ) -> [String] {
    let style: Style? = value.mark == "-" ? .removed : value.mark == "+" ? .added : nil
    let lines = TerminalText.wrapped(
      TerminalText.escaped(value.text), to: max(1, columns - 4))
    return lines.enumerated().map { index, line in
      let text = "  \(index == 0 ? value.mark : " ") \(line)"
      return style?.styled(text, isColored: isColored) ?? text
    }
  }
}
