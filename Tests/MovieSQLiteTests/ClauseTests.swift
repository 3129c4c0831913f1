import MovieSQLite
import TestSupport
import Testing

@Suite(.limited) struct ClauseTests {
  @Test("joined clauses keep their values in the order of their text")
  func joined() {
    let clauses = [Clause("a = ?", [.integer(1)]), Clause("b"), Clause("c = ?", [.text("x")])]
    #expect(
      Clause.joined(clauses, by: " AND ")
        == Clause("a = ? AND b AND c = ?", [.integer(1), .text("x")]))
  }

  @Test("no clauses join to nothing")
  func none() {
    #expect(Clause.joined([], by: ", ") == Clause(""))
  }

  @Test("a sum has the text and the values of both")
  func sum() {
    #expect(
      Clause("a ?", [.text("1")]) + Clause(" b ?", [.text("2")])
        == Clause("a ? b ?", [.text("1"), .text("2")]))
  }

  @Test("values are bound in order")
  func bound() throws {
    var connection = try Connection(.memory)
    let text = try connection.texts("SELECT ? || '/' || ?", [.integer(-3), .text("' OR 1")])
    #expect(text == ["-3/' OR 1"])
  }
}
