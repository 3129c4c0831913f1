internal import Glibc
internal import MovieStore
internal import MovieSystem

/// `/dev/null`, which takes everything.
enum NullDevice {
  static func withSink<Result>(_ body: (ByteSink) throws -> Result) throws -> Result {
    let path = "/dev/null"
    let descriptor = unsafe open(path, O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw SystemError(code: errno, operation: "open", path: path) }
    defer { close(descriptor) }
    return try body(ByteSink(descriptor: descriptor))
  }
}
