import Foundation
import MovieSystem
import TestSupport
import Testing

/// `sync` with a catalog, and by way of a directory.
@Suite(.limited, .temporaryDirectory) struct SyncTests {
  private let other = TemporaryDirectory.path("other.db")
  private let stick = TemporaryDirectory.path("stick")

  init() throws {
    try SampleCatalog.install()
    try FileManager.default.copyItem(atPath: SampleCatalog.path, toPath: other)
    try FileManager.default.createDirectory(atPath: stick, withIntermediateDirectories: false)
  }

  @Test("Two copies get the changes of each other, also the deletions")
  func copies() {
    _ = movies("edit", "4", "--title", "Hitze", "-q")
    _ = movies("delete", "8", "--yes", "-q")
    _ = movies("tag", "4", "here", "-q")
    _ = movies("rate", "4", "8", "-q", "--db", other)
    _ = movies("tag", "4", "there", "-q", "--db", other)
    _ = movies("add", "Alien (1979)", "-q", "--db", other)
    let preview = movies("sync", other, "-n")
    #expect(preview.output == "added\t10\tAlien\t1979\t\nupdated\t4\tHitze\t\trating, tag\n")
    #expect(
      preview.error.hasPrefix("would receive 1 added, 1 updated; would send 1 updated, 1 deleted\n")
    )
    #expect(movies("diff", other, "-q", "--exit-status").status == .notFound)
    #expect(
      movies("sync", other).error.hasPrefix(
        "received 1 added, 1 updated; sent 1 updated, 1 deleted"))
    #expect(movies("diff", other).error == "no differences\n")
    #expect(
      movies("show", "4", "--columns", "title,rating,tag", "--format", "tsv", "-q").output
        .hasPrefix("Hitze\t8\t"))
    #expect(movies("sync", other).error == "received no changes; sent no changes\n")
  }

  @Test("Two copies that first meet by way of a directory know what each removed")
  func copiesByDirectory() throws {
    _ = movies("tag", "1..3", "old", "-q")
    _ = movies("rate", "1..3", "5", "-q")
    try FileManager.default.removeItem(atPath: other)
    try FileManager.default.copyItem(atPath: SampleCatalog.path, toPath: other)
    _ = movies("edit", "4", "--title", "Hitze", "-q")
    _ = movies("delete", "8", "--yes", "-q")
    _ = movies("edit", "1", "--unset", "tag", "--unset", "rating", "-q")
    _ = movies("add", "Ran (1985)", "-q")
    _ = movies("tag", "4", "there", "-q", "--db", other)
    _ = movies("delete", "7", "--yes", "-q", "--db", other)
    _ = movies("edit", "2", "--unset", "tag", "--unset", "rating", "-q", "--db", other)
    _ = movies("edit", "3", "--title", "Drei", "-q", "--db", other)
    _ = movies("add", "Alien (1979)", "-q", "--db", other)
    _ = movies("sync", stick, "-q")
    let second = movies("sync", stick, "--db", other).error
    #expect(second.hasPrefix("received 1 added, 2 updated, 1 deleted; sent "), "\(second)")
    let first = movies("sync", stick).error
    #expect(first.hasPrefix("received 1 added, 3 updated, 1 deleted; sent "), "\(first)")
    #expect(movies("diff", other).error.hasSuffix("no differences\n"))
    let values = movies("list", "--columns", "title,tag,rating", "--format", "tsv", "-q").output
    for line in ["Hitze\tthere\t", "Drei\told\t5"] { #expect(values.contains(line), "\(values)") }
    #expect(values.components(separatedBy: "old").count == 2)
    #expect(values.components(separatedBy: "\n").count == 10)
  }

  @Test("Removals from a list that both changed stay", arguments: [true, false])
  func listsOfCopies(byDirectory: Bool) throws {
    _ = movies("tag", "4", "wip", "shared", "old", "-q")
    try FileManager.default.removeItem(atPath: other)
    try FileManager.default.copyItem(atPath: SampleCatalog.path, toPath: other)
    _ = movies("tag", "4", "wip", "--remove", "-q", "--db", other)
    _ = movies("tag", "4", "heist", "-q")
    _ = movies("tag", "4", "shared", "--remove", "-q")
    for _ in 1...2 {
      _ = movies("sync", byDirectory ? stick : other, "-q")
      if byDirectory { _ = movies("sync", stick, "-q", "--db", other) }
    }
    #expect(movies("diff", other).error.hasSuffix("no differences\n"))
    let tags = movies("show", "4", "--columns", "tag", "--format", "tsv", "-q").output
    #expect(tags == "old;heist\n")
  }

  @Test(
    "A file that was written again, and one without its first line, are read from the beginning")
  func rewritten() throws {
    _ = movies("sync", stick, "-q")
    _ = movies("sync", stick, "-q", "--db", other)
    _ = movies("sync", stick, "-q")
    let replicas = movies("sync", stick, "--replicas", "-q").output.split(separator: "\n")
    let replica = try #require(replicas.first { !$0.hasSuffix("this catalog") }?.prefix(8))
    let name = "\(replica).ndjson"
    try FileManager.default.removeItem(atPath: "\(stick)/\(name)")
    _ = movies("tag", "4", "x", "-q", "--db", other)
    _ = movies("sync", stick, "-q", "--db", other)
    _ = movies("tag", "4", "y", "-q", "--db", other)
    _ = movies("sync", stick, "-q", "--db", other)
    let received = movies("sync", stick)
    #expect(received.error.hasPrefix("received 1 updated;"), "\(received.error)")
    #expect(!received.error.contains("damaged"))
    let file = URL(filePath: "\(stick)/\(name)")
    let whole = try Data(contentsOf: file)
    try (Data("x".utf8) + whole).write(to: file)
    #expect(movies("sync", stick).error.contains("\(name):1: the file is damaged"))
    _ = movies("sync", stick, "-q", "--db", other)
    #expect(!movies("sync", stick).error.contains("damaged"))
  }

  @Test("A backup that was copied over the file is noticed, also after another sync")
  func copiedBackup() throws {
    let backup = TemporaryDirectory.path("monday.db")
    _ = movies("sync", stick, "-q")
    try FileManager.default.copyItem(atPath: SampleCatalog.path, toPath: backup)
    _ = movies("tag", "4", "x", "-q")
    _ = movies("sync", stick, "-q")
    // The file stays the same one.
    let file = try FileHandle(forWritingTo: URL(filePath: SampleCatalog.path))
    try file.truncate(atOffset: 0)
    try file.write(contentsOf: Data(contentsOf: URL(filePath: backup)))
    try file.close()
    _ = movies("tag", "5", "y", "-q")
    _ = movies("sync", other, "-q")
    #expect(movies("sync", stick).error.contains("received 1 updated"))
    let third = TemporaryDirectory.path("third.db")
    _ = movies("sync", stick, "-q", "--db", third)
    let tags = movies("list", "--columns", "tag", "--format", "tsv", "-q", "--db", third).output
    #expect(tags.contains("x\n") && tags.contains("y\n"))
  }

  @Test("Copies of two synced catalogs are no strangers")
  func movedCatalogs() throws {
    _ = movies("sync", other, "-q")
    let copies = ["a.db", "b.db"].map { TemporaryDirectory.path($0) }
    try FileManager.default.copyItem(atPath: SampleCatalog.path, toPath: copies[0])
    try FileManager.default.copyItem(atPath: other, toPath: copies[1])
    for copy in copies { #expect(movies("sync", stick, "--db", copy).status == .done) }
  }

  @Test("Copies that were synced before they meet know it, too")
  func laterMeeting() throws {
    let second = TemporaryDirectory.path("second")
    try FileManager.default.createDirectory(atPath: second, withIntermediateDirectories: false)
    _ = movies("tag", "1..3", "old", "-q")
    try FileManager.default.removeItem(atPath: other)
    try FileManager.default.copyItem(atPath: SampleCatalog.path, toPath: other)
    _ = movies("edit", "4", "--title", "Hitze", "-q")
    _ = movies("delete", "8", "--yes", "-q")
    _ = movies("sync", stick, "-q")
    _ = movies("delete", "7", "--yes", "-q", "--db", other)
    _ = movies("sync", second, "-q", "--db", other)
    // Now states tell what was removed.
    _ = movies("delete", "6", "--yes", "-q")
    _ = movies("edit", "1", "--unset", "tag", "-q")
    _ = movies("sync", stick, "-q")
    _ = movies("delete", "5", "--yes", "-q", "--db", other)
    _ = movies("edit", "2", "--unset", "tag", "-q", "--db", other)
    _ = movies("sync", second, "-q", "--db", other)
    for name in try FileManager.default.contentsOfDirectory(atPath: second) {
      try FileManager.default.copyItem(atPath: "\(second)/\(name)", toPath: "\(stick)/\(name)")
    }
    _ = movies("sync", stick, "-q")
    _ = movies("sync", stick, "-q", "--db", other)
    #expect(movies("diff", other).error.hasSuffix("no differences\n"))
    let tags = movies("list", "--columns", "id,tag", "--format", "tsv", "-q").output
    #expect(tags.split(separator: "\n").map { $0.prefix(1) }.sorted() == ["1", "2", "3", "4", "9"])
    #expect(tags.components(separatedBy: "old").count == 2 && tags.contains("3\told"))
  }

  @Test("An undo passes over what others changed, and travels")
  func undo() {
    _ = movies("sync", other, "-q")
    _ = movies("rate", "4", "8", "-q")
    _ = movies("tag", "5", "x", "-q", "--db", other)
    _ = movies("sync", other, "-q")
    #expect(movies("undo").error.contains("rating of 'Heat' to 8"))
    #expect(movies("show", "5", "--columns", "tag", "--format", "tsv", "-q").output == "x\n")
    _ = movies("sync", other, "-q")
    #expect(
      movies("show", "4", "--columns", "rating", "--format", "tsv", "-q", "--db", other).output
        == "\n")
  }

  @Test("A directory carries changes, and rebuilds a lost catalog")
  func directory() throws {
    #expect(movies("sync", stick).error == "received no changes; sent 9 changed movies\n")
    _ = movies("rate", "4", "8", "-q")
    _ = movies("tag", "4", "x", "-q", "--db", other)
    _ = movies("sync", stick, "-q")
    #expect(
      movies("sync", stick, "--db", other).error.hasPrefix("received 1 updated; sent 9 changed"))
    #expect(movies("sync", stick).error.hasPrefix("received 1 updated; sent no changes\n"))
    #expect(movies("sync", stick).error == "received no changes; sent no changes\n")
    #expect(movies("diff", other).error == "no differences\n")
    let rebuilt = TemporaryDirectory.path("rebuilt.db")
    #expect(movies("sync", stick, "--db", rebuilt).error.contains("received 9 added"))
    #expect(movies("diff", rebuilt).error.hasSuffix("no differences\n"))
    let files = try FileManager.default.contentsOfDirectory(atPath: stick)
    #expect(files.count == 3 && files.allSatisfy { $0.hasSuffix(".ndjson") })
  }

  @Test("A preview and '--one-way' send nothing", arguments: ["-n", "--one-way"])
  func oneWay(option: String) throws {
    _ = movies("rate", "4", "8", "-q")
    let before = try Data(contentsOf: URL(filePath: other))
    _ = movies("sync", other, option, "-q")
    #expect(try Data(contentsOf: URL(filePath: other)) == before)
    _ = movies("sync", stick, option, "-q")
    #expect(try FileManager.default.contentsOfDirectory(atPath: stick).isEmpty)
  }

  @Test("A half-copied line is ignored until it is whole, and a damaged one is named")
  func damage() throws {
    _ = movies("sync", stick, "-q")
    let name = try FileManager.default.contentsOfDirectory(atPath: stick)[0]
    let file = URL(filePath: "\(stick)/\(name)")
    let whole = try Data(contentsOf: file)
    try whole.dropLast(40).write(to: file)
    let empty = TemporaryDirectory.path("empty.db")
    let half = movies("sync", stick, "--db", empty)
    #expect(half.error.contains("\(name) is not whole yet") && !half.error.contains("damaged"))
    var text = String(decoding: whole, as: UTF8.self)
    text.replace("Amélie", with: "Amelie")
    try Data(text.utf8).write(to: file)
    let second = TemporaryDirectory.path("second.db")
    let damaged = movies("sync", stick, "--db", second)
    #expect(damaged.error.contains("\(name):3: the line is damaged and was left out; if"))
    #expect(damaged.error.contains("received 8 added"))
    try whole.write(to: file)
    for path in [empty, second] {
      #expect(!movies("sync", stick, "--db", path).error.contains("damaged"))
      #expect(movies("diff", path).error.hasSuffix("no differences\n"))
    }
  }

  @Test("An older copy of the own file that comes back hides no change, and is read")
  func staleFile() throws {
    _ = movies("sync", stick, "-q")
    let name = try #require(Files.names(in: stick).first)
    let backup = try Files.bytes(SampleCatalog.path)
    for movie in ["4", "5"] { _ = movies("tag", movie, "lost", "-q") }
    _ = movies("sync", stick, "-q")
    let stale = try Files.bytes("\(stick)/\(name)")
    // The catalog and its file are lost.
    try Files.write(backup, to: SampleCatalog.path)
    try FileManager.default.removeItem(atPath: "\(stick)/\(name)")
    for tag in ["a", "b", "c"] {
      _ = movies("tag", "1", tag, "-q")
      _ = movies("sync", stick, "-q")
    }
    try Files.write(stale, to: "\(stick)/\(name)")
    _ = movies("tag", "2", "d", "-q")
    #expect(movies("sync", stick).error.hasPrefix("received 2 updated; sent "))
    #expect(movies("sync", stick).error == "received no changes; sent no changes\n")
    _ = movies("sync", stick, "-q", "--db", other)
    #expect(movies("diff", other).error.hasSuffix("no differences\n"))
    let tags = movies("list", "--columns", "tag", "--format", "tsv", "-q").output
    #expect(tags.split(separator: "\n").sorted() == ["a;b;c", "d", "lost", "lost"])
  }

  @Test("A later edit of a movie that was merged elsewhere counts, and the merge can be undone")
  func mergedMovie() throws {
    _ = movies("rate", "1", "5", "-q")
    _ = movies("rate", "2", "6", "-q")
    _ = movies("sync", other, "-q")
    _ = movies("merge", "1", "2", "--yes", "-q")
    _ = movies("edit", "1", "--title", "Better", "-q", "--db", other)
    // Times of the history are those of seconds.
    try PlainConnection(other).run(
      "UPDATE movieHistory SET time = datetime(time, '+9 seconds') WHERE id = (SELECT max(id) FROM movieHistory)"
    )
    #expect(movies("sync", other).error.hasPrefix("received 1 updated; sent 1 updated, 1 deleted"))
    #expect(movies("diff", other).error == "no differences\n")
    #expect(
      movies("show", "1", "--columns", "title,rating", "--format", "tsv", "-q").output
        == "Better\t5\n")
    #expect(movies("undo").error.contains("undid change"))
    _ = movies("sync", other, "-q")
    #expect(movies("diff", other).error == "no differences\n")
  }

  @Test("A merge of a new movie with one that others know stays one movie")
  func mergedIntoNewMovie() {
    _ = movies("sync", other, "-q")
    _ = movies("add", "New", "-q")
    _ = movies("merge", "10", "4", "--yes", "-q")
    _ = movies("tag", "4", "there", "-q", "--db", other)
    #expect(movies("sync", other).error.hasPrefix("received 1 updated; sent 1 updated"))
    #expect(movies("diff", other).error == "no differences\n")
    #expect(movies("list", "--format", "ids", "-q").output.split(separator: "\n").count == 9)
  }

  @Test("A second movie of a title that both know stays one of its own")
  func secondOfATitle() {
    _ = movies("add", "Twin (2000)", "--tag", "first", "-q")
    _ = movies("sync", other, "-q")
    _ = movies("add", "Twin (2000)", "--tag", "second", "-q")
    let count = movies("list", "Twin", "--format", "ids", "-q").output.split(separator: "\n").count
    #expect(movies("sync", other).error.hasPrefix("received no changes; sent \(count - 1) added"))
    #expect(movies("sync", other).error == "received no changes; sent no changes\n")
    #expect(movies("diff", other).error == "no differences\n")
  }

  @Test("A catalog that was never synced joins with its own movies, and so do synced groups")
  func strangers() throws {
    let list = TemporaryDirectory.path("list.ndjson")
    try movies("export", "--format", "ndjson", "-q").output.write(
      toFile: list, atomically: true, encoding: .utf8)
    let catalogs = ["c", "d", "e"].map { TemporaryDirectory.path("\($0).db") }
    for catalog in catalogs { _ = movies("import", list, "-q", "--db", catalog) }
    _ = movies("sync", other, "-q")
    #expect(movies("sync", catalogs[0]).error.contains("received no changes"))
    _ = movies("sync", catalogs[2], "-q", "--db", catalogs[1])
    #expect(movies("sync", catalogs[1]).status != .done)
    #expect(movies("sync", catalogs[1], "--join").error.contains("received no changes"))
    _ = movies("sync", catalogs[1], "-q", "--db", catalogs[2])
    _ = movies("sync", other, "-q")
    for catalog in catalogs {
      #expect(movies("sync", other, "--db", catalog).status == .done)
      #expect(movies("diff", other, "--db", catalog).error.hasSuffix("no differences\n"))
    }
    #expect(movies("list", "--format", "ids", "-q").output.split(separator: "\n").count == 9)
  }

  @Test("Movies of a third catalog are not taken for those of a copy")
  func foreignMovies() throws {
    let third = TemporaryDirectory.path("third.db")
    _ = movies("add", "Foreign (1901)", "-q", "--db", third)
    try PlainConnection(third).run("UPDATE movieHistory SET time = '2001-01-01T00:00:00Z'")
    _ = movies("tag", "4", "x", "-q")
    try FileManager.default.removeItem(atPath: other)
    try FileManager.default.copyItem(atPath: SampleCatalog.path, toPath: other)
    _ = movies("sync", third, "-q", "--db", other)
    #expect(movies("sync", other).error.hasPrefix("received 1 added; sent no changes"))
    #expect(movies("diff", other).error.hasSuffix("no differences\n"))
  }

  @Test("Changes of a copy that is only read come once, and a deletion of them stays")
  func oneWayFromCopy() throws {
    _ = movies("sync", stick, "-q")
    try FileManager.default.removeItem(atPath: other)
    try FileManager.default.copyItem(atPath: SampleCatalog.path, toPath: other)
    _ = movies("add", "Alien (1979)", "-q", "--db", other)
    #expect(movies("sync", other, "--one-way").error == "received 1 added\n")
    #expect(movies("sync", other, "--one-way").error == "received no changes\n")
    _ = movies("delete", "10", "--yes", "-q")
    #expect(movies("sync", other, "--one-way").error == "received no changes\n")
  }

  @Test("Going back to before a merge brings both movies back")
  func goBackBeforeMerge() {
    let backup = TemporaryDirectory.path("backup.db")
    _ = movies("sync", stick, "-q")
    _ = movies("sync", stick, "-q", "--db", other)
    _ = movies("backup", backup, "-q")
    _ = movies("merge", "1", "2", "--yes", "-q")
    _ = movies("sync", stick, "-q")
    #expect(movies("sync", stick, "--db", other).error.contains("1 updated, 1 deleted"))
    _ = movies("restore", backup, "--yes", "-q")
    _ = movies("sync", stick, "--go-back", "-q")
    #expect(movies("sync", stick, "--db", other).error.contains("1 added, 1 updated"))
    #expect(movies("list", "--format", "ids", "-q").output.split(separator: "\n").count == 9)
    #expect(movies("diff", other).error.hasSuffix("no differences\n"))
  }

  @Test("An id that a lost state of the catalog gave names another movie")
  func reusedID() throws {
    _ = movies("sync", stick, "-q")
    let backup = try Files.bytes(SampleCatalog.path)
    _ = movies("add", "Lost (1901)", "-q")
    _ = movies("sync", stick, "-q")
    try Files.write(backup, to: SampleCatalog.path)
    _ = movies("add", "Found (1902)", "-q")
    _ = movies("sync", other, "-q")
    #expect(movies("sync", stick).error.hasPrefix("received 1 added"))
    let titles = movies("list", "--columns", "title", "--format", "tsv", "-q").output
    #expect(titles.contains("Found\n") && titles.contains("Lost\n"))
  }

  @Test("Movies that were added before the entries that are compared stay")
  func longHistory() throws {
    try PlainConnection(SampleCatalog.path).run(
      """
      WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 1200)
      INSERT INTO movieHistory
      SELECT 1000 + n, time, 'change', 'done', NULL, 'old', 'old', 0, 0, 0, NULL, 0, 0
      FROM number, movieHistory WHERE id = (SELECT max(id) FROM movieHistory WHERE id < 1000)
      """)
    try FileManager.default.removeItem(atPath: other)
    try FileManager.default.copyItem(atPath: SampleCatalog.path, toPath: other)
    _ = movies("delete", "8", "--yes", "-q", "--db", other)
    #expect(movies("sync", other).error.hasPrefix("received 1 deleted; sent no changes"))
    #expect(movies("list", "--format", "ids", "-q").output.split(separator: "\n").count == 8)
  }

  @Test("A merge outlasts a deletion elsewhere of the movie that it removes")
  func mergeBesidesDeletion() {
    _ = movies("add", "Twin (2000)", "-q")
    _ = movies("add", "Twin (2000)", "-q")
    _ = movies("sync", other, "-q")
    _ = movies("delete", "11", "--yes", "-q", "--db", other)
    _ = movies("merge", "10", "11", "--yes", "-q")
    _ = movies("sync", other, "-q")
    #expect(movies("list", "Twin", "--format", "ids", "-q").output == "10\n")
    #expect(movies("diff", other).error == "no differences\n")
  }

  @Test("A catalog whose file arrives in parts joins with its own movies")
  func partOfStranger() throws {
    let list = TemporaryDirectory.path("list.ndjson")
    try movies("export", "--format", "ndjson", "-q").output.write(
      toFile: list, atomically: true, encoding: .utf8)
    _ = movies("sync", other, "-q")
    let third = TemporaryDirectory.path("third.db")
    _ = movies("import", list, "-q", "--db", third)
    _ = movies("sync", stick, "-q", "--db", third)
    let file = URL(filePath: "\(stick)/\(try Files.names(in: stick)[0])")
    let whole = try Data(contentsOf: file)
    try whole.dropLast(whole.count / 2).write(to: file)
    #expect(movies("sync", stick).error.contains("is not whole yet"))
    try whole.write(to: file)
    _ = movies("sync", stick, "-q")
    #expect(movies("list", "--format", "ids", "-q").output.split(separator: "\n").count == 9)
    _ = movies("sync", stick, "-q", "--db", third)
    #expect(movies("diff", third).error.hasSuffix("no differences\n"))
  }

  @Test("A restamp keeps the last of several changes in the future")
  func restampedChanges() throws {
    let time = Clock.microseconds + 30 * 86_400 * 1_000_000
    let future = Simulation(time: { time }, number: { .random(in: .min ... .max) })
    Simulation.$current.withValue(future) {
      _ = movies("sync", stick, "-q")
      for rating in ["9", "7"] {
        _ = movies("rate", "4", rating, "-q")
        _ = movies("tag", "4", "x", "-q")
        _ = movies("sync", stick, "-q")
        if rating == "9" { _ = movies("tag", "4", "x", "--remove", "-q") }
        _ = movies("sync", stick, "-q")
      }
    }
    #expect(movies("sync", stick).error.contains("pass '--restamp'"))
    #expect(movies("sync", stick, "--restamp").status == .done)
    #expect(movies("sync", stick, "--db", other).error.hasPrefix("received 1 updated"))
    for catalog in [SampleCatalog.path, other] {
      #expect(
        movies(
          "show", "4", "--columns", "rating,tag", "--format", "tsv", "-q", "--db", catalog
        ).output == "7\tx\n")
    }
  }

  @Test("A difference between synced catalogs pairs the movies that the sync knows as one")
  func syncedDifference() throws {
    try FileManager.default.removeItem(atPath: other)
    _ = movies("add", "First", "-q", "--db", other)
    _ = movies("sync", other, "-q")
    _ = movies("edit", "4", "--title", "Hitze", "-q")
    #expect(movies("diff", other).error == "1 updated (title 1)\n")
  }

  @Test("A copy and a restored backup go on as other replicas")
  func replicas() throws {
    _ = movies("sync", stick, "-q")
    let backup = TemporaryDirectory.path("monday.db")
    _ = movies("backup", backup, "-q")
    _ = movies("rate", "4", "8", "-q")
    _ = movies("sync", stick, "-q")
    _ = movies("restore", backup, "--yes", "-q")
    #expect(movies("show", "4", "--columns", "rating", "--format", "tsv", "-q").output == "\n")
    #expect(movies("sync", stick).error.contains("received 1 updated"))
    #expect(movies("show", "4", "--columns", "rating", "--format", "tsv", "-q").output == "8\n")
    #expect(try FileManager.default.contentsOfDirectory(atPath: stick).count == 2)
    let copy = TemporaryDirectory.path("copy.db")
    try FileManager.default.copyItem(atPath: SampleCatalog.path, toPath: copy)
    _ = movies("tag", "4", "x", "-q", "--db", copy)
    _ = movies("sync", stick, "-q", "--db", copy)
    #expect(try FileManager.default.contentsOfDirectory(atPath: stick).count == 3)
    #expect(movies("sync", stick).error.contains("received 1 updated"))
  }

  @Test("Values that a migration lost come back")
  func migration() {
    _ = movies("rate", "4", "8", "-q")
    _ = movies("sync", other, "-q")
    for version in ["1", "6"] {
      let result = movies("migrate", "--to", version, "--accept-loss", "--no-backup", "-q")
      #expect(result.status == .done, "\(result.error)")
    }
    #expect(movies("list", "is:favorite", "--format", "ids", "-q").output.isEmpty)
    _ = movies("sync", other, "-q")
    #expect(movies("diff", other).error.hasSuffix("no differences\n"))
    #expect(movies("show", "4", "--columns", "rating", "--format", "tsv", "-q").output == "8\n")
    #expect(movies("show", "1", "--columns", "favorite", "--format", "tsv", "-q").output == "*\n")
  }

  /// Runs the body with a clock that is some microseconds ahead of the real one, or behind it.
  private func withClock(aheadBy offset: Int64, _ body: () throws -> Void) rethrows {
    let simulation = Simulation(
      time: {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        return Int64(now.tv_sec) * 1_000_000 + Int64(now.tv_nsec) / 1_000 + offset
      }, number: { .random(in: .min ... .max) })
    try Simulation.$current.withValue(simulation, operation: body)
  }

  private enum Editor: CaseIterable { case command, otherProgram, afterSync }

  @Test(
    "An edit is not lost to a deletion in a copy that had not seen it, however slow its clock is",
    arguments: [true, false], Editor.allCases)
  // In a directory, no history tells what another program changed before the first sync.
  private func slowClock(byDirectory: Bool, editor: Editor) throws {
    if byDirectory, editor == .otherProgram { return }
    let hour: Int64 = 3_600_000_000
    for (edited, deleted) in [(other, SampleCatalog.path), (SampleCatalog.path, other)] {
      for path in [SampleCatalog.path, other] { try FileManager.default.removeItem(atPath: path) }
      try SampleCatalog.install()
      _ = movies("tag", "1..9", "old", "-q", "--db", SampleCatalog.path)
      try FileManager.default.copyItem(atPath: SampleCatalog.path, toPath: other)
      let own = TemporaryDirectory.path("own-\(UUID())")
      let shared = TemporaryDirectory.path("shared-\(UUID())")
      for path in [own, shared] {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
      }
      try withClock(aheadBy: -hour) {
        // Later changes of this catalog are those of a replica.
        if editor == .afterSync { _ = movies("sync", own, "-q", "--db", edited) }
        if editor == .otherProgram {
          try PlainConnection(edited).run("UPDATE MovieModel SET favorite = 1 WHERE id = 4")
        } else {
          _ = movies("rate", "4", "9", "-q", "--db", edited)
        }
      }
      _ = movies("delete", "4", "5", "--yes", "-q", "--db", deleted)
      for _ in 1...2 {
        if byDirectory {
          for path in [edited, deleted] { _ = movies("sync", shared, "-q", "--db", path) }
        } else {
          _ = movies("sync", other, "-q")
        }
      }
      for path in [SampleCatalog.path, other] {
        let titles = movies("list", "--columns", "title", "--format", "tsv", "-q", "--db", path)
        #expect(titles.output.contains("Heat\n"), "\(titles)")
        #expect(titles.output.split(separator: "\n").count == 8, "\(titles)")
      }
      #expect(movies("diff", other).error.hasSuffix("no differences\n"))
    }
  }

  @Test("Of two changes within a second, the later one counts", arguments: [true, false])
  func changesOfASecond(isFirst: Bool) throws {
    if !isFirst { _ = movies("sync", other, "-q") }
    // The number of an entry of the history does not matter.
    for _ in 1...3 { _ = movies("tag", "5", "x", "-q") }
    let second = (Clock.microseconds / 1_000_000 + 1) * 1_000_000
    for (path, rating, fraction) in [(SampleCatalog.path, "6", 100_000), (other, "9", 400_000)] {
      let simulation = Simulation(
        time: { second + Int64(fraction) }, number: { .random(in: .min ... .max) })
      Simulation.$current.withValue(simulation) {
        _ = movies("rate", "4", rating, "-q", "--db", path)
      }
    }
    withClock(aheadBy: 2_000_000) { _ = movies("sync", other, "-q") }
    for path in [SampleCatalog.path, other] {
      let rating = movies("show", "4", "--columns", "rating", "--format", "tsv", "-q", "--db", path)
      #expect(rating.output == "9\n")
    }
  }

  /// A line of a change file with its checksum.
  private func line(_ json: String) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in json.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return json.dropLast() + #","checksum":"\#(String(hash, radix: 16))"}"# + "\n"
  }

  private func writeChangeFile(_ header: String, _ lines: [String]) throws {
    try (header + "\n" + lines.map(line).joined()).write(
      toFile: "\(stick)/aaaaaaaa.ndjson", atomically: true, encoding: .utf8)
  }

  private static let plainHeader =
    #"{"movies-sync":1,"replica":"aaaaaaaa","known":[],"lines":0}"#

  @Test(
    "A line with a time or a value that no movie has is named, and the others are used",
    arguments: [
      #""title":[["Bad"],-9223372036854775808,"aaaaaaaa"]"#,
      #""title":[["Bad"],9223372036854775807,"aaaaaaaa"]"#,
      #""title":[["  "],1,"aaaaaaaa"]"#, #""title":[["a\u0000b"],1,"aaaaaaaa"]"#,
      #""title":[["Bad"],1,"aaaaaaaa"],"rating":[[99]]"#,
      #""title":[["Bad"],1,"aaaaaaaa"],"Bad Key":[["v"]]"#,
      #""title":[["Bad"],1,"aaaaaaaa"]},"lists":{"tag":{"q":[{"b":1},{},9223372036854775807,"b"]}"#,
      #""title":[["Bad"],1,"aaaaaaaa"]},"lists":{"tag":{"q":[{"b":1},{"b":-1},1,"b"]}"#,
    ])
  func invalidLine(values: String) throws {
    func state(_ number: Int, _ values: String) -> String {
      #"{"sequence":\#(number),"origins":["aaaaaaaa-\#(number)"],"added":{"aaaaaaaa":1},"#
        + #""removed":{},"values":{\#(values)}}"#
    }
    try writeChangeFile(
      Self.plainHeader, [state(1, values), state(2, #""title":[["Good"],1,"aaaaaaaa"]"#)])
    for received in ["1 added", "no changes"] {
      let result = movies("sync", stick)
      #expect(result.status == .done && result.error.hasPrefix("received \(received)"))
      #expect(result.error.contains("aaaaaaaa.ndjson:2: the line is damaged"), "\(result)")
    }
    #expect(movies("doctor").status == .done)
    _ = movies("tag", "4", "x", "-q")
    #expect(movies("sync", stick).status == .done)
    let exported = TemporaryDirectory.path("exported.ndjson")
    _ = movies("export", exported, "-q")
    let copy = movies("import", exported, "--db", TemporaryDirectory.path("imported.db"))
    #expect(copy.error.contains("imported 10 movies"), "\(copy)")
  }

  @Test("A removal in the future is refused as a title in the future is")
  func futureRemoval() throws {
    let time = Clock.microseconds + 2 * 86_400_000_000
    try writeChangeFile(
      Self.plainHeader,
      [
        #"{"sequence":1,"origins":["aaaaaaaa-1"],"added":{"aaaaaaaa":1},"removed":{"b":\#(time)},"#
          + #""values":{"title":[["Bad"],1,"aaaaaaaa"]}}"#
      ])
    let result = movies("sync", stick)
    #expect(result.status == .notFound && result.error.contains("in the future"), "\(result)")
  }

  @Test(
    "A first line with a number or a name that no catalog writes is named",
    arguments: [
      #"{"movies-sync":1,"replica":"aaaaaaaa","known":[],"lines":-1}"#,
      #"{"movies-sync":1,"replica":"../../x","known":[],"lines":0}"#,
      #"{"movies-sync":1,"replica":"aaaaaaaa","known":["a b"],"lines":0}"#,
      #"{"movies-sync":1,"replica":"aaaaaaaa","known":[],"lines":0,"checksum":"0"}"#,
    ])
  func invalidHeader(header: String) throws {
    try writeChangeFile(header, [])
    let result = movies("sync", stick)
    #expect(
      result.status == .done && result.error.contains("aaaaaaaa.ndjson:1: the file is damaged"))
  }

  @Test(
    "A changed history in the first line is noticed, and one that no catalog has is refused",
    arguments: [true, false])
  func invalidHistory(hasChecksum: Bool) throws {
    _ = movies("delete", "8", "--yes", "-q", "--db", other)
    _ = movies("sync", stick, "-q", "--db", other)
    let name = try Files.names(in: stick)[0]
    let text = String(decoding: try Files.bytes("\(stick)/\(name)"), as: UTF8.self)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    var header = String(lines[0])
    header.replace(#/"entries":\{"1":\[\d+,/#, with: #""entries":{"1":[-9223372036854775808,"#)
    #expect(header != lines[0])
    if hasChecksum {
      header.replace(#/,"checksum":"[0-9a-f]+"/#, with: "")
      header = String(line(header).dropLast())
    }
    let changed = ([header] + lines.dropFirst().map(String.init)).joined(separator: "\n")
    try Files.write(Array(changed.utf8), to: "\(stick)/\(name)")
    let result = movies("sync", stick)
    #expect(result.status == .done && result.error.contains("\(name):1: the file is damaged"))
  }

  @Test("Entries that are not readable files are reported and skipped")
  func oddEntries() throws {
    _ = movies("sync", stick, "-q", "--db", other)
    let path = "\(stick)/bbbbbbbb.ndjson"
    let kinds: [(String) throws -> Void] = [
      { #expect(mkfifo($0, 0o600) == 0) },
      { try FileManager.default.createDirectory(atPath: $0, withIntermediateDirectories: false) },
      { try FileManager.default.createSymbolicLink(atPath: $0, withDestinationPath: "/none") },
      { try FileManager.default.createSymbolicLink(atPath: $0, withDestinationPath: "/dev/zero") },
    ]
    for make in kinds {
      try make(path)
      for option in ["--one-way", "-n", "-q"] {
        let result = movies("sync", stick, option)
        #expect(result.status == .done, "\(result)")
        #expect(
          result.error.contains("bbbbbbbb.ndjson was left out: it is not a") || option == "-q")
      }
      #expect(movies("sync", stick, "--replicas").status == .done)
      try FileManager.default.removeItem(atPath: path)
    }
    let own = movies("sync", stick, "--replicas", "-q").output.split(separator: "\n")
      .first { $0.hasSuffix("this catalog") }?.prefix(8)
    let file = "\(stick)/\(try #require(own)).ndjson"
    try FileManager.default.removeItem(atPath: file)
    #expect(mkfifo(file, 0o600) == 0)
    let refused = movies("sync", stick)
    #expect(refused.status == .inputOutput && refused.error.contains("not a regular file; remove"))
  }

  @Test("A movie of another program with values that no movie has stays here, and is named")
  func invalidMovie() throws {
    try PlainConnection(SampleCatalog.path).run(
      """
      UPDATE MovieModel SET title = ' ' WHERE id = 4;
      INSERT INTO MovieAttribute VALUES (5, 'year', 0, 'next')
      """)
    let result = movies("sync", stick)
    #expect(result.status == .done && result.error.contains("sent 7 changed movies"), "\(result)")
    #expect(result.error.contains("' ' was not sent, because it has invalid values"), "\(result)")
    #expect(movies("sync", stick, "--db", TemporaryDirectory.path("new.db")).status == .done)
    _ = movies("doctor", "--fix", "-q")
    #expect(movies("sync", stick).error.hasPrefix("received no changes; sent 2 changed movies\n"))
  }

  @Test(
    "Settings and states that no sync stores are named, and the doctor repairs them",
    arguments: [
      "UPDATE movieSetting SET value = '9223372036854775807' WHERE name = 'syncSequence'",
      "UPDATE movieSetting SET value = '-9223372036854775808' WHERE name = 'syncClock'",
      "UPDATE movieSetting SET value = '9223372036854775807' WHERE name = 'syncClock'",
      "UPDATE movieSetting SET value = '../../x' WHERE name = 'syncReplica'",
      "UPDATE movieSetting SET value = '{}' WHERE name = 'syncHistory'",
      "UPDATE movieSync SET sequence = 9223372036854775807 WHERE id = 7",
      "UPDATE movieSync SET sequence = -9223372036854775808 WHERE id = 7",
      "UPDATE movieSync SET state = replace(state, '\"added\":{\"', '\"added\":{\"z\":-1,\"')",
      "UPDATE movieSync SET state = replace(state, '\"removed\":{', '\"removed\":{\"z\":9e18')",
      "UPDATE movieSync SET state = replace(state, '\"added\":{\"', '\"added\":{\"z\":99999999999999999,\"')",
      "UPDATE movieSync SET state = replace(state, 'Heat', '')",
      "UPDATE movieSyncFile SET offset = 9223372036854775807, line = 9223372036854775807",
      "UPDATE movieSyncFile SET line = -9223372036854775808",
    ])
  func plantedValues(statement: String) throws {
    for path in [SampleCatalog.path, other, SampleCatalog.path] {
      _ = movies("sync", stick, "-q", "--db", path)
    }
    try PlainConnection(SampleCatalog.path).run(statement)
    _ = movies("tag", "4", "x", "-q")
    _ = movies("merge", "1", "2", "--yes", "-q")
    for arguments in [["sync", stick], ["sync", stick, "--restamp"], ["sync", other]] {
      let result = movies(arguments + ["-n"])
      #expect([.done, .inputOutput, .notFound].contains(result.status), "\(result)")
    }
    let found = movies("doctor")
    #expect(found.status == .notFound && found.error.contains("sync"), "\(found)")
    _ = movies("doctor", "--fix", "-q")
    #expect(movies("doctor").status == .done)
    // A repair of what a sync remembers changes no movie.
    #expect(movies("history", "--format", "tsv", "-q").output.contains("repaired") == false)
    _ = movies("tag", "5", "y", "-q")
    for path in [SampleCatalog.path, other, SampleCatalog.path, other] {
      let result = movies("sync", stick, "--db", path)
      #expect(result.status == .done, "\(result)")
    }
    #expect(movies("diff", other).error.hasSuffix("no differences\n"))
    #expect(movies("list", "tag=y", "--format", "ids", "-q", "--db", other).output == "5\n")
  }

  @Test("The catalog with a damaged state is named, not the other one")
  func damagedOther() throws {
    _ = movies("sync", other, "-q")
    try PlainConnection(other).run("UPDATE movieSync SET state = replace(state, 'Heat', '')")
    _ = movies("tag", "4", "x", "-q")
    let result = movies("sync", other)
    #expect(
      result.status == .inputOutput && result.error.contains("'\(other)' is damaged"), "\(result)")
  }

  @Test("Other sides that cannot be synced change nothing, and say what to do")
  func mistakes() throws {
    let before = try SampleCatalog.bytes
    #expect(movies("sync", SampleCatalog.path).error.contains("is the database itself"))
    let missing = movies("sync", "missing")
    #expect(missing.status == .missingFile && missing.error.contains("mkdir missing"))
    _ = movies("migrate", other, "--to", "5", "--no-backup", "-q")
    let older = movies("sync", other)
    #expect(older.status == .wrongDatabase && older.error.contains("movies migrate --db"))
    try Data("no catalog".utf8).write(to: URL(filePath: other))
    #expect(movies("sync", other).status == .wrongDatabase)
    #expect(try SampleCatalog.bytes == before)
  }

  @Test("A directory in which no file can be created is refused before the catalog changes")
  func readOnlyDirectory() throws {
    let before = try SampleCatalog.bytes
    let refused = movies("sync", "/proc")
    #expect(![.done, .internalError].contains(refused.status), "\(refused.error)")
    #expect(try SampleCatalog.bytes == before)
    #expect(movies("sync", "/proc", "--one-way").error == "received no changes\n")
  }

  @Test("Groups of catalogs that were synced separately are united only on request")
  func groups() throws {
    let second = TemporaryDirectory.path("second")
    try FileManager.default.createDirectory(atPath: second, withIntermediateDirectories: false)
    let names = ["a", "b"].map { "--db=" + TemporaryDirectory.path("\($0).db") }
    _ = movies("add", "Ran", "-q", names[0])
    for name in names { _ = movies("sync", second, "-q", name) }
    _ = movies("sync", other, "-q")
    let refused = movies("sync", second)
    #expect(refused.status == .notFound)
    #expect(refused.error.contains("is synced with other catalogs than this one"))
    #expect(movies("sync", second, "--join").error.contains("received 1 added"))
    #expect(movies("sync", second).error.contains("received no changes"))
  }

  @Test("A sync is undone by its number, which travels")
  func undoOfSync() {
    _ = movies("sync", other, "-q")
    _ = movies("tag", "5", "x", "-q", "--db", other)
    _ = movies("sync", other, "-q")
    _ = movies("rate", "4", "8", "-q")
    let history = movies("history", "--columns", "id,summary", "--format", "tsv", "-q").output
    let entry = history.split(separator: "\n").first { $0.contains("tag") }?.prefix { $0 != "\t" }
    let undo = movies("undo", entry.map(String.init) ?? "")
    #expect(undo.error.hasPrefix("undid change \(entry ?? ""):"), "\(undo.error) \(history)")
    #expect(movies("show", "4", "--columns", "rating", "--format", "tsv", "-q").output == "8\n")
    _ = movies("sync", other, "-q")
    #expect(
      movies("show", "5", "--columns", "tag", "--format", "tsv", "-q", "--db", other).output
        == "\n")
  }

  @Test("After a restore, all sides can go back")
  func goBack() throws {
    _ = movies("sync", stick, "-q")
    let backup = TemporaryDirectory.path("monday.db")
    _ = movies("backup", backup, "-q")
    _ = movies("rate", "4", "8", "-q")
    _ = movies("add", "Alien (1979)", "-q")
    _ = movies("delete", "8", "--yes", "-q")
    _ = movies("sync", stick, "-q")
    _ = movies("sync", stick, "-q", "--db", other)
    let refused = movies("sync", stick, "--go-back")
    #expect(refused.status == .notFound && refused.error.contains("was not restored"))
    _ = movies("restore", backup, "--yes", "-q")
    #expect(movies("sync", stick, "--go-back").error.hasPrefix("received no changes; sent "))
    #expect(
      movies("sync", stick, "--db", other).error.hasPrefix(
        "received 1 added, 1 updated, 1 deleted; sent "))
    #expect(movies("diff", other).error.hasSuffix("no differences\n"))
    #expect(movies("show", "4", "--columns", "rating", "--format", "tsv", "-q").output == "\n")
  }

  @Test("Changes in the future are refused, and get the current time on request")
  func clock() throws {
    _ = movies("sync", stick, "-q")
    _ = movies("rate", "4", "8", "-q")
    _ = movies("sync", stick, "-q")
    let far = 4_102_444_800_000_000
    try PlainConnection(SampleCatalog.path).run(
      """
      UPDATE movieSync SET state = json_set(state, '$.values.title[1]', \(far)),
        sequence = sequence + (SELECT max(sequence) FROM movieSync)
      """)
    _ = movies("sync", stick, "-q")
    let refused = movies("sync", stick, "--db", other)
    #expect(refused.error.contains("changes of another catalog are"), "\(refused.error)")
    #expect(refused.error.contains("pass '--restamp' on the machine whose clock was wrong"))
    try PlainConnection(SampleCatalog.path).run(
      "UPDATE movieSetting SET value = '\(far)' WHERE name = 'syncClock'")
    #expect(movies("sync", stick).error.contains("changes of this catalog are"))
    #expect(movies("sync", stick, "--restamp").error.contains("sent 9 changed movies"))
    #expect(movies("sync", stick, "--db", other).status == .done)
    #expect(movies("sync", stick).status == .done)
    #expect(movies("diff", other).error.hasSuffix("no differences\n"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: stick).count == 2)
  }

  @Test("The catalogs of a directory are listed, and one that is gone is retired")
  func retire() throws {
    #expect(movies("sync", stick, "--replicas").error.contains("no catalog has a file"))
    _ = movies("sync", stick, "-q")
    _ = movies("tag", "4", "x", "-q", "--db", other)
    _ = movies("sync", stick, "-q", "--db", other)
    let lines = movies("sync", stick, "--replicas", "-q").output.split(separator: "\n")
    let gone = try #require(lines.first { !$0.hasSuffix("this catalog") })
    #expect(lines.count == 2 && gone.contains("\t9\t2"))
    let name = String(gone.prefix(8))
    let own = try #require(lines.first { $0 != gone }?.prefix(8))
    for replica in ["x", String(own)] {
      #expect(movies("sync", stick, "--retire", replica).error.contains("has no other catalog"))
    }
    #expect(movies("sync", other, "--replicas").status == .usage)
    #expect(movies("sync", stick, "--replicas", "--columns", "id").status == .usage)
    let json = movies("sync", stick, "--replicas", "--json").output
    for text in ["\"replica\": \"\(name)\"", "\"own\": true"] { #expect(json.contains(text)) }
    let file = URL(filePath: "\(stick)/\(name).ndjson")
    let whole = try Data(contentsOf: file)
    for count in [whole.count / 2, 9] {
      try whole.dropLast(count).write(to: file)
      #expect(movies("sync", stick, "--retire", name).error.contains("is not retired"))
    }
    #expect(movies("sync", stick).error.contains("\(name).ndjson is not whole yet"))
    try whole.write(to: URL(filePath: "\(stick)/\(name) (1).ndjson"))
    #expect(movies("sync", stick, "--retire", name).error.contains("is not retired"))
    try whole.write(to: file)
    #expect(movies("sync", stick, "--replicas").output.split(separator: "\n").count == 2)
    #expect(movies("sync", stick, "--retire", name).error.contains("retired '\(name)'"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: stick) == ["\(own).ndjson"])
    let third = TemporaryDirectory.path("third.db")
    _ = movies("sync", stick, "-q", "--db", third)
    #expect(movies("diff", other, "--db", third).error.hasSuffix("no differences\n"))
  }

  @Test("A damaged file is removed by any name that names it, but not one of a later version")
  func retireDamaged() throws {
    _ = movies("sync", stick, "-q")
    let own = try FileManager.default.contentsOfDirectory(atPath: stick)
    for reference in ["abcdefgh", "abcdefgh.ndjson", stick + "/abcdefgh.ndjson"] {
      try Data("{\"movies-sync\":1,".utf8).write(to: URL(filePath: stick + "/abcdefgh.ndjson"))
      #expect(movies("sync", stick).error.contains("abcdefgh.ndjson:1: the file is damaged"))
      #expect(movies("sync", stick, "-n", "--retire", reference).error.contains("would retire"))
      let result = movies("sync", stick, "--retire", reference)
      #expect(result.error.hasSuffix("retired '\(reference)'\n"), "\(result.error)")
      #expect(!result.error.contains("damaged"))
      #expect(try FileManager.default.contentsOfDirectory(atPath: stick) == own)
    }
    // A file of a later version, and one that is no change file, stay.
    for text in ["{\"movies-sync\":2}\n", "{\"title\": \"Heat\"}\n"] {
      try Data(text.utf8).write(to: URL(filePath: stick + "/abcdefgh.ndjson"))
      for reference in ["abcdefgh", "abcdefgh.ndjson", stick + "/abcdefgh.ndjson"] {
        #expect(movies("sync", stick, "--retire", reference).status == .notFound)
      }
      #expect(try FileManager.default.contentsOfDirectory(atPath: stick).count == 2)
    }
    // The path of a file elsewhere stands for none.
    try Data("{\"movies-sync\":1,".utf8).write(to: URL(filePath: stick + "/abcdefgh.ndjson"))
    #expect(movies("sync", stick, "--retire", "/elsewhere/abcdefgh.ndjson").status == .notFound)
    #expect(try FileManager.default.contentsOfDirectory(atPath: stick).count == 2)
  }

  @Test("An undo or a redo that a sync prevents names the command for the sync")
  func undoNamesSync() throws {
    let empty = TemporaryDirectory.path("empty.db")
    _ = movies("sync", SampleCatalog.path, "-q", "--db", empty)
    let undo = movies("undo", "--db", empty)
    #expect(
      undo.error == "Error: there is nothing to undo but a sync. For that, run: movies undo 1\n")
    #expect(movies("undo", "1", "-q", "--db", empty).status == .done)
    let redo = movies("redo", "--db", empty)
    #expect(
      redo.error == "Error: there is nothing to redo but a sync. For that, run: movies redo 1\n")
    #expect(movies("redo", "1", "-q", "--db", empty).status == .done)

    _ = movies("tag", "4", "here", "-q")
    _ = movies("delete", "4", "--yes", "-q", "--db", other)
    _ = movies("rate", "4", "8", "-q")
    let id = movies("add", "Last", "-q")
    #expect(id.status == .done)
    _ = movies("edit", "5", "--title", "1918", "-q")
    _ = movies("sync", other, "-q")
    _ = movies("edit", "5", "--title", "1919", "-q", "--db", other)
    _ = movies("sync", other, "-q")
    let sync = movies("history", "--limit", "1", "--columns", "id", "--format", "tsv").output
    let refused = movies("undo")
    #expect(refused.error.hasSuffix("or undo the sync: movies undo \(sync)"), "\(refused.error)")
    #expect(movies("undo", sync.trimmingCharacters(in: .newlines), "-q").status == .done)
    #expect(movies("undo", "-q").status == .done)
    let many = movies("undo", "--last", "50")
    #expect(many.error.contains("can be undone"))
  }
}
