internal import MovieStore
internal import MovieSystem

/// What the start of a source tells about the program that wrote it.
package struct SourceSignature {
  /// The name of the file, with its directories.
  let fileName: String
  /// The columns of a table; empty for JSON.
  package let columns: [String]
  /// The keys in the first bytes of JSON.
  private var keys: Set<String> = []
  /// The first bytes.
  let start: [UInt8]
  /// The root element of an XML document in lower case, `url` for an address alone, or nothing for
  /// other text; `nil` for any other file.
  package var root: String?
  /// Whether the source is an export of this library.
  private(set) var isOwnExport: Bool

  package init(
    fileName: String, columns: [String] = [], start: [UInt8], isOwnExport: Bool = false
  ) {
    (self.fileName, self.columns, self.start) = (fileName, columns, start)
    self.isOwnExport = isOwnExport
  }

  init(fileName: String, ofJSON start: [UInt8]) {
    self.init(fileName: fileName, start: start)
    keys = Self.keys(in: start)
    isOwnExport =
      keys.contains("title")
      && (keys.contains("attributes")
        || keys.contains("favorite") && !keys.isDisjoint(with: ["cast", "actors"]))
  }

  /// Whether the records have decisions of the user.
  package var hasDecisions: Bool {
    let names = keys.union(columns)
    return DecisionField.allCases.allSatisfy { names.contains($0.rawValue) }
  }

  /// Whether the source can be such a file.
  func fits(_ file: ImportPreset.File) -> Bool {
    if isOwnExport { return false }
    if let preamble = file.preamble, start.starts(with: preamble.utf8) { return true }
    if !file.header.isEmpty {
      let line = start.prefix { $0 != .lineFeed }
      return hasName(of: file) && line.span.contains("::".utf8.span)
    }
    if file.columns.isEmpty { return hasName(of: file) }
    if columns.isEmpty { return file.columns.allSatisfy(keys.contains) }
    let names = Set(columns.map(FieldNames.simplified))
    let expected = Set(file.columns.map(FieldNames.simplified))
    let others = names.subtracting(expected).subtracting(DecisionField.allCases.map(\.rawValue))
    return expected.isSubset(of: names) && (!file.isExact || others.isEmpty)
      && names.isDisjoint(with: file.otherColumns.map(FieldNames.simplified))
  }

  /// Whether the name of the file, or its root element, tells that it is of a kind.
  func hasName(of file: ImportPreset.File) -> Bool {
    if let root, !root.isEmpty { return file.roots.contains(root) }
    guard let part = file.fileName, let range = name.firstRange(of: part) else { return false }
    // Not 'watched' in 'unwatched'.
    return part.hasPrefix(".") || range.lowerBound == name.startIndex
      || !name[name.index(before: range.lowerBound)].isLetter
  }

  /// Whether no preset has the root element of an XML document.
  package var isForeign: Bool {
    root.map { root in
      !ImportPreset.all.contains { $0.files.contains { $0.roots.contains(root) } }
    } ?? false
  }

  /// The texts in quotes before a colon.
  static func keys(in json: [UInt8]) -> Set<String> {
    var keys: Set<String> = []
    var (start, end): (Int?, Int?) = (nil, nil)
    var isEscaped = false
    for (index, byte) in json.enumerated() {
      switch byte {
      case _ where isEscaped: isEscaped = false
      case .backslash: isEscaped = true
      case .quote: (start, end) = start == nil || end != nil ? (index + 1, nil) : (start, index)
      case .colon:
        if let start, let end { keys.insert(String(decoding: json[start..<end], as: UTF8.self)) }
        if end != nil { (start, end) = (nil, nil) }
      case _ where byte.isBlank || byte == .lineFeed || end == nil: break
      default: (start, end) = (nil, nil)
      }
    }
    return keys
  }

  private var name: String {
    (fileName.split(separator: "/").last.map(String.init) ?? fileName).lowercased()
  }
}

extension ReadingOptions {
  /// The options for a file of the first such kind, such as `letterboxd:diary`.
  package func choosing(_ choice: String) -> ReadingOptions {
    let parts = choice.split(separator: ":").map(String.init)
    var options = self
    options.file = ImportPreset.all.first { $0.name == parts.first }?.files
      .first { $0.name == parts.last }
    return options
  }
}

extension ImportPreset {
  /// Returns the kind of a file.
  ///
  /// - Returns: `nil` if the preset has no such file.
  /// - Throws: `Undecided` if only its name could tell, and does not.
  func file(for signature: SourceSignature, named name: String? = nil) throws(Undecided) -> File? {
    let fitting = files.filter(signature.fits)
    let best = fitting.map(\.columns.count).max()
    let kinds = fitting.filter { $0.columns.count == best }
    // A choice is only needed where the columns leave one.
    if let chosen = kinds.first(where: { $0.name == name }) { return chosen }
    let named = kinds.filter(signature.hasName)
    let rest = named.isEmpty ? kinds.filter { $0.fileName == nil } : named
    if rest.isEmpty, !kinds.isEmpty {
      throw Undecided(choices: kinds.map { "\(self.name):\($0.name)" })
    }
    return rest.first
  }

  /// Several presets, or several kinds of files of one, can be meant.
  package struct Undecided: Error {
    let choices: [String]

    /// What to do.
    package var advice: String {
      "pass " + choices.map { "'--preset \($0)'" }.joined(separator: " or ")
    }
  }

  /// Returns the preset and the kind of a file, or `nil` for a plain list.
  ///
  /// - Parameter choice: The name of a preset, with or without that of a kind of its files.
  package static func recognized(
    _ signature: SourceSignature, choice: String? = nil
  ) throws(Undecided) -> (preset: ImportPreset, file: File)? {
    let parts = (choice ?? "").split(separator: ":", maxSplits: 1).map(String.init)
    var found: [(preset: ImportPreset, file: File)] = []
    var undecided: [(preset: ImportPreset, problem: Undecided)] = []
    for preset in all where parts.isEmpty || preset.name == parts[0] {
      do throws(Undecided) {
        let file = try preset.file(for: signature, named: parts.count > 1 ? parts[1] : nil)
        if let file { found.append((preset, file)) }
      } catch {
        undecided.append((preset, error))
      }
    }
    let names = found.map(\.preset.name) + undecided.map(\.preset.name)
    if names.count > 1 { throw Undecided(choices: names) }
    if let problem = undecided.first?.problem { throw problem }
    return found.first
  }

  /// The preset that has most of the columns of a table, with a column that is missing.
  static func nearest(
    to columns: [String]
  ) -> (preset: ImportPreset, file: File, missing: String)? {
    let names = Set(columns.map(FieldNames.simplified))
    func missing(_ file: File) -> [String] {
      file.columns.filter { !names.contains(FieldNames.simplified($0)) }
    }
    let files = all.flatMap { preset in preset.files.map { (preset, $0) } }
    let near = files.filter { _, file in
      let count = missing(file).count
      return count > 0 && 2 * count < file.columns.count
    }
    return near.min { missing($0.1).count < missing($1.1).count }
      .flatMap { preset, file in missing(file).first.map { (preset, file, $0) } }
  }
}
