internal import Glibc
internal import MovieTerminal
internal import Synchronization

/// A copy of the output that is held back, in memory that a signal's handler may read: what was
/// printed is seen where a signal ends the program before it is known whether a pager is needed.
package enum HeldBytes {
  /// Of the memory, which begins with the number of bytes; 0 where there is none.
  private static let address = Atomic<UInt>(0)
  private static let headerSize = MemoryLayout<Int>.size

  /// Takes these bytes in place of the ones before.
  package static func keep(_ bytes: [UInt8]) {
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: headerSize + bytes.count, alignment: headerSize)
    unsafe memory.storeBytes(of: bytes.count, as: Int.self)
    unsafe (memory + headerSize).copyMemory(from: bytes, byteCount: bytes.count)
    replace(by: UInt(bitPattern: memory))
  }

  package static func forget() { replace(by: 0) }

  private static func replace(by new: UInt) {
    let old = address.exchange(new, ordering: .sequentiallyConsistent)
    unsafe UnsafeMutableRawPointer(bitPattern: old)?.deallocate()
  }

  /// Writes them, once, unless that would have to wait, as for a terminal that was stopped. Only calls
  /// that a signal handler may make.
  package static func writeAtOnce(to descriptor: Int32) {
    let taken = address.exchange(0, ordering: .sequentiallyConsistent)
    guard let memory = unsafe UnsafeRawPointer(bitPattern: taken),
      Terminal.hasRoom(descriptor, within: 0)
    else { return }
    unsafe write(descriptor, memory + headerSize, memory.load(as: Int.self))
  }
}
