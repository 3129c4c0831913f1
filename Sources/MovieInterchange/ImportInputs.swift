internal import MovieFormats
internal import MovieMatching
internal import MovieStore
internal import MovieSystem

/// The files of an import with how each is read, those of a service in the order of their kinds.
struct ImportInputs {
  struct Input {
    let source: ImportSource
    /// The preset of the file; `nil` for an export of this library and a plain list.
    let preset: ImportPreset?
    var reading: ReadingOptions
    /// Whether the records have decisions of the user.
    var hasDecisions = false
    /// Whether several rows of a plain list can be viewings of one movie.
    var canHaveViewings = false
  }

  private(set) var inputs: [Input] = []
  /// The files of directories and archives that are not imported.
  private(set) var skippedFiles: [String] = []
  /// The lists of a service that are not imported.
  private(set) var omittedLists: [String] = []

  private var plain: [Input] = []
  private var found: [(preset: Int, file: Int, input: Input)] = []

  /// Recognizes each file, and decides what needs the whole of it.
  ///
  /// - Throws: `InterchangeError` with the scope `option` if a preset, a user, a scale or the order
  ///   of dates must be chosen.
  init(
    _ containers: [ImportSource], _ options: ImportOptions,
    _ readArchive: ImportSource.ArchiveReader?
  ) throws {
    for container in containers {
      let (count, skipped) = (listCount, skippedFiles.count)
      try container.keepingOpen {
        for source in try container.expanded(readArchive, skipping: &skippedFiles) {
          try source.keepingOpen { try add(source, options) }
        }
      }
      if listCount == count {
        let files = skippedFiles.dropFirst(skipped).map { FilePath.name(of: $0) }
        throw Self.error(
          "expected lists of movies, found " + (files.isEmpty ? "none" : ForeignFile.list(files)),
          container.name, .file)
      }
    }
    // A directory with files of a service also has others.
    let services = Set(found.compactMap(\.input.source.container))
    for input in plain {
      if let container = input.source.container, services.contains(container),
        !input.hasDecisions
      {
        skippedFiles.append(input.source.name)
      } else {
        var input = input
        if input.source.container != nil { try Self.decide(&input) }
        inputs.append(input)
      }
    }
    // The order of the arguments does not matter.
    let order = found.indices.sorted {
      (found[$0].preset, found[$0].file, found[$0].input.source.name)
        < (found[$1].preset, found[$1].file, found[$1].input.source.name)
    }
    inputs += order.map { found[$0].input }
    setPositionKeys(taggedWith: options.tags)
    try requireInputs()
    if let part = inputs.first(where: { $0.reading.file?.part != nil }),
      !inputs.contains(where: { $0.reading.file?.isDataset == true && $0.reading.file?.part == nil }
      )
    {
      throw Self.error(
        "has no titles; pass the file with them, 'title.basics.tsv.gz', too", part.source.name)
    }
  }

  /// The number of files with a list.
  private var listCount: Int { plain.count + found.count + omittedLists.count }

  private mutating func add(_ source: ImportSource, _ options: ImportOptions) throws {
    guard source.container == nil || ImportPreset.hasListExtension(source.name) else {
      return skippedFiles.append(source.name)
    }
    var (source, options) = (source, options)
    if source.container == nil, let catalog = try source.exported() {
      source = catalog
      (options.reading.format, options.reading.encoding) = (.ndjson, .utf8)
    }
    let signature: SourceSignature
    do {
      signature = try Self.signature(of: source, options.reading)
    } catch let error as InterchangeError {
      // What is not imported anyway cannot stop an import.
      guard source.container != nil, ImportPreset.isSkipped(source.name, options.reading) else {
        throw error
      }
      return skippedFiles.append(source.name)
    }
    if signature.isForeign {
      if source.container != nil { return skippedFiles.append(source.name) }
      // Text without an address is a problem of its record.
      if let root = signature.root, !root.isEmpty {
        throw Self.error(
          "expected an NFO file or Kodi's 'videodb.xml', found XML of <\(root)>; export the list as "
            + "CSV or JSON", source.name, .file)
      }
    }
    guard let (preset, file) = try Self.kind(of: source, signature, options.reading) else {
      var input = Input(
        source: source, preset: nil, reading: options.reading,
        hasDecisions: signature.hasDecisions)
      if source.container == nil {
        input.reading.titleLines = try Self.titleLines(of: source, signature, options.reading)
        try Self.decide(&input)
      }
      return plain.append(input)
    }
    if file.isUnused || source.container != nil && preset.skips(source.name) {
      return skippedFiles.append(source.name)
    }
    if file.isNamedList, source.container != nil, !options.reading.includesLists {
      return omittedLists.append(source.name)
    }
    try Self.requireImportable(file, source, options)
    var reading = options.reading
    reading.file = file
    if options.replacesNotes { reading.file?.fills.remove(AttributeKey.note.name) }
    found.append(
      (
        ImportPreset.all.firstIndex { $0.name == preset.name } ?? 0,
        preset.files.firstIndex(of: file) ?? 0,
        Input(source: source, preset: preset, reading: try source.decided(reading).options)
      ))
  }

  /// Decides how a plain list is read.
  private static func decide(_ input: inout Input) throws {
    (input.reading, input.canHaveViewings) = try input.source.decided(input.reading)
  }

