package import MovieSystem

/// A source of movies, which is opened when its turn comes: there can be more files than
/// descriptors.
package struct ImportSource {
  /// The name of the source in errors.
  package let name: String
  /// `nil` for a regular file.
  private let bytes: ByteSource?
  /// The number of bytes, or `nil` for a pipe or a terminal.
  private let totalBytes: Int64?

  /// A file. A pipe or a device is opened immediately.
  ///
  /// - Throws: `SystemError` if the file cannot be read.
  package init(path: String) throws(SystemError) {
    name = path
    try FileMetadata.requireReadable(path)
    let file = try FileMetadata(of: path, followingLinks: true)
    bytes = try file.isRegular ? nil : ByteSource(path: path)
    totalBytes = file.isRegular ? file.size : nil
  }

  package init(name: String, _ bytes: ByteSource) {
    self.name = name
    self.bytes = bytes
    totalBytes = bytes.totalBytes
  }

  /// The number of bytes of all sources, or `nil` if it is not known.
  static func totalBytes(of sources: [Self]) -> Int64? {
    let sizes = sources.compactMap(\.totalBytes)
    return sizes.count == sources.count ? sizes.reduce(0, +) : nil
  }

  /// Returns the source, after reading it to its end if its length is not known: the catalog is
  /// locked only while movies are inserted, not while a pipe or a terminal is read.
  ///
  /// - Parameters:
  ///   - memoryLimit: The number of bytes after which a temporary file is used.
  ///   - progress: Called with the number of bytes of each read.
  func spooled(
    memoryLimit: Int, progress: (Int64) throws -> Void
  ) throws -> Self {
    guard let bytes, bytes.totalBytes == nil else { return self }
    let spool = SpooledBytes(limit: memoryLimit)
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = try bytes.read(into: &buffer, from: 0), count > 0 {
      try spool.append(Array(buffer[..<count]))
      try progress(Int64(count))
      try Interruption.checkBeforeReading(name)
    }
    return Self(name: name, try spool.source())
  }

  /// Parses the source on a second thread.
  ///
  /// - Parameter next: Returns the next batch of a reader, or `nil` after the last.
  func forEachBatch<Batch: Sendable>(
    _ options: ReadingOptions, isOwnExport: Bool = false, nameLimit: Int,
    next:
      @escaping @Sendable (inout InterchangeReader, inout NameNumbers) throws(SystemError)
      -> Batch?,
    _ body: (Batch) throws -> Void
  ) throws {
    let bytes = try opened()
    let (name, origin) = (name, bytes.shared)
    try BatchPipeline<Batch>.forEach { send throws(SystemError) in
      var reader = InterchangeReader(
        source: try ByteSource(origin), fileName: name, options, isOwnExport: isOwnExport)
      var names = NameNumbers(limit: nameLimit)
      while let batch = try next(&reader, &names), send(batch) {}
    } consume: { batch in
      try body(batch)
      return true
    }
  }

  /// A reader of the source on this thread.
  func reader(_ options: ReadingOptions) throws(SystemError) -> InterchangeReader {
    InterchangeReader(source: try opened(), fileName: name, options)
  }

  /// The bytes from the first one on.
  private func opened() throws(SystemError) -> ByteSource {
    guard let bytes else { return try ByteSource(path: name) }
    try bytes.rewind()
    return bytes
  }

  /// Returns the options with what can only be decided with the whole source: the order of dates.
  ///
  /// - Throws: `InterchangeError` with the scope `option` if the scale of the ratings or the order
  ///   of the dates is not
  ///   known; `SystemError`.
  func decided(_ options: ReadingOptions) throws -> ReadingOptions {
    var options = options
    if options.encoding == .windows1252, try isUTF8() { options.encoding = .utf8 }
    var reader = try reader(options)
    guard try reader.next() != nil, reader.hasUndecidedOptions else { return options }
    // Problems of records are reported later.
    while try reader.next() != nil {}
    if let problem = reader.facts.problem(options) {
      var error = reader.cursor.error(problem, at: TextLocation(line: 1, column: 1), scope: .option)
      error.precedesRecords = true
      throw error
    }
    if reader.facts.hasDayFirst { options.dateOrder = .dayFirst }
    return options
  }

  /// Whether all bytes are UTF-8, which text with other letters than ASCII in another encoding is
  /// not.
  private func isUTF8() throws(SystemError) -> Bool {
    var cursor = ByteCursor(source: try opened(), fileName: name)
    while cursor.peek() != nil {
      guard let length = cursor.scalarLength() else { return false }
      cursor.skip(length)
    }
    if let failure = cursor.failure { throw failure }
    return true
  }
}
