import MovieStore
import TestSupport
import Testing

@Suite(.limited) struct MovieReferenceTests {
  @Test(
    "digits are an id, two ids with dots between a range, and all else a title",
    arguments: [
      ("42", .id(42)), ("0", .id(0)), ("007", .id(7)),
      ("9223372036854775807", .id(9_223_372_036_854_775_807)),
      ("3..9", .range(3, 9)), ("3..3", .range(3, 3)), ("0..9223372036854775807", .range(0, .max)),
      ("The Score", .title("The Score")), ("3..", .title("3..")), ("..9", .title("..9")),
      ("3...9", .title("3...9")), ("3..9..12", .title("3..9..12")), ("3 .. 9", .title("3 .. 9")),
      ("-3", .title("-3")), ("+5", .title("+5")), (" 5", .title(" 5")), ("0x5", .title("0x5")),
      ("５", .title("５")), ("٣", .title("٣")), ("5\u{301}", .title("5\u{301}")),
      ("3.\u{301}.9", .title("3.\u{301}.9")), ("..", .title("..")), ("-", .title("-")),
      ("\u{301}", .title("\u{301}")),
    ] as [(String, MovieReference)])
  func readings(text: String, reference: MovieReference) throws {
    #expect(try MovieReference(text) == reference)
  }

  @Test(
    "what no id can be is said",
    arguments: [
      ("", .empty), ("  \t\u{3000}", .empty), ("9223372036854775808", .number),
      ("99999999999999999999999999999999", .number), ("1..9223372036854775808", .number),
      ("9223372036854775808..1", .number), ("9..3", .range),
      ("9223372036854775807..0", .range),
    ] as [(String, MovieReference.Problem)])
  func problems(text: String, problem: MovieReference.Problem) {
    #expect(throws: problem) { try MovieReference(text) }
  }

  @Test("any text is read without a trap, and what is no number keeps its bytes")
  func generated() throws {
    for text in Generated.texts {
      do {
        guard case .title(let title) = try MovieReference(text) else { continue }
        #expect(title.bytes == text.bytes)
      } catch {
        #expect(text.allSatisfy { $0.isWhitespace || $0.isNumber || $0 == "." })
      }
    }
  }
}

extension Movie.ID {
  fileprivate static let max = Movie.ID(rawValue: .max)
}
