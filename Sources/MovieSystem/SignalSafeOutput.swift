internal import CLibrary
internal import Synchronization

/// A copy of output that is not written yet, in memory that a signal handler may read. A signal that ends
/// the program before it decides whether to start a pager thus does not lose the output.
package enum SignalSafeBuffer {
  /// The address of the memory; 0 for none.
  private static let address = Atomic<UInt>(0)
  /// The number of bytes in the memory, and how many it has room for.
  private static let length = Atomic<Int>(0)
  private static let capacity = Atomic<Int>(0)

  static func initialize() {
    _ = (address.load(ordering: .relaxed), length.load(ordering: .relaxed))
  }

  package static func append(_ bytes: [UInt8]) {
    let start = length.load(ordering: .sequentiallyConsistent)
    let end = start + bytes.count
    if end > capacity.load(ordering: .sequentiallyConsistent) { grow(to: 2 * end, keeping: start) }
    let memory = address.load(ordering: .sequentiallyConsistent)
    guard let memory = unsafe UnsafeMutableRawPointer(bitPattern: memory) else { return }
    unsafe (memory + start).copyMemory(from: bytes, byteCount: bytes.count)
    // A signal handler sees the bytes only now.
    length.store(end, ordering: .sequentiallyConsistent)
  }

  package static func clear() {
    length.store(0, ordering: .sequentiallyConsistent)
    capacity.store(0, ordering: .sequentiallyConsistent)
    replace(by: 0)
  }

  private static func grow(to size: Int, keeping count: Int) {
    let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 1)
    let old = address.load(ordering: .sequentiallyConsistent)
    if let old = unsafe UnsafeRawPointer(bitPattern: old) {
      unsafe memory.copyMemory(from: old, byteCount: count)
    }
    capacity.store(size, ordering: .sequentiallyConsistent)
    replace(by: UInt(bitPattern: memory))
  }

  private static func replace(by new: UInt) {
    let old = address.exchange(new, ordering: .sequentiallyConsistent)
    unsafe UnsafeMutableRawPointer(bitPattern: old)?.deallocate()
  }

  /// Writes the content once, unless the descriptor would block, as a stopped terminal does. Safe to call
  /// from a signal handler.
  package static func writeInSignalHandler(to descriptor: Int32) {
    let claimed = address.exchange(0, ordering: .sequentiallyConsistent)
    guard let memory = unsafe UnsafeRawPointer(bitPattern: claimed),
      Descriptor.isWritable(descriptor, within: 0)
    else { return }
    unsafe write(descriptor, memory, length.load(ordering: .sequentiallyConsistent))
  }
}

/// A line of a terminal that each update overwrites, such as progress.
///
/// Writes never block: a terminal that Ctrl-S stopped misses updates. Failures are ignored. At most one
/// line is shown in a process.
package final class TransientLine: Sendable {
  /// The terminal, for a signal handler.
  private static let shownOn = Atomic<Int32>(-1)
  /// The width of the shown line; 0 for none.
  private static let shownColumns = Atomic<Int>(0)

  static func initialize() {
    _ = (shownOn.load(ordering: .relaxed), shownColumns.load(ordering: .relaxed))
  }

  private let terminal: Int32
  private let columns: Int

  /// - Returns: `nil` if the descriptor is no terminal, or the terminal cannot be opened.
  package init?(on descriptor: Int32, columns: Int) {
    guard TerminalDevice.isTerminal(descriptor),
      let terminal = Descriptor.openedAgain(descriptor)
    else { return nil }
    self.terminal = terminal
    self.columns = max(0, columns)
    Self.shownOn.store(terminal, ordering: .sequentiallyConsistent)
  }

  deinit { close(terminal) }

  /// - Parameter text: It must fill the columns.
  package func show(_ text: String) {
    write("\r" + text)
    Self.shownColumns.store(columns, ordering: .sequentiallyConsistent)
  }

  package func erase() {
    if Self.shownColumns.load(ordering: .sequentiallyConsistent) > 0 {
      write("\r" + String(repeating: " ", count: columns) + "\r")
    }
    Self.shownColumns.store(0, ordering: .sequentiallyConsistent)
  }

  private func write(_ text: String) {
    let bytes = Array(text.utf8)
    _ = unsafe CLibrary.write(terminal, bytes, bytes.count)
  }

  static func eraseInSignalHandler() {
    let columns = shownColumns.exchange(0, ordering: .sequentiallyConsistent)
    if columns == 0 { return }
    let terminal = shownOn.load(ordering: .sequentiallyConsistent)
    var (start, space) = (UInt8(ascii: "\r"), UInt8(ascii: " "))
    _ = unsafe CLibrary.write(terminal, &start, 1)
    for _ in 0..<columns { _ = unsafe CLibrary.write(terminal, &space, 1) }
    _ = unsafe CLibrary.write(terminal, &start, 1)
  }
}
