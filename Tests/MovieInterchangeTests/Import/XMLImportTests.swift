import MovieFormats
import MovieInterchange
import MovieStore
import StoreTestSupport
import TestSupport
import Testing

/// NFO files, and the library that Kodi exports as one file.
@Suite(.limited, .temporaryDirectory) struct XMLImportTests {
  private let directory = TemporaryDirectory.path("movies")

  private func write(_ bytes: [UInt8], _ name: String) throws -> String {
    try Files.makeDirectory(directory)
    let path = directory + "/" + name
    try Files.write(bytes, to: path)
    return path
  }

  private func write(_ text: String, _ name: String) throws -> String {
    try write(Array(text.utf8), name)
  }

  @Test("A movie of a library is imported, and its series are left out")
  func library() throws {
    let path = try write(
      """
      <videodb><movie><title>Ran</title><year>1985</year><playcount>1</playcount></movie>
      <tvshow><title>S</title></tvshow>
      <movie><title>Heat</title><lastplayed>2024-01-05 20:15:00</lastplayed></movie></videodb>
      """, "videodb.xml")
    var store = try Catalog()
    for file in [path, directory] {
      let plan = try store.importMovies(from: [file])
      #expect(plan.counts == [file == path ? .new : .unchanged: 2, .leftOut: 1])
      #expect(plan.readings.first?.kind == "library")
    }
    #expect(try store.titles(order: .added) == ["Ran", "Heat"])
  }

  @Test("The unresolved movies of a library are read again")
  func unresolved() throws {
    let text =
      "<videodb>\n<movie><title>Ran</title></movie><movie><title>A</title></movie></videodb>"
    let path = try write(text, "kodi.xml")
    var store = try Catalog()
    try store.add(MovieDraft(title: "Ran", attributes: [.year: [1985]]))
    try store.add(MovieDraft(title: "Ran", attributes: [.year: [2000]]))
    let options = ImportOptions(unresolvedDirectory: TemporaryDirectory.path("unresolved"))
    let plan = try store.importMovies(from: [path], options)
    #expect(plan.counts == [.ambiguous: 1, .new: 1])
    let file = try #require(plan.unresolvedFiles.first)
    #expect(file.hasSuffix("/kodi.xml.nfo.ndjson"))
    let rows = String(decoding: try Files.bytes(file), as: UTF8.self)
    #expect(rows.contains(#""decision": "", "movie": {"title": "Ran"}}"#), "\(rows)")
    try Files.write(
      Array(rows.replacing(#""decision": """#, with: #""decision": "1""#).utf8), to: file)
    #expect(try store.importMovies(from: [file], options).counts == [.unchanged: 1])
  }

  @Test("Other XML is named in the error, and is not read in a directory")
  func otherXML() throws {
    let path = try write("<?xml version='1.0'?>\n<!-- --><MyAnimeList/>", "list.xml")
    var store = try Catalog()
    let error = #expect(throws: InterchangeError.self) { try store.importMovies(from: [path]) }
    #expect(
      error?.message == "expected an NFO file or Kodi's 'videodb.xml', found XML of <myanimelist>; "
        + "export the list as CSV or JSON")
    _ = try write("<movie><title>Ran</title></movie>", "movie.xml")
    _ = try write("<!DOCTYPE plist><plist/>", "library.xml")
    _ = try write([0xDB, 0xB0, 0x1A] + "GROUP\n".utf8, "scene.nfo")
    _ = try write([0xDB, 0xB0] + "https://www.imdb.com/title/tt0113277/".utf8, "Heat (1995).nfo")
    _ = try write("", "empty.nfo")
    let plan = try store.importMovies(from: [directory])
    #expect(
      plan.skippedFiles
        == ["empty.nfo", "library.xml", "list.xml", "scene.nfo"].map {
          directory + "/" + $0
        })
    #expect(try store.titles(order: .added) == ["Heat", "Ran"])
  }

  @Test("A damaged NFO file of a directory costs only itself, or stops the import")
  func damaged() throws {
    _ = try write("<movie><title>Ran</title></movie>", "a.nfo")
    let names = ["b.nfo", "c.nfo", "d.nfo"]
    for (name, bytes) in zip(
      names, [Array("<movie><title>A</titl>".utf8), [0, 0, 0, 0], Array("<movie>".utf8) + [0xFF]])
    {
      _ = try write(bytes, name)
    }
    _ = try write("<movie><title>Heat</title></movie>", "e.nfo")
    var store = try Catalog()
    let error = #expect(throws: InterchangeError.self) {
      try store.importMovies(from: [directory])
    }
    #expect(error?.description == "\(directory)/b.nfo:1:16: expected '</title>', found '</titl'")
    #expect(try store.titles(order: .added) == [])
    var files: [String] = []
    let plan = try store.importMovies(
      from: [directory], ImportOptions(skipsInvalid: true), onInvalid: { files.append($0.file) })
    #expect(files == names.map { directory + "/" + $0 })
    #expect(plan.counts == [.new: 2, .invalid: 3])
    #expect(try store.titles(order: .added) == ["Ran", "Heat"])
  }

  @Test("The declaration tells the encoding of a file, and text that is UTF-8 is read as such")
  func encodings() throws {
    let start = "<?xml version='1.0' encoding='windows-1251'?><movie><title>"
    _ = try write(Array(start.utf8) + [0xCC] + "</title></movie>".utf8, "a.nfo")
    _ = try write("<movie><title>Ж</title></movie>", "b.nfo")
    _ = try write(Array("<movie><title>".utf8) + [0x8E] + "</title></movie>".utf8, "c.nfo")
    var store = try Catalog()
    try store.importMovies(
      from: [directory], ImportOptions(reading: ReadingOptions(encoding: .macintosh)))
    #expect(try store.titles(order: .added) == ["М", "Ж", "é"])
  }
}
