import Foundation
import TestSupport
import Testing

/// The judge of all the other tests sees what it is there to see.
@Suite(.limited, .fullTier) struct ContentTests {
  @Test(
    "a row that changed, came or went is another content",
    arguments: [
      "DELETE FROM MovieActor WHERE movieID = 3 AND position = 0",
      "UPDATE MovieModel SET favorite = 1 - favorite WHERE id = 7",
      "UPDATE MovieModel SET sortableTitle = sortableTitle || 'x' WHERE id = 7",
      "INSERT INTO ActorModel(name) VALUES ('New')", "PRAGMA user_version = 5",
    ])
  func changed(sql: String) throws {
    let lab = try Sandbox()
    try lab.shell(Change.first.setup)
    let before = Content(of: lab.database)
    #expect(before.isSound)
    #expect(try lab.shell(#""$SQL" movies.db "$1""#, sql).status == 0)
    #expect(Content(of: lab.database) != before)
    #expect(Content(of: lab.database).isSound)
  }

  @Test(
    "an orphan, and a title that a search would miss, are damage",
    arguments: [
      "DELETE FROM ActorModel WHERE id = 3",
      "DROP TRIGGER movie_noted_after_update; UPDATE MovieModel SET title = 'Unheard' WHERE id = 3",
    ])
  func inconsistent(sql: String) throws {
    let lab = try Sandbox()
    try lab.shell(Change.first.setup)
    #expect(try lab.shell(#""$SQL" movies.db "$1""#, sql).status == 0)
    #expect(!Content(of: lab.database).isSound)
  }

  @Test("a page in which bytes were turned is damage")
  func turned() throws {
    let lab = try Sandbox()
    try lab.shell(Change.first.setup)
    var bytes = try Files.bytes(lab.database)
    for place in 4096..<8192 { bytes[place] ^= 0xFF }
    try Files.write(bytes, to: lab.database)
    #expect(!Content(of: lab.database).isSound)
  }
}
