import MovieStore
import TestSupport
import Testing

@Suite(.limited) struct AttributeConditionTests {
  @Test(
    "Parses operators, values of the type of the key, and white space around the parts",
    arguments: [
      ("year=1995", .year, .compare(.equal, .integer(1995))),
      ("year != 1995", .year, .compare(.notEqual, .integer(1995))),
      ("year<1990", .year, .compare(.less, .integer(1990))),
      (" year <= 1990 ", .year, .compare(.lessOrEqual, .integer(1990))),
      ("year>1", .year, .compare(.greater, .integer(1))),
      ("year>=1990.5", .year, .compare(.greaterOrEqual, .real(1990.5))),
      ("rating>-1", .rating, .compare(.greater, .integer(-1))),
      ("rating>99999999999999999999", .rating, .compare(.greater, .real(1e20))),
      ("year<-1e400", .year, .compare(.less, .real(-.greatestFiniteMagnitude))),
      ("tag=heist", .tag, .compare(.equal, .text("heist"))),
      ("tag=5", .tag, .compare(.equal, .text("5"))),
      ("tag= =x", .tag, .compare(.equal, .text("=x"))),
      ("tag< =x", .tag, .compare(.less, .text("=x"))),
      ("tag<=x", .tag, .compare(.lessOrEqual, .text("x"))),
      ("tag> >x", .tag, .compare(.greater, .text(">x"))),
      ("note~River bank", .note, .compare(.contains, .text("River bank"))),
      ("year~99", .year, .compare(.contains, .text("99"))),
      ("watched=2026", .watched, .compare(.equal, .text("2026"))),
      ("watched>=2026-11", .watched, .compare(.greaterOrEqual, .text("2026-11"))),
      ("watched<2024-02-29", .watched, .compare(.less, .text("2024-02-29"))),
      ("rating", .rating, .exists), (" rating\n", .rating, .exists), ("!rating", .rating, .missing),
      ("! rating", .rating, .missing),
    ] as [(String, AttributeKey, AttributeCondition.Test)])
  func parsed(text: String, key: AttributeKey, test: AttributeCondition.Test) throws {
    let condition = try AttributeCondition(text)
    #expect(condition == AttributeCondition(key, test))
    #expect(try AttributeCondition(condition.description) == condition)
  }

  @Test(
    "Values of other keys are numbers if they are written as descriptions of numbers",
    arguments: [
      ("own=5", .integer(5)), ("own=5.5", .real(5.5)), ("own=007", .text("007")),
      ("own=1.50", .text("1.50")), ("own=1e5", .text("1e5")), ("own=-0", .text("-0")),
      ("own=a=b", .text("a=b")), ("own= !x", .text("!x")),
    ] as [(String, AttributeValue)])
  func own(text: String, value: AttributeValue) throws {
    #expect(
      try AttributeCondition(text)
        == AttributeCondition(AttributeKey("own"), .compare(.equal, value)))
  }

  @Test(
    "Rejects text without a comparison, a key or a value",
    arguments: [
      "", " ", "!", "=", "=5", "year>", "year> ", "year=", "tag~", "!year=5", "tag!x", "tag!",
      "!!tag",
      "~x",
    ])
  func invalid(text: String) {
    let error = #expect(throws: StoreError.self) { try AttributeCondition(text) }
    #expect("\(error, default: "")".hasPrefix("'\(text)' is not a condition such as"))
  }

  @Test("Reports an invalid key or value")
  func invalidParts() throws {
    let long = String(repeating: "x", count: 17_000)
    let key =
      "is not a valid key: a key has lowercase letters, digits and underscores, starts with a "
      + "letter, and has at most 64 bytes"
    let date = "is not a date such as 2026-11-23"
    let errors = [
      ("Year=1", "'Year' \(key)"), ("a b=1", "'a b' \(key)"), ("!Year", "'Year' \(key)"),
      ("year=next", "'next' is not a year from 1870 to 2200"),
      ("rating>x", "'x' is not a rating from 0 to 10 with at most one decimal"),
      ("watched=26", "'26' \(date)"), ("watched=2026-02-30", "'2026-02-30' \(date)"),
      ("watched=2026-13", "'2026-13' \(date)"),
      ("own=a\0", "the value of 'own' contains a NUL character"),
      ("own=\(long)", "the value of 'own' has 17,000 bytes; the limit is 16,384"),
      ("tag~\u{301}", "the value of 'tag' is empty"),
    ]
    for (text, sentence) in errors {
      expectInvalid(sentence) { try AttributeCondition(text) }
    }
    #expect(throws: StoreError.self) { try AttributeCondition("tag=a\nb") }
  }

  @Test("Every parsed condition has a text that is parsed as the same condition")
  func roundTrip() throws {
    var random = RandomSource(seed: 3)
    let keys = ["year", "rating", "watched", "tag", "note", "own", "Own", ""]
    let operators = ["=", "!=", "<", "<=", ">", ">=", "~", "", "!"]
    var count = 0
    for index in 0..<6_000 {
      let value =
        [
          random.text(upTo: 6), "\(index % 2_500)", "\(Double(index % 120) / 10)",
          "2026-0\(index % 10)",
          operators[index % 9] + random.text(upTo: 3),
        ].randomElement(using: &random) ?? ""
      let text =
        (keys.randomElement(using: &random) ?? "") + (operators.randomElement(using: &random) ?? "")
        + (index % 3 == 0 ? " " : "") + value
      guard let condition = try? AttributeCondition(text) else { continue }
      count += 1
      #expect(try AttributeCondition(condition.description) == condition, "\(text)")
    }
    #expect(count > 500)
  }
}
