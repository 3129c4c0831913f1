internal import MovieArguments

/// How records are printed: the format, and what of it was chosen.
struct RecordFormat {
  enum Kind: String {
    case table, tsv, csv, json, ndjson, ids
  }

  let kind: Kind
  let columns: [Column]
  let hasHeading: Bool
  /// Whether rows end with NUL.
  let endsWithNull: Bool
}

extension Session {
  /// The format that the command line chose: by default a table on a terminal, else TSV.
  ///
  /// - Parameter readsReferences: whether `-` among the arguments is standard input, which `-0` may
  ///   be about.
  func recordFormat(columns: [Column], readsReferences: Bool = false) throws -> RecordFormat {
    let kind = chosenKind ?? (streams.output.isTerminal ? .table : .tsv)
    let isTabular = kind == .table || kind == .tsv || kind == .csv
    if !isTabular, let option = command.last(of: [Options.movieColumns, Options.noHeader]) {
      throw misuse("'--\(option.long)' requires '--format table', 'tsv' or 'csv'")
    }
    if command.has(Options.null), !printsWithNull {
      try requireReferencesOnInput(readsReferences)
    }
    return RecordFormat(
      kind: kind, columns: chosenColumns(of: columns),
      hasHeading: kind != .tsv && !command.has(Options.noHeader),
      endsWithNull: command.has(Options.null) && printsWithNull)
  }

  /// Refuses a `-0` that has nothing to separate.
  func requireReferencesOnInput(_ readsReferences: Bool = true) throws {
    if readsReferences, command.arguments.contains("-") { return }
    throw misuse("'-0' requires \(readsReferences ? "'-', or " : "")'--format tsv' or 'ids'")
  }

  /// Whether the format is one whose rows can end with NUL.
  private var printsWithNull: Bool {
    let kind = chosenKind ?? (streams.output.isTerminal ? .table : .tsv)
    return kind == .tsv || kind == .ids
  }

  /// The format that was named; the last one counts.
  var chosenKind: RecordFormat.Kind? {
    switch command.last(of: [Options.format, Options.json])?.long {
    case Options.json.long: .json
    case Options.format.long: command.text(Options.format).flatMap(RecordFormat.Kind.init)
    default: nil
    }
  }

  private func chosenColumns(of columns: [Column]) -> [Column] {
    guard let names = command.text(Options.movieColumns) else { return columns.filter(\.isShown) }
    return names.split(separator: ",").compactMap { name in columns.first { $0.name == name } }
  }
}
