internal import MovieFormats
internal import MovieStore
package import MovieSystem

/// A source of movies, which is opened when its turn comes: there can be more files than
/// descriptors.
package struct ImportSource {
  /// The name of the source in errors.
  package let name: String
  /// The directory or the archive in which the source was found; `nil` for one that the user named.
  let container: String?
  /// Whether the source is a directory of files.
  let isDirectory: Bool
  /// Whether the bytes are the export of another catalog.
  private(set) var isCatalog = false
  /// `nil` for a regular file and a directory.
  private let bytes: ByteSource?
  /// The number of bytes, or `nil` for a pipe or a terminal.
  private let totalBytes: Int64?
  /// The file while it is read several times.
  private let openFile = OpenFile()

  private final class OpenFile {
    var isKept = false
    var bytes: ByteSource?
  }

  /// A file or a directory. A pipe or a device is opened immediately.
  ///
  /// - Throws: `SystemError` if the file cannot be read.
  package init(path: String) throws(SystemError) { try self.init(path: path, in: nil) }

  private init(path: String, in container: String?) throws(SystemError) {
    name = path
    self.container = container
    try FileMetadata.requireReadable(path)
    let file = try FileMetadata(of: path, followingLinks: true)
    isDirectory = file.kind == .directory
    bytes = try file.isRegular || isDirectory ? nil : ByteSource(path: path)
    totalBytes = file.isRegular ? file.size : isDirectory ? 0 : nil
  }

  /// - Parameter container: The archive in which the bytes were found.
  package init(name: String, _ bytes: ByteSource, in container: String? = nil) {
    self.name = name
    self.bytes = bytes
    self.container = container
    isDirectory = false
    totalBytes = bytes.totalBytes
  }

  /// Returns the files of an archive, or `nil` for any other file.
  ///
  /// The closure opens the archive, which is a regular file or in memory.
  package typealias ArchiveReader = (
    _ name: String, _ open: @escaping @Sendable () throws(SystemError) -> ByteSource
  ) throws -> [ArchivedSource]?

  /// A file in an archive, or the content of a compressed file.
  package struct ArchivedSource {
    let name: String
    let isEntry: Bool
    let origin: ByteSource.Origin

    package init(name: String, isEntry: Bool, _ origin: ByteSource.Origin) {
      (self.name, self.isEntry, self.origin) = (name, isEntry, origin)
    }
  }

  /// Returns the files in the directory or the archive, or the source itself.
  ///
  /// - Parameter skipped: Gets the names of files that are not regular ones.
  func expanded(
    _ readArchive: ArchiveReader?, skipping skipped: inout [String]
  ) throws -> [ImportSource] {
    if isDirectory {
      return try filesInDirectory(at: name, depth: 0, &skipped).flatMap { file in
        Self.isArchive(file.name) ? try file.filesOfArchive(readArchive) ?? [] : [file]
      }
    }
    return try filesOfArchive(readArchive) ?? [self]
  }

  /// The depth of directories in a directory.
  private static let depthLimit = 16

  /// The files of a directory and those in it, in the order of their names. Links to directories
  /// are not followed, and hidden files are left out.
  private func filesInDirectory(
    at path: String, depth: Int, _ skipped: inout [String]
  ) throws(SystemError) -> [ImportSource] {
    var files: [ImportSource] = []
    for name in try Directory.names(in: path).sorted() where !name.hasPrefix(".") {
      let path = path.hasSuffix("/") ? path + name : path + "/" + name
      let file = try FileMetadata(of: path)
      if file.kind == .directory, depth < Self.depthLimit {
        files += try filesInDirectory(at: path, depth: depth + 1, &skipped)
      } else if ImportPreset.hasListExtension(name) || Self.isArchive(name) {
        if try FileMetadata.ifExists(path, followingLinks: true)?.isRegular == true {
          files.append(try ImportSource(path: path, in: self.name))
        } else {
          skipped.append(path)
        }
      }
    }
    return files
  }

  private func isArchive() throws -> Bool { ForeignFile.isArchive(try start(4)) }

  /// Whether the file begins as an SQLite database.
  package var isDatabase: Bool { get throws(SystemError) { ForeignFile.isDatabase(try start(16)) } }

  /// The first bytes; none of a pipe or a directory.
  private func start(_ length: Int) throws(SystemError) -> ArraySlice<UInt8> {
    guard totalBytes ?? 0 > 0 else { return [] }
    var start = [UInt8](repeating: 0, count: length)
    let count = try opened().read(into: &start, from: 0)
    return start.prefix(count)
  }

  private static func isArchive(_ name: String) -> Bool {
    [".gz", ".zip"].contains { name.lowercased().hasSuffix($0) }
  }

  private func filesOfArchive(_ readArchive: ArchiveReader?) throws -> [ImportSource]? {
    guard let readArchive, try isArchive() else { return nil }
    let (path, origin) = (name, bytes?.shared)
    let files = try readArchive(name) { () throws(SystemError) in
      guard let origin else { return try ByteSource(path: path) }
      let source = try ByteSource(origin)
      try source.rewind()
      return source
    }
    return try files?.map { file in
      try ImportSource(
        name: file.isEntry ? "\(name)/\(file.name)" : name, ByteSource(file.origin),
        in: file.isEntry ? name : container)
    }
  }

  /// The number of bytes of all sources, or `nil` if it is not known.
  static func totalBytes(of sources: [Self]) -> Int64? {
    let sizes = sources.compactMap(\.totalBytes)
    return sizes.count == sources.count ? sizes.reduce(0, +) : nil
  }

  /// Returns the movies of the catalog, as they are exported, if the source is a database file.
  ///
  /// - Returns: `nil` for any other source.
  func exported() throws -> Self? {
    guard bytes == nil, try isDatabase else { return nil }
    do {
      var other = try UntouchedCatalog(path: name, migratingCopy: true)
      let (spool, sink) = (SpooledBytes(), ByteSink())
      _ = try other.catalog.exportMovies(order: .added, as: .ndjson, to: sink) {
        if sink.bytes.count >= 1 << 16 { try spool.append(sink.takeBytes()) }
      }
      try spool.append(sink.takeBytes())
      try other.requireReliable()
      var source = Self(name: name, try spool.source())
      source.isCatalog = true
      return source
    } catch let error as StoreError {
      let found: String
      switch error.problem {
      case .notAMovieDatabase:
        found = "an SQLite database of another program; export its movies as CSV first"
      case .damaged(_, let detail):
        found = "a damaged catalog (\(detail)); repair it, or use another copy"
      default: throw error
      }
      var problem = InterchangeError(
        file: name, location: TextLocation(line: 1, column: 1),
        message: "expected a list or a catalog, found \(found)", scope: .file)
      problem.precedesRecords = true
      throw problem
    }
  }

  /// Returns the source, after reading it to its end if its length is not known: the catalog is
  /// locked only while movies are inserted, not while a pipe or a terminal is read. A device or a
  /// pipe can be endless: reading ends where nothing after it can be imported.
  ///
  /// - Parameters:
  ///   - memoryLimit: The number of bytes after which a temporary file is used.
  ///   - progress: Called with the number of bytes of each read.
  /// - Throws: `InterchangeError` for a line that is too long.
  func spooled(
    memoryLimit: Int, _ readArchive: ArchiveReader?, progress: (Int64) throws -> Void
  ) throws -> Self {
    guard let bytes, bytes.totalBytes == nil else { return self }
    let spool = SpooledBytes(limit: memoryLimit)
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    // The first bytes, until they are accepted or rejected.
    var (start, isDecided): ([UInt8], Bool) = ([], false)
    var (size, lineLength) = (0, 0)
    while case let count = try bytes.read(into: &buffer, from: 0), count > 0 {
      let chunk = buffer[..<count]
      let end = chunk.lastIndex { [.lineFeed, .carriageReturn, .rightBrace].contains($0) }
      lineLength = end.map { count - $0 - 1 } ?? lineLength + count
      if lineLength > Self.lineLimit, !ForeignFile.isArchive(start) {
        throw try errorOfLongLine(spool.source())
      }
      try spool.append(Array(chunk))
      try progress(Int64(count))
      size += count
      if isXML, size > XMLElements.byteLimit, !XMLElements.isLibrary(start) { break }
      if !isDecided {
        start += chunk
        let isUnreadable = isUnreadable(start, readArchive)
        if isUnreadable == true { break }
        isDecided = isUnreadable != nil || start.count > buffer.count
      }
      try Interruption.checkBeforeReading(name)
    }
    return Self(name: name, try spool.source())
  }

  /// The maximum number of bytes of a pipe without a line end or the end of a JSON object.
  private static let lineLimit = 16 << 20

  /// Whether the reader rejects a source with these first bytes; `nil` if it needs more of them.
  private func isUnreadable(_ start: [UInt8], _ readArchive: ArchiveReader?) -> Bool? {
    var first = start[...]
    if let readArchive, ForeignFile.isArchive(start) {
      // The content of a compressed file begins before its end.
      do {
        let files = try readArchive(name) { () throws(SystemError) in ByteSource(bytes: start) }
        guard let file = files?.first, !file.isEntry else { return nil }
        var content = [UInt8](repeating: 0, count: ForeignFile.textStartLength)
        let count = try ByteSource(file.origin).read(into: &content, from: 0)
        first = content[..<count]
      } catch { return nil }
    }
    return first.count < ForeignFile.textStartLength ? nil : ForeignFile.startsWithNUL(first)
  }

  private func errorOfLongLine(_ bytes: ByteSource) throws(SystemError) -> InterchangeError {
    var (line, buffer) = (1, [UInt8](repeating: 0, count: 1 << 16))
    while case let count = try bytes.read(into: &buffer, from: 0), count > 0 {
      line += buffer[..<count].count { $0 == .lineFeed }
    }
    var error = InterchangeError(
      file: name, location: TextLocation(line: line, column: 1),
      message: "expected lines of at most \(Formatting.bytes(Self.lineLimit)), found a longer one",
      scope: .file)
    error.precedesRecords = true
    return error
  }

  /// Parses the source on a second thread.
  ///
  /// - Parameter next: Returns the next batch of a reader, or `nil` after the last.
  func forEachBatch<Batch: Sendable>(
    _ options: ReadingOptions, nameLimit: Int,
    next:
      @escaping @Sendable (inout InterchangeReader, inout NameNumbers) throws(SystemError)
      -> Batch?,
    _ body: (Batch) throws -> Void
  ) throws {
    let bytes = try opened()
    defer { bytes.closeStream() }
    let (name, isXML, isCatalog, origin) = (name, isXML, isCatalog, bytes.shared)
    try BatchPipeline<Batch>.forEach { send throws(SystemError) in
      var reader = InterchangeReader(
        source: try ByteSource(origin), fileName: name, options, isOwnExport: isCatalog,
        isXML: isXML)
      var names = NameNumbers(limit: nameLimit)
      while let batch = try next(&reader, &names), send(batch) {}
    } consume: { batch in
      try body(batch)
      return true
    }
  }

  /// A reader of the source on this thread.
  func reader(_ options: ReadingOptions) throws -> InterchangeReader {
    InterchangeReader(
      source: try opened(), fileName: name, options, isOwnExport: isCatalog, isXML: isXML)
  }

  /// The bytes from the first one on.
  func opened() throws(SystemError) -> ByteSource {
    let known = bytes ?? openFile.bytes
    let bytes = if let known { known } else { try ByteSource(path: name) }
    if openFile.isKept { openFile.bytes = bytes }
    try bytes.rewind()
    return bytes
  }

  /// Runs the closure, in which a regular file is opened once.
  func keepingOpen<Result>(_ body: () throws -> Result) rethrows -> Result {
    openFile.isKept = true
    defer {
      (openFile.isKept, openFile.bytes) = (false, nil)
      bytes?.closeStream()
    }
    return try body()
  }

  /// Whether the source is an XML document.
  var isXML: Bool {
    !isCatalog && [".nfo", ".xml"].contains { name.lowercased().hasSuffix($0) }
  }

  /// Returns the options with what can only be decided with the whole source: the scale of ratings,
  /// and the order of dates.
  ///
  /// - Returns: The options, and whether the records of another program can have days of watching.
  /// - Throws: `InterchangeError` with the scope `option` if the scale of the ratings or the order
  ///   of the dates is not
  ///   known; `SystemError`.
  func decided(
    _ options: ReadingOptions
  ) throws -> (options: ReadingOptions, canHaveViewings: Bool) {
    var options = options
    if let file = options.file, options.encoding == .utf8 { options.encoding = file.encoding }
    if options.encoding != .utf8, try isUTF8() { options.encoding = .utf8 }
    if isXML { return (options, false) }
    var first = try reader(options)
    guard try first.next() != nil else { return (options, false) }
    options.positionList = first.positionList
    guard first.hasUndecidedOptions else { return (options, first.canHaveViewings) }
    var reader = try reader(options)
    let decisions = try reader.readDecisions()
    if let problem = reader.facts.problem(options)
      ?? decisions.problem(options, naming: reader.facts.columns)
    {
      var error = reader.cursor.error(problem, at: TextLocation(line: 1, column: 1), scope: .option)
      error.precedesRecords = true
      throw error
    }
    return (
      decisions.decided(options), first.canHaveViewings && decisions.hasRepeatedTitles
    )
  }

  /// Whether all bytes are UTF-8, which text with other letters than ASCII in another encoding is
  /// not.
  private func isUTF8() throws -> Bool {
    var cursor = ByteCursor(source: try opened(), fileName: name)
    while cursor.peek() != nil {
      guard let length = cursor.scalarLength() else { return false }
      cursor.skip(length)
    }
    if let failure = cursor.failure { throw failure }
    return true
  }
}
