internal import MovieStore
internal import MovieSystem

/// Where a person reads.
enum Screen {
  /// - Throws: `SystemError`.
  static func print(_ text: String, on descriptor: Int32 = Descriptor.standardOutput) throws {
    let sink = ByteSink(descriptor: descriptor, path: descriptor == 1 ? "standard output" : nil)
    try sink.append(text)
    try sink.flush()
  }

  /// Says a line on standard error. Where nobody listens the work goes on.
  static func say(_ line: String) {
    do { try print(line + "\n", on: Descriptor.standardError) } catch {}
  }
}
