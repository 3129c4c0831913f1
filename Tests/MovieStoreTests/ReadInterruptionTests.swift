import Foundation
import MovieStore
import StoreTestSupport
import TestSupport
import Testing

/// Reads that end when input arrives.
@Suite(.limited, .temporaryDirectory) struct ReadInterruptionTests {
  /// A pipe that is closed with its owner.
  private struct Pipe: ~Copyable {
    let reading: Int32
    private var writing: Int32

    init() throws {
      var ends: [Int32] = [-1, -1]
      try #require(pipe(&ends) == 0)
      (reading, writing) = (ends[0], ends[1])
    }

    deinit {
      close(reading)
      close(writing)
    }

    mutating func end() {
      close(writing)
      writing = -1
    }

    func write() { #expect(Foundation.write(writing, "x", 1) == 1) }

    func read() {
      var byte: UInt8 = 0
      #expect(Foundation.read(reading, &byte, 1) == 1)
    }
  }

  /// A count that reads every movie.
  private static func count(_ store: borrowing Catalog) throws(StoreError) -> Int {
    try store.movieCount([.isFavorite])
  }

  private static let favorites = LargeCatalog.movieCount / 10 + 1

  @Test("Input interrupts reads until it is read")
  func input() throws {
    let store = try Catalog(path: try LargeCatalog.file(), access: .reading)
    let pipe = try Pipe()
    #expect(
      try store.interruptingReads(onInputFrom: pipe.reading, Self.count) >= Self.favorites - 1)
    pipe.write()
    #expect(throws: StoreError(.interrupted)) {
      try store.interruptingReads(onInputFrom: pipe.reading, Self.count)
    }
    #expect(throws: StoreError(.interrupted)) {
      try store.interruptingReads(onInputFrom: pipe.reading) { store throws(StoreError) in
        try store.page(of: [.title("%%")], at: .first, rows: 5)
      }
    }
    #expect(try store.movieCount(.titles("zzz zz")) == 0)
    pipe.read()
    #expect(
      try store.interruptingReads(onInputFrom: pipe.reading, Self.count) >= Self.favorites - 1)
  }

  @Test("The end of input interrupts reads")
  func end() throws {
    let store = try Catalog(path: try LargeCatalog.file(), access: .reading)
    var pipe = try Pipe()
    pipe.end()
    #expect(throws: StoreError(.interrupted)) {
      try store.interruptingReads(onInputFrom: pipe.reading, Self.count)
    }
  }

  @Test("Reads are interrupted only in the closure; an inner call takes precedence")
  func reset() throws {
    struct Stop: Error {}
    let store = try Catalog(path: try LargeCatalog.file(), access: .reading)
    let pipe = try Pipe()
    pipe.write()
    for _ in 0..<2 {
      #expect(throws: StoreError(.interrupted)) {
        try store.interruptingReads(onInputFrom: pipe.reading) { store throws(StoreError) in
          let inner = try store.interruptingReads(onInputFrom: nil, Self.count)
          #expect(inner >= Self.favorites - 1)
          return try Self.count(store)
        }
      }
      #expect(try Self.count(store) >= Self.favorites - 1)
      try store.interruptingReads(onInputFrom: pipe.reading) { _ throws(StoreError) in }
      #expect(try Self.count(store) >= Self.favorites - 1)
    }
  }

  @Test("Input does not interrupt changes, and interrupts reads after them")
  func changes() throws {
    let path = try Catalog.file()
    var store = try Catalog(path: path, access: .writing)
    try store.addNumbered(1...2_000)
    let pipe = try Pipe()
    pipe.write()
    let ids = (1...40 as ClosedRange<Int64>).map { Movie.ID(rawValue: $0) }
    store.core.connection.readInterrupter = pipe.reading
    try store.delete(ids: ids)
    #expect(throws: StoreError(.interrupted)) { try Self.count(store) }
    store.core.connection.readInterrupter = nil
    #expect(try store.movieCount() == 2_000 - ids.count)
    try SearchIndexState.expectCurrent(path)
  }
}
