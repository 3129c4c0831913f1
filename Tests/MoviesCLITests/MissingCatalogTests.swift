import Foundation
import TestSupport
import Testing

/// A default catalog that does not exist, or cannot be read.
@Suite(.limited, .temporaryDirectory) struct MissingCatalogTests {
  private static var home: [String: String] {
    ["MOVIES_DB": "", "HOME": TemporaryDirectory.current]
  }
  private static var path: String {
    TemporaryDirectory.path(".local/share/movies/movies.db")
  }
  private static var notice: String {
    "no catalog at '\(path)' (the default, because neither --db nor MOVIES_DB is set); 'movies add' "
      + "creates it\n"
  }
  private static var directory: String { URL(filePath: path).deletingLastPathComponent().path }
  private static let commands = [
    ["list"], ["search", "x"], ["show", "1"], ["actors"], ["stats"], ["export"], ["history"],
    ["path"], ["path", "--json"], ["add", "x"], ["import", "-"], ["seed", "1"], ["undo"],
    ["edit", "1", "--title", "x"], ["delete", "1"], ["favorite", "1"],
    ["browse", "--plain"], ["migrate"], ["doctor"], ["backup", "b.db"],
  ]

  private static func makeDirectory() throws {
    try FileManager.default.createDirectory(
      atPath: directory, withIntermediateDirectories: true)
  }

  @Test(
    "reading says that there is no catalog, once",
    arguments: [
      ["list"], ["list", "--columns", "title"], ["stats"], ["export"], ["actors"],
      ["browse", "--plain"],
    ])
  func notice(arguments: [String]) {
    let result = movies(arguments, environment: Self.home)
    #expect(result.status == .done)
    #expect(result.error.hasPrefix(Self.notice), "\(result.error)")
    #expect(result.error.components(separatedBy: "no catalog").count == 2)
    #expect(movies(arguments + ["-q"], environment: Self.home).error == "")
  }

  @Test("a command that creates it says so")
  func created() throws {
    #expect(movies("add", "x", "-n", environment: Self.home).error == "would add 1 movie\n")
    #expect(!FileManager.default.fileExists(atPath: Self.path))
    #expect(
      movies("add", "x", environment: Self.home).error
        == "created '\(Self.path)'\nadded 1 movie\n")
    #expect(movies("add", "y", environment: Self.home).error == "added 1 movie\n")
    #expect(movies("list", environment: Self.home).error == "")
  }

  private static var error: String {
    "Error: no catalog at '\(path)' (the default, because neither --db nor MOVIES_DB is set). To use "
      + "another one, pass '--db <path>'; adding or importing movies creates this one.\n"
  }

  @Test("its export to a file is an error")
  func export() throws {
    let file = TemporaryDirectory.path("backup.json")
    try Files.write(Array("[14 KB]".utf8), to: file)
    let new = TemporaryDirectory.path("new.json")
    for arguments in [[file, "--force"], [file], [new], [new, "--force"]] {
      #expect(
        movies(["export"] + arguments, environment: Self.home)
          == CommandResult(.missingFile, error: Self.error))
    }
    #expect(try Files.bytes(file) == Array("[14 KB]".utf8))
    #expect(!FileManager.default.fileExists(atPath: new))
  }

  @Test(
    "a command that needs a file names the default one",
    arguments: [["doctor"], ["backup", "b.db"], ["migrate"], ["migrate", "status"]])
  func file(arguments: [String]) {
    #expect(
      movies(arguments, environment: Self.home) == CommandResult(.missingFile, error: Self.error))
  }

  @Test(
    "a reference or a change that it cannot have is an error without advice",
    arguments: [
      (["show", "X"], "no movie is titled 'X': the catalog is empty"),
      (["favorite", "3"], "no movie has the id 3: the catalog is empty"),
      (["undo"], "there is nothing to undo: the history is empty"),
      (["redo"], "there is nothing to redo: the history is empty"),
    ])
  func empty(arguments: [String], error: String) {
    #expect(
      movies(arguments, environment: Self.home)
        == CommandResult(.notFound, error: "\(Self.notice)Error: \(error).\n"))
  }

  @Test("a dangling link is an error of every command", arguments: commands, [true, false])
  func dangling(arguments: [String], isDirectory: Bool) throws {
    try Self.makeDirectory()
    let link = isDirectory ? Self.directory : Self.path
    if isDirectory { try FileManager.default.removeItem(atPath: link) }
    symlink(TemporaryDirectory.path("none"), link)
    let subject = isDirectory ? "'\(link)'" : "it"
    #expect(
      movies(arguments, environment: Self.home)
        == CommandResult(
          .missingFile,
          error: "Error: cannot read '\(Self.path)': \(subject) is a dangling symbolic link. "
            + "Check the path.\n"))
    #expect(!FileManager.default.fileExists(atPath: TemporaryDirectory.path("none")))
  }

  @Test("an unreadable file or directory is an error of every command", arguments: commands)
  func unreadable(arguments: [String]) throws {
    #expect(movies("add", "x", "-q", environment: Self.home).status == .done)
    for path in [Self.path, Self.directory] {
      chmod(path, 0)
      let result = withoutPrivileges { movies(arguments, environment: Self.home) }
      chmod(path, 0o700)
      #expect(result.status == .missingFile, "\(result.error)")
      #expect(
        result.error == "Error: cannot read '\(Self.path)': Permission denied. Check the path.\n")
      #expect(result.output == "")
    }
  }
}
