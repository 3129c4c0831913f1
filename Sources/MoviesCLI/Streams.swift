internal import Glibc
package import MovieStore
internal import MovieTerminal

/// Where output goes: standard output and error, or memory in tests.
package final class OutputStream {
  private var sink: ByteSink
  private let descriptor: Int32?
  private var pager: Pager?
  private var hasTransient = false
  /// Whether a person looks at it.
  package let isTerminal: Bool
  /// The width of the terminal in columns.
  package let columns: Int

  package init(descriptor: Int32, named name: String, environment: Environment) {
    sink = ByteSink(descriptor: descriptor, path: name)
    self.descriptor = descriptor
    isTerminal = Terminal.isTerminal(descriptor)
    columns = Terminal.columns(of: descriptor, environmentColumns: environment["COLUMNS"])
  }

  /// A stream that keeps what it is given.
  package init(inMemoryAsTerminal isTerminal: Bool, columns: Int = 80) {
    sink = ByteSink()
    descriptor = nil
    self.isTerminal = isTerminal
    self.columns = columns
  }

  /// - Throws: `SystemError`.
  package func write(_ bytes: [UInt8]) throws {
    if hasTransient { try clearTransient() }
    try sink.append(bytes)
  }

  /// - Throws: `SystemError`.
  package func write(_ text: String) throws {
    if hasTransient { try clearTransient() }
    try sink.append(text)
  }

  /// Shows a line, in place of the one before, until something else is written.
  ///
  /// - Throws: `SystemError`.
  func showTransient(_ line: String) throws {
    try sink.append("\r" + TerminalText.padded(line, to: columns - 1, alignment: .left))
    try sink.flush()
    hasTransient = true
  }

  /// Takes that line away.
  ///
  /// - Throws: `SystemError`.
  func clearTransient() throws {
    guard hasTransient else { return }
    hasTransient = false
    try sink.append("\r" + String(repeating: " ", count: max(0, columns - 1)) + "\r")
    try sink.flush()
  }

  /// Writes JSON; on a terminal, what it would obey is escaped.
  ///
  /// - Throws: `SystemError`.
  package func write(json bytes: [UInt8]) throws {
    guard isTerminal else { return try sink.append(bytes) }
    try sink.append(TerminalText.escapedForJSON(String(decoding: bytes, as: UTF8.self)))
  }

  /// Hands everything on.
  ///
  /// - Throws: `SystemError`.
  package func flush() throws { try sink.flush() }

  /// For writers of data that want a sink.
  var dataSink: ByteSink { sink }

  /// Sends what is written from here on to a pager; in memory there is nobody to page.
  func page(by start: () -> Pager?) {
    guard descriptor != nil, pager == nil, let started = start() else { return }
    pager = started
    sink = ByteSink(descriptor: started.descriptor)
  }

  /// Lets the user finish with the pager, if there is one.
  func finishPaging() {
    guard let pager, let descriptor else { return }
    pager.finish()
    self.pager = nil
    sink = ByteSink(descriptor: descriptor)
  }

  /// What an in-memory stream was given.
  package var written: [UInt8] { sink.bytes }
}

/// The three streams of a program.
package struct Streams {
  package let input: ByteSource
  package let isInputTerminal: Bool
  package let output: OutputStream
  package let error: OutputStream

  package init(
    input: ByteSource, isInputTerminal: Bool, output: OutputStream, error: OutputStream
  ) {
    self.input = input
    self.isInputTerminal = isInputTerminal
    self.output = output
    self.error = error
  }
}