  /// Sets the key of the positions of each list that has some. A plain list has the name of the
  /// tag that all its movies get, or of its file.
  private mutating func setPositionKeys(taggedWith tags: [String]) {
    var positions = ListPositions()
    for (index, input) in inputs.enumerated() {
      guard let list = input.reading.positionList else { continue }
      let tag = input.preset == nil && tags.count == 1 ? tags[0] : nil
      inputs[index].reading.positionKey = positions.key(of: tag ?? list)
    }
  }

  private func requireInputs() throws {
    guard inputs.isEmpty, let list = omittedLists.first else { return }
    throw Self.error(
      "expected '--lists' to import lists of a service, with their names as tags, or '--preset "
        + "<service>:<kind>' if it is another file", list)
  }

  // MARK: Recognition

  private static func kind(
    of source: ImportSource, _ signature: SourceSignature, _ options: ReadingOptions
  ) throws -> (preset: ImportPreset, file: ImportPreset.File)? {
    if options.preset == "none" { return nil }
    if let choice = options.preset, !ImportPreset.isChoice(choice) {
      throw error(
        "expected the name of a preset, such as 'letterboxd', found '\(choice)'", source.name)
    }
    do {
      let kind = try ImportPreset.recognized(signature, choice: options.preset)
      if kind == nil, let choice = options.preset, source.container == nil {
        throw error(
          "expected a file of '\(choice)', found "
            + (signature.columns.isEmpty
              ? "another one" : "the columns \(ForeignFile.list(signature.columns))")
            + "; pass '--preset none' for a plain list", source.name)
      }
      return kind
    } catch let problem as ImportPreset.Undecided {
      throw error(
        "the columns are those of several kinds of files; \(problem.advice)", source.name)
    }
  }

  /// How titles are written in a file that has one in each line, unless options tell its columns.
  private static func titleLines(
    of source: ImportSource, _ signature: SourceSignature, _ options: ReadingOptions
  ) throws -> TitleLines? {
    guard options.format == nil, options.delimiter == nil, options.mappings.isEmpty,
      !signature.columns.isEmpty
    else { return nil }
    var reader = try source.reader(options)
    let lines = try reader.readTitleLines(signature.columns)
    if let failure = reader.cursor.failure { throw failure }
    return lines
  }

  private static func signature(
    of source: ImportSource, _ options: ReadingOptions
  ) throws -> SourceSignature {
    var reader = try source.reader(options)
    var signature = SourceSignature(fileName: source.name, start: [])
    if source.isXML {
      do throws(InterchangeError) {
        signature.root = try reader.readXMLRoot() ?? ""
      } catch {
        // What is wrong with it is a problem of its record.
      }
      if let failure = reader.cursor.failure { throw failure }
      return signature
    }
    do throws(InterchangeError) {
      signature = try reader.readSignature(named: source.name)
    } catch {
      // Nothing of the source can be read.
      var error = error
      if error.scope == .record { error.scope = .file }
      error.precedesRecords = true
      if let failure = reader.cursor.failure { throw failure }
      throw error
    }
    if let failure = reader.cursor.failure { throw failure }
    return signature
  }

  private static func requireImportable(
    _ file: ImportPreset.File, _ source: ImportSource, _ options: ImportOptions
  ) throws {
    if options.merge == .replace {
      throw error(
        "a list of a service has parts of movies, which cannot replace them; leave out '--replace'",
        source.name)
    }
    if let refusal = file.refusal {
      throw error("cannot be imported: \(refusal)", source.name, .file)
    }
    if file.isDataset, options.records != .existing, options.records != .added {
      throw error(
        "a dataset has all movies; pass '--existing-only' to complete yours, or '--add' to add all",
        source.name)
    }
  }

  private static func error(
    _ message: String, _ source: String, _ scope: InterchangeError.Scope = .option
  ) -> InterchangeError {
    var error = InterchangeError(
      file: source, location: TextLocation(line: 1, column: 1), message: message, scope: scope)
    error.precedesRecords = true
    return error
  }
}

extension ImportPreset {
  /// Whether a file of a directory or an archive can have a list of movies.
  static func hasListExtension(_ name: String) -> Bool {
    let name = name.lowercased()
    let plain = name.hasSuffix(".gz") ? String(name.dropLast(3)) : name
    let suffix = plain.split(separator: ".").last.map(String.init) ?? ""
    return ["csv", "tsv", "json", "ndjson", "jsonl", "dat", "nfo", "xml"].contains(suffix)
  }

  /// Whether a file in a directory of the service is not imported.
  func skips(_ path: String) -> Bool {
    path.split(separator: "/").dropLast().contains { skippedDirectories.contains(String($0)) }
  }

  /// Whether a service has a file in such a directory that is not imported.
  fileprivate static func isSkipped(_ path: String, _ options: ReadingOptions) -> Bool {
    all.contains { preset in
      preset.skips(path)
        || !options.includesLists && preset.listDirectory.map { path.contains("/\($0)/") } == true
    }
  }

  /// Whether a text is the name of a preset, with or without that of a kind of its files.
  package static func isChoice(_ text: String) -> Bool {
    text == "none" || choices.contains(text)
  }

  /// The names of the presets, each followed by those of its kinds of files.
  package static var choices: [String] {
    all.flatMap { preset in
      [preset.name] + preset.files.map { "\(preset.name):\($0.name)" }
    }
  }
}
