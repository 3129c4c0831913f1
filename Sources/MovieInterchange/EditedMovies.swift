package import MovieFormats
internal import MovieMatching
package import MovieStore
package import MovieSystem

/// Movies as text that a user edits: a line of NDJSON or a row of CSV for each, with its id.
package struct EditedMovies {
  /// The formats of the text.
  package static let formats = [InterchangeFormat.ndjson, .csv]

  /// The movies that were edited, in their former order: when the text was written, and with the
  /// edited values.
  package private(set) var changes: [(before: Movie, after: Movie)] = []
  /// The movies whose line is missing.
  package private(set) var missing: [Movie] = []

  /// The keys that edited movies did not have before.
  package var newKeys: [AttributeKey] {
    Set(changes.flatMap { Set($0.after.attributes.keys).subtracting($0.before.attributes.keys) })
      .sorted()
  }

  /// Returns the text of movies.
  package static func text(
    of movies: [Movie], as format: InterchangeFormat
  ) throws(SystemError) -> [UInt8] {
    // Keys that can be added in a table.
    let usual = [AttributeKey.year, .rating, .watched, .tag, .note]
    let keys = Set(movies.flatMap(\.attributes.keys) + usual).sorted()
    let sink = ByteSink()
    var writer = InterchangeWriter(
      format: format, columns: InterchangeColumn.all(with: keys), sink: sink)
    var text: [UInt8] = []
    // JSON has the id after its opening brace.
    func take(after prefix: String) {
      text += Array(prefix.utf8) + sink.takeBytes().dropFirst(format == .csv ? 0 : 1)
    }
    try writer.begin()
    if format == .csv { take(after: "id,") }
    for movie in movies {
      try writer.write(
        title: movie.title, cast: movie.cast.map(\.name), isFavorite: movie.isFavorite,
        attributes: movie.attributes)
      take(after: format == .csv ? "\(movie.id)," : "{\"id\": \(movie.id), ")
    }
    return text
  }

  /// Reads the text after it was edited.
  ///
  /// - Parameters:
  ///   - movies: The movies of the text.
  ///   - fileName: The name of the file in errors.
  /// - Throws: `InterchangeError` for a record that is not valid, that has no id or that of another
  ///   movie, or that repeats one.
  package init(
    _ text: ByteSource, of movies: [Movie], as format: InterchangeFormat, fileName: String
  ) throws {
    var edited: [Movie.ID: (draft: MovieDraft, fields: Set<String>?)] = [:]
    let ids = Set(movies.map(\.id))
    try Self.forEachRecord(of: text, as: format, fileName: fileName) { draft, reader in
      guard let id = draft.id, ids.contains(id) else {
        throw reader.errorOfRecord("expected the 'id' of one of the movies")
      }
      if edited[id] != nil {
        throw reader.errorOfRecord("expected each movie once, found movie \(id) twice")
      }
      edited[id] = (draft, reader.fields.facts.fields)
    }
    // Values that are not stored as they are read are compared as they are read.
    var originals: [Movie.ID: MovieDraft] = [:]
    try Self.forEachRecord(
      of: ByteSource(bytes: Self.text(of: movies, as: format)), as: format, fileName: fileName,
      skipsInvalid: true
    ) { draft, _ in
      if let id = draft.id { originals[id] = draft }
    }
    for movie in movies {
      guard let (draft, fields) = edited[movie.id] else {
        missing.append(movie)
        continue
      }
      if originals[movie.id] == draft { continue }
      let merge = MovieMerge(rule: .replace, replacesCast: true, fields: fields)
      let after = try merge.fields(of: movie, from: draft).applied(to: movie)
      if after != movie { changes.append((before: movie, after: after)) }
    }
  }

  private static func forEachRecord(
    of text: ByteSource, as format: InterchangeFormat, fileName: String, skipsInvalid: Bool = false,
    _ body: (MovieDraft, inout InterchangeReader) throws -> Void
  ) throws {
    var reader = InterchangeReader(
      source: text, fileName: fileName,
      ReadingOptions(format: format, keeping: .all), isOwnExport: true)
    reader.readsIDs = true
    while let record = try reader.next() {
      switch record {
      case .success(let draft): try body(draft, &reader)
      case .failure(let error) where format == .csv && error.precedesRecords:
        throw InterchangeError(
          file: fileName, location: error.location,
          message: "expected a header with 'id' and 'title' as the first line", scope: .record)
      case .failure(let error): if !skipsInvalid { throw error }
      }
    }
  }
}

extension Catalog {
  /// Gives movies their edited values, if none of these movies has changed meanwhile.
  ///
  /// - Parameter deletesMissing: Whether movies whose line is missing are deleted.
  /// - Throws: `SelectionChanged`; `IrreversibleChange`; `StoreError`.
  package mutating func apply(
    _ edited: EditedMovies, deletingMissing deletesMissing: Bool, allowsIrreversible: Bool = true
  ) throws {
    let journal = core.journal
    try core.transaction(.write) { catalog in
      let missing = deletesMissing ? edited.missing : []
      try catalog.requireUnchanged(edited.changes.map(\.before) + missing)
      for (before, after) in edited.changes {
        _ = try catalog.replace(before, with: MovieFields.differences(before, after).after)
      }
      for movie in missing { try catalog.delete(movie) }
      try journal.requireUndoable(unless: allowsIrreversible)
    }
  }
}
