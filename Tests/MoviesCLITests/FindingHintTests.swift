import MovieStore
import MoviesCLI
import Testing

/// What the program says about findings.
@Suite(.limited) struct FindingHintTests {
  @Test(
    "says what to do about each finding that no repair removes", arguments: Finding.Code.allCases)
  func explained(code: Finding.Code) {
    let isHarmless = code == .thirdPartyTable || code == .thirdPartyIndex
    let repairable: Set<Finding.Code> = [
      .missingIndex, .changedIndex, .damagedIndex, .damagedUnusedPages, .orphanCredits,
      .orphanAttributes,
      .invalidAttributes, .invalidAttributeKeys, .reservedAttributeKeys,
      .invalidAttributeValues, .duplicateAttributes, .excessAttributes, .staleSearchIndex,
      .damagedSearchIndex, .invalidTitles, .invalidNames, .invalidFavorites, .duplicateNames,
    ]
    let finding = Finding(.data, "m", code: code)
    #expect((finding.hint == nil) == (isHarmless || repairable.contains(code)))
  }

  @Test("names the command that repairs it, except in the output of that command")
  func repair() {
    let index = Finding(.drift, "m", code: .missingIndex, repair: "rebuild it")
    #expect(index.hint == "run 'movies doctor --fix'" && index.explanation == nil)
    let titles = Finding(.data, "m", code: .staleSortableTitles, repair: "rebuild them")
    #expect(
      titles.line()
        == "Error: m. Lists show these movies in the wrong place; run 'movies doctor --fix'.")
    #expect(titles.explanation == "lists show these movies in the wrong place")
  }

  @Test("quotes the name of a view")
  func view() {
    let view = Finding(.drift, "m", code: .thirdPartyView, object: #"a"b"#)
    #expect(view.hint?.hasSuffix(#"sqlite3 shell: DROP VIEW "a""b";"#) == true)
  }
}
