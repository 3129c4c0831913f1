internal import MovieStore
package import MovieSystem
package import MovieTerminal

/// A buffered writer to standard output, standard error or memory.
package final class OutputWriter {
  private let sink: ByteSink
  private var pager: PagerWriter?
  /// `nil` in memory.
  let descriptor: Int32?
  package let isTerminal: Bool
  private let environmentColumns: String?
  /// The width of the terminal in columns.
  package private(set) lazy var columns =
    descriptor.map { Terminal.columns(of: $0, environmentColumns: environmentColumns) } ?? 80
  /// The symbols for drawing; ASCII if the output is not a terminal with UTF-8.
  package let glyphs: Glyphs

  package init(descriptor: Int32, named name: String, environment: Environment) {
    sink = ByteSink(descriptor: descriptor, path: name)
    self.descriptor = descriptor
    isTerminal = TerminalDevice.isTerminal(descriptor)
    environmentColumns = environment["COLUMNS"]
    glyphs = Glyphs(
      isUTF8: isTerminal && LocaleEncoding.isUTF8(environment: environment.value(of:)))
  }

  /// Creates a writer that stores its output in ``written``.
  package init(
    inMemoryAsTerminal isTerminal: Bool, columns: Int = 80, glyphs: Glyphs = Glyphs(isUTF8: true)
  ) {
    sink = ByteSink()
    descriptor = nil
    self.isTerminal = isTerminal
    environmentColumns = nil
    self.glyphs = isTerminal ? glyphs : Glyphs(isUTF8: false)
    self.columns = columns
  }

  /// The output of a writer to memory.
  package var written: [UInt8] { sink.bytes }

  /// The destination, for encoders that write to a sink. It bypasses the pager.
  var dataSink: ByteSink { sink }

  /// Writes lines of text. On a terminal, control characters are escaped.
  package func write(_ text: String) throws {
    guard isTerminal else { return try write(escaped: text) }
    let lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
    try write(escaped: lines.map { TerminalText.escaped(String($0)) }.joined(separator: "\n"))
  }

  /// Writes JSON. On a terminal, control characters are escaped.
  package func write(json bytes: [UInt8]) throws {
    guard isTerminal else { return try write(escaped: bytes) }
    try write(escaped: TerminalText.escapedForJSON(String(decoding: bytes, as: UTF8.self)))
  }

  /// Writes text as it is: the caller has escaped every value in it, and can have styled it.
  func write(escaped text: String) throws {
    if let pager { try pager.write(Array(text.utf8)) } else { try sink.append(text) }
  }

  /// Writes text as it is: the caller has escaped every value in it, and can have styled it.
  func write(escaped bytes: [UInt8]) throws {
    if let pager { try pager.write(bytes) } else { try sink.append(bytes) }
  }

  /// The text, with control characters escaped if the output is a terminal.
  func sanitized(_ text: String) -> String { isTerminal ? TerminalText.escaped(text) : text }

  package func flush() throws {
    if let pager { try pager.flush() } else { try sink.flush() }
  }

  // MARK: Paging

  /// Shows later output in a pager if it is taller than the terminal. Has no effect in memory.
  ///
  /// - Parameter start: Starts the pager; returns `nil` if that fails.
  func startPaging(_ start: @escaping () -> PipedCommand?) throws {
    guard let descriptor, pager == nil else { return }
    try sink.flush()
    pager = PagerWriter(sink, terminal: descriptor, start: start)
  }

  /// Writes the output that is held back, or blocks until the user closes the pager.
  func finishPaging() throws {
    guard let ended = pager.take() else { return }
    try ended.finish()
  }

  // MARK: Deferral

  /// The output that is not written while the database is locked.
  enum Deferral {
    /// Output that the reader does not accept immediately.
    case unread
    /// All output: the change must be committed before it is reported.
    case whole
  }

  /// Begins a deferral: until ``endDeferral()``, writes do not block.
  func beginDeferral(_ deferral: Deferral) throws {
    try sink.beginDeferral(isWhole: deferral == .whole)
    try pager?.beginDeferral()
  }

  /// Writes the deferred output.
  func endDeferral() throws {
    try sink.endDeferral()
    try pager?.endDeferral()
  }

  func discardDeferred() { sink.discardDeferred() }
}
