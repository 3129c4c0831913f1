import Foundation
import MovieSystem
import TestSupport
import Testing

@Suite(.limited) struct FileMetadataTests {
  @Test(
    "a file can have any time of modification", arguments: [Int.min, Int.min / 1_000_000, 0, .max])
  func anyTime(seconds: Int) throws {
    // In memory, files keep all times.
    let path = "/dev/shm/movies-test-\(UUID().uuidString)"
    try Data().write(to: URL(filePath: path))
    defer { unlink(path) }
    let times = [timespec(tv_sec: seconds, tv_nsec: 0), timespec(tv_sec: seconds, tv_nsec: 0)]
    #expect(utimensat(AT_FDCWD, path, times, 0) == 0)
    let start = Stopwatch()
    try FileMetadata(of: path).waitForNextTick()
    #expect(start.seconds < 1)
  }
}
