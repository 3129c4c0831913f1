internal import MovieStore
internal import MovieSystem
internal import MovieTerminal
internal import MoviesCLI

/// What a person waits for in `browse`: from the key to the bytes that the terminal is sent.
extension BenchmarkWork {
  static let browsing = [
    BenchmarkWork("browse first frame", needs: .catalog, expected: { _ in 1_000...20_000 }) {
      files, _ in
      var session = try BrowsingSession(files)
      return try session.answer([])
    },
    BenchmarkWork("browse key") { files in try samples(of: moves, on: files) },
    BenchmarkWork("browse filter") { files in try samples(of: filters, on: files) },
  ]

  /// Down and up by rows, by pages and to the ends, into casts and back.
  private static let moves: [Key] =
    Array(repeating: .down, count: 100) + Array(repeating: .pageDown, count: 40) + [.end]
    + Array(repeating: .pageUp, count: 40) + [.enter, .down, .enter, .left, .left, .home]

  /// Titles as they are typed and taken back letter by letter: the first two letters are looked for in
  /// the titles themselves, further ones in the search index.
  private static let filters: [Key] =
    ["zanzibar", "reckless orchard", "lisbon", "the", "giraffe"].flatMap { text -> [Key] in
      let letters = text.unicodeScalars.map(Key.text)
      return [.text("/")] + letters + Array(repeating: .backspace, count: letters.count) + [.escape]
    }

  private static func samples(of keys: [Key], on files: BenchmarkFiles) throws -> [Double] {
    var session = try BrowsingSession(files)
    _ = try session.answer([])
    return try keys.map { key in
      let stopwatch = Stopwatch()
      _ = try session.answer([key])
      return stopwatch.seconds
    }
  }
}

/// The browser with all that `browse` has but the terminal itself.
private struct BrowsingSession: ~Copyable {
  private let size = ScreenSize(columns: 80, rows: 24)
  private var browser: Browser
  private var painter = FramePainter(isColored: true)

  init(_ files: BenchmarkFiles) throws {
    let store = try MovieStore(path: files.path(.catalog), access: .writing)
    browser = Browser(try BrowseCatalog(store), state: BrowseState(pageRows: 1))
    browser.resize(to: size)
  }

  /// Takes the keys as if they came together.
  ///
  /// - Returns: how many bytes the terminal is sent then. The count of the list comes later.
  mutating func answer(_ keys: [Key]) throws -> Int {
    for key in keys { _ = browser.take(key) }
    browser.read()
    return painter.bytes(showing: browser.frame(size, glyphs: BrowseGlyphs(isUTF8: true))).count
  }
}
