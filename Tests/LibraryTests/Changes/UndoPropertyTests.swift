import InterchangeTestSupport
import MovieInterchange
import MovieStore
import StoreTestSupport
import TestSupport
import Testing

/// Undo and redo of random changes.
@Suite(.limited, .temporaryDirectory) struct UndoPropertyTests {
  private static func catalog(_ seed: UInt64) throws -> String {
    let path = try Catalog.file()
    var store = try Catalog.withoutDurability(path)
    var drafts = GeneratedDrafts(seed: seed &+ 100, names: 20)
    try store.importMovies(from: drafts.next(25).sources(1))
    try store.clearHistory()
    return path
  }

  @Test(
    "Random changes are undone to the start and redone to the end, exactly at each step",
    arguments: 1...2 as ClosedRange<UInt64>)
  func allSteps(seed: UInt64) throws {
    let path = try Self.catalog(seed)
    var store = try Catalog.withoutDurability(path)
    var changes = RandomChanges(seed: seed)
    var contents = [try CatalogContent(path, store)]
    var latest: Int?
    for _ in 0..<15 {
      try changes.make(in: &store)
      let content = try CatalogContent(path, store)
      let next = try store.nextUndo()?.id
      // A change of the catalog adds an entry; others usually add none.
      if next == latest {
        #expect(content == contents.last)
      } else {
        contents.append(content)
      }
      latest = next
    }
    #expect(contents.count > 7)
    for content in contents.dropLast().reversed() {
      #expect(try store.undo() != nil)
      #expect(try CatalogContent(path, store) == content)
      try SearchIndexState.expectCurrent(path)
    }
    #expect(try store.undo() == nil)
    for content in contents.dropFirst() {
      #expect(try store.redo() != nil)
      #expect(try CatalogContent(path, store) == content)
      try SearchIndexState.expectCurrent(path)
    }
    #expect(try store.redo() == nil)
    try CatalogState.expectSound(path)
  }

  @Test(
    "Changes, undo and redo by two stores agree with two stacks of contents",
    arguments: 1...2 as ClosedRange<UInt64>)
  func stacks(seed: UInt64) throws {
    let path = try Self.catalog(seed)
    var first = try Catalog.withoutDurability(path)
    var second = try Catalog.withoutDurability(path)
    var changes = RandomChanges(seed: seed)
    var current = try CatalogContent(path, first)
    var (undoable, redoable): ([CatalogContent], [CatalogContent]) = ([], [])

    func step(_ store: inout Catalog) throws {
      switch changes.number(below: 5) {
      case 0, 1:
        let latest = try store.nextUndo()?.id
        try changes.make(in: &store)
        if try store.nextUndo()?.id == latest { break }
        undoable.append(current)
        redoable = []
        current = try CatalogContent(path, store)
      case 2, 3:
        #expect(try (store.undo() == nil) == undoable.isEmpty)
        if let content = undoable.popLast() {
          redoable.append(current)
          current = content
        }
      default:
        #expect(try (store.redo() == nil) == redoable.isEmpty)
        if let content = redoable.popLast() {
          undoable.append(current)
          current = content
        }
      }
      #expect(try CatalogContent(path, store) == current)
      #expect(try store.nextEntries(.undo, limit: 1_000).count == undoable.count)
      #expect(try store.nextEntries(.redo, limit: 1_000).count == redoable.count)
    }

    for _ in 0..<30 {
      if changes.number(below: 2) == 0 { try step(&first) } else { try step(&second) }
    }
    try CatalogState.expectSound(path)
  }

  @Test(
    "Undo and redo of several entries are made together", arguments: 1...2 as ClosedRange<UInt64>)
  func severalSteps(seed: UInt64) throws {
    let path = try Self.catalog(seed)
    var store = try Catalog.withoutDurability(path)
    let before = try CatalogContent(path, store)
    var changes = RandomChanges(seed: seed)
    for _ in 0..<20 { try changes.make(in: &store) }
    let after = try CatalogContent(path, store)
    let count = try store.nextEntries(.undo, limit: 100).count
    let others = try store.nextEntries(.undo, limit: count - 1)
    #expect(try store.replay(.undo, count, expecting: others).entries.isEmpty)
    #expect(try CatalogContent(path, store) == after)
    #expect(try store.replay(.undo, count).entries.count == count)
    #expect(try CatalogContent(path, store) == before)
    #expect(try store.replay(.redo, count).entries.count == count)
    #expect(try CatalogContent(path, store) == after)
  }
}
