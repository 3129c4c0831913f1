import Foundation
import MovieFormats
import MovieInterchange
import MovieStore
import MovieSystem
import TestSupport
import Testing

/// An export of a file for each movie takes as long for each of many files as for one.
@Suite(.limited, .temporaryDirectory) struct ManyFilesTests {
  /// The number of times that the files in a directory are listed.
  private static func listings(of directory: String, _ body: () throws -> Void) throws -> Int {
    let queue = inotify_init1(Int32(IN_NONBLOCK))
    defer { close(queue) }
    // A new file between two listings keeps their events apart.
    try #require(
      inotify_add_watch(queue, directory, UInt32(IN_ACCESS) | UInt32(IN_CREATE)) >= 0)
    try body()
    let eventLength = MemoryLayout<inotify_event>.size
    var (bytes, listings, wasListing) = ([UInt8](repeating: 0, count: 1 << 20), 0, false)
    while case let count = read(queue, &bytes, bytes.count), count > 0 {
      var start = 0
      while start < count {
        let event = bytes.withUnsafeBytes {
          $0.loadUnaligned(fromByteOffset: start, as: inotify_event.self)
        }
        #expect(event.mask & UInt32(IN_Q_OVERFLOW) == 0)
        let isListing = event.mask & UInt32(IN_ISDIR) != 0
        if isListing, !wasListing { listings += 1 }
        wasListing = isListing
        start += eventLength + Int(event.len)
      }
    }
    return listings
  }

  @Test("The directory of NFO files is listed once", arguments: [false, true])
  func listings(areEqual: Bool) throws {
    let count = 300
    var store = try Catalog()
    try store.add(contentsOf: (0..<count).map { MovieDraft(title: areEqual ? "Ran" : "Ran \($0)") })
    let directory = TemporaryDirectory.path("nfo")
    try Directory.create(directory)
    let abandoned = directory + "/.movies-0123456789abcdef"
    try Directory.createFile(abandoned)
    let listings = try Self.listings(of: directory) {
      try store.exportMovies(to: directory, for: .nfo)
    }
    #expect(listings == 1)
    #expect(try Directory.names(in: directory).count == count)
    #expect(!FileMetadata.exists(abandoned))
  }

  @Test("Other files are written after the abandoned ones in their directory are deleted")
  func eachFile() throws {
    let directory = TemporaryDirectory.current
    let listings = try Self.listings(of: directory) {
      for index in 0..<3 {
        var file = try AtomicFile(target: "\(directory)/\(index)", replacing: false)
        try file.commit()
      }
    }
    #expect(listings == 3)
  }

  @Test("Equal names get numbers, each after at most three comparisons")
  func equalNames() {
    final class Calls { var count = 0 }
    let calls = Calls()
    var names = DistinctNames { name in
      calls.count += 1
      return name.lowercased()
    }
    #expect(
      ["Ran", "RAN", "Ran 3", "ran", "Ran 3", "Ran"].map { names.next($0) }
        == ["Ran", "RAN 2", "Ran 3", "ran 4", "Ran 3 2", "Ran 5"])
    calls.count = 0
    let found = (0..<1_000).map { names.next($0 % 2 == 0 ? "Heat" : "Heat \($0)") }
    #expect(Set(found).count == 1_000)
    #expect(calls.count <= 3_000)
  }
}
