internal import CLibrary

/// The memory of this process (proc(5)).
package enum ProcessMemory {
  /// The highest resident size since the last reset, in bytes; `nil` if `/proc` is not mounted.
  package static var peakBytes: Int? {
    do throws(SystemError) {
      var text = [UInt8](repeating: 0, count: 4096)
      let count = try ByteSource(path: "/proc/self/status").read(into: &text, from: 0)
      // `VmHWM:    25864 kB`
      let line = text[..<count].split(separator: UInt8(ascii: "\n")).first {
        $0.starts(with: "VmHWM:".utf8)
      }
      let digits = line?.filter { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ?? []
      return Int(String(decoding: digits, as: UTF8.self)).map { $0 * 1024 }
    } catch {
      return nil
    }
  }

  /// Returns the memory that was freed to the system, which otherwise counts. Other threads wait.
  package static func trim() { movies_trim_memory() }

  /// Starts a new peak at the present size. Where the system does not allow it, the peak stays that
  /// of the whole run.
  package static func resetPeak() {
    // "5" is the value that resets the peak only.
    do throws(SystemError) {
      let sink = try ByteSink(creating: "/proc/self/clear_refs")
      try sink.append("5")
      try sink.flush()
    } catch {}
  }
}
