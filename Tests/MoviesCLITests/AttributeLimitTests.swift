import TestSupport
import Testing

/// Attributes over the limits, which another program stored.
@Suite(.limited, .temporaryDirectory) struct AttributeLimitTests {
  private func sql(_ text: String) throws -> [[String]] {
    try PlainConnection(SampleCatalog.path).run(text)
  }

  private func count(of key: String) throws -> String {
    try sql("SELECT count(*) FROM MovieAttribute WHERE key = '\(key)'")[0][0]
  }

  /// Gives movie 1 the tags `t0` and so on.
  private func install(tags: Int) throws {
    try SampleCatalog.install()
    #expect(movies("edit", "1", "-q", "--set=tag=t0", "--set=own=a").status == .done)
    _ = try sql(
      """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(tags - 1))
      INSERT INTO MovieAttribute SELECT 1, 'tag', i, 't' || i FROM n
      """)
  }

  @Test("an edit that adds no values to a list works, and another one is refused")
  func edits() throws {
    try install(tags: 1_001)
    for options in [
      ["--set=year=1999"], ["--set=rating=8", "--set=note=x", "--set=runtime=90"],
      ["--set=own=b"], ["--set=year=2000", "--unset=tag=t5", "--set=tag=new"], ["--title=New"],
      ["--unset=own"], ["--set=tag=t0"],
    ] {
      let result = movies(["edit", "1", "-q"] + options)
      #expect(result.status == .done, "\(options) \(result.error)")
    }
    for option in ["--set=tag=more", "--set=own=a", "--set=other=a", "--set=watched=today"] {
      let result = movies("edit", "1", option)
      #expect(result.status != .done)
      #expect(
        result.error.hasPrefix(
          "Error: cannot edit 'New' (1): a movie can have at most 1,000 attribute values."),
        "\(result)")
    }
    #expect(try count(of: "tag") == "1001")
  }

  @Test("doctor finds them, and a repair keeps as many values as possible")
  func repair() throws {
    try install(tags: 1_002)
    let options = ["--set=year=1999", "--set=note=x"]
    #expect(movies(["edit", "1", "-q"] + options).status == .done)
    _ = try sql("INSERT INTO MovieAttribute VALUES (1, 'tag', 5000, 't3'), (1, 'tag', 5001, 't4')")
    let found = movies("doctor")
    #expect(found.status == .notFound)
    #expect(found.error.contains("256 bytes a tag): 1 (row 1)"))
    #expect(movies("import", "-", "-n", input: movies("export").output).status == .badInput)
    let repaired = movies("doctor", "--fix")
    #expect(repaired.status == .done, "\(repaired)")
    #expect(repaired.error.contains("deleted attributes over the limits (7 rows)"), "\(repaired)")
    #expect(repaired.error.contains("backup"))
    #expect(try count(of: "tag") == "997" && count(of: "own") == "1" && count(of: "note") == "1")
    #expect(try sql("SELECT max(ordinal) FROM MovieAttribute WHERE key = 'tag'") == [["996"]])
    #expect(movies("doctor", "-q").status == .done)
    #expect(movies("import", "-", "-n", input: movies("export").output).status == .done)
  }

  @Test("a value that is too long is found and deleted")
  func longValues() throws {
    try install(tags: 1)
    _ = try sql(
      """
      INSERT INTO MovieAttribute
      VALUES (1, 'note', 0, printf('%.16385c', 'x')), (1, 'tag', 9, printf('%.257c', 'x')),
        (1, 'own', 1, printf('%.16384c', 'x'))
      """)
    #expect(movies("import", "-", "-n", input: movies("export").output).status == .badInput)
    let repaired = movies("doctor", "--fix")
    #expect(repaired.error.contains("deleted attributes over the limits (2 rows)"), "\(repaired)")
    #expect(try count(of: "note") == "0" && count(of: "tag") == "2" && count(of: "own") == "2")
    #expect(movies("doctor", "-q").status == .done)
    #expect(movies("import", "-", "-n", input: movies("export").output).status == .done)
  }

  @Test("repeated values are deleted before any other")
  func repeats() throws {
    try install(tags: 998)
    _ = try sql(
      """
      INSERT INTO MovieAttribute
      VALUES (1, 'tag', 5000, 't3'), (1, 'own', 7, 1), (1, 'own', 8, 1.0)
      """
    )
    #expect(movies("doctor", "--fix", "-q").status == .done)
    #expect(try count(of: "tag") == "998" && count(of: "own") == "2")
  }

  @Test("of too many bytes, the longest values are deleted")
  func bytes() throws {
    try install(tags: 3)
    _ = try sql(
      """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 70)
      INSERT INTO MovieAttribute SELECT 1, 'own', i, printf('%.16000c', 'x') || i FROM n
      """)
    #expect(movies("edit", "1", "-q", "--set=year=1999", "--set=note=x").status == .done)
    #expect(movies("edit", "1", "--set=tag=x").error.contains("at most 1 MiB"))
    #expect(movies("doctor", "--fix", "-q").status == .done)
    #expect(try count(of: "tag") == "3" && count(of: "own") == "66" && count(of: "year") == "1")
    #expect(movies("import", "-", "-n", input: movies("export").output).status == .done)
  }
}
