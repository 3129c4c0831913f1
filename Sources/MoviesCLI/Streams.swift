internal import MovieStore
package import MovieSystem
package import MovieTerminal

/// Where output goes: standard output and error, or memory in tests.
package final class OutputWriter {
  private var sink: ByteSink
  /// `nil` in memory.
  let descriptor: Int32?
  private var pager: PipedCommand?
  /// What a pager is to have where the terminal has too few rows for it.
  private var held: (output: HeldOutput, start: () -> PipedCommand?)?
  private var deferral: Deferral?
  /// Whether a person looks at it.
  package let isTerminal: Bool
  /// The width of the terminal in columns.
  package let columns: Int
  /// What it can be drawn with: those of ASCII but on a terminal that shows others.
  package let glyphs: Glyphs

  package init(descriptor: Int32, named name: String, environment: Environment) {
    sink = ByteSink(descriptor: descriptor, path: name)
    self.descriptor = descriptor
    isTerminal = TerminalDevice.isTerminal(descriptor)
    columns = Terminal.columns(of: descriptor, environmentColumns: environment["COLUMNS"])
    glyphs = Glyphs(
      isUTF8: isTerminal && TextEncoding.isUTF8(environment: environment.value(of:)))
  }

  /// A stream that keeps what it is given.
  package init(
    inMemoryAsTerminal isTerminal: Bool, columns: Int = 80, glyphs: Glyphs = Glyphs(isUTF8: true)
  ) {
    sink = ByteSink()
    descriptor = nil
    self.isTerminal = isTerminal
    self.columns = columns
    self.glyphs = isTerminal ? glyphs : Glyphs(isUTF8: false)
  }

  /// - Throws: `SystemError`.
  package func write(_ bytes: [UInt8]) throws { try append(bytes) }

  /// - Throws: `SystemError`.
  package func write(_ text: String) throws {
    if held == nil { try sink.append(text) } else { try append(Array(text.utf8)) }
  }

  /// Writes JSON; on a terminal, what it would obey is escaped.
  ///
  /// - Throws: `SystemError`.
  package func write(json bytes: [UInt8]) throws {
    guard isTerminal else { return try append(bytes) }
    try write(TerminalText.escapedForJSON(String(decoding: bytes, as: UTF8.self)))
  }

  /// Hands everything on, but for what is held back for a pager.
  ///
  /// - Throws: `SystemError`.
  package func flush() throws {
    if held == nil { try sink.flush() }
  }

  /// For writers of data that want a sink.
  var dataSink: ByteSink { sink }

  private func append(_ bytes: [UInt8]) throws {
    guard held != nil else { return try sink.append(bytes) }
    held?.output.append(bytes)
    held.map { SignalSafeBuffer.store($0.output.bytes) }
    if held?.output.isTooTall == true { try release(toPager: true) }
  }

  // MARK: Paging

  /// Sends what is written from here on to a pager, once the terminal has too few rows for it; in
  /// memory there is nobody to page.
  ///
  /// - Parameter start: starts the pager; `nil` where it cannot be started.
  /// - Throws: `SystemError`.
  func page(by start: @escaping () -> PipedCommand?) throws {
    guard let descriptor, pager == nil, held == nil else { return }
    try sink.flush()
    let size = Terminal.size(of: descriptor)
    // A count below it and the shell's prompt are to push nothing out of sight.
    held = (HeldOutput(columns: size.columns, rows: max(1, size.rows - 2)), start)
  }

  /// Shows what is held back, or lets the user finish with the pager, if there is one.
  ///
  /// - Throws: `SystemError`.
  func finishPaging() throws {
    guard let descriptor, pager != nil || held != nil else { return }
    defer {
      pager?.finish()
      if pager != nil { sink = ByteSink(descriptor: descriptor, path: "standard output") }
      pager = nil
    }
    try release(toPager: false)
    try sink.flush()
  }

  private func release(toPager: Bool) throws {
    guard let (output, start) = held else { return }
    held = nil
    if toPager, let started = start() {
      pager = started
      sink = ByteSink(descriptor: started.descriptor)
      if let deferral { try sink.beginDeferral(isWhole: deferral == .whole) }
    }
    SignalSafeBuffer.clear()
    try sink.append(output.bytes)
    try sink.flush()
  }

  // MARK: Not waiting for a reader

  /// What is not written while the database is locked.
  enum Deferral {
    /// What a reader does not take immediately.
    case unread
    /// Anything: what was done must be certain before it is printed.
    case whole
  }

  /// Waits for no reader until ``endDeferral()``.
  ///
  /// - Throws: `SystemError`.
  func beginDeferral(_ deferral: Deferral) throws {
    self.deferral = deferral
    try sink.beginDeferral(isWhole: deferral == .whole)
  }

  /// Writes what was kept back.
  ///
  /// - Throws: `SystemError`.
  func endDeferral() throws {
    deferral = nil
    try sink.endDeferral()
  }

  /// Forgets what was kept back.
  func discardDeferred() {
    deferral = nil
    sink.discardDeferred()
  }

  /// What an in-memory stream was given.
  package var written: [UInt8] { sink.bytes }
}

/// The three streams of a program.
package struct IOStreams {
  package let input: ByteSource
  package let isInputTerminal: Bool
  /// Opens the terminal that the process was started from; `nil` where there is none.
  package let controllingTerminal: () -> ByteSource?
  package let output: OutputWriter
  package let error: OutputWriter

  package init(
    input: ByteSource, isInputTerminal: Bool, controllingTerminal: @escaping () -> ByteSource?,
    output: OutputWriter, error: OutputWriter
  ) {
    self.input = input
    self.isInputTerminal = isInputTerminal
    self.controllingTerminal = controllingTerminal
    self.output = output
    self.error = error
  }
}
