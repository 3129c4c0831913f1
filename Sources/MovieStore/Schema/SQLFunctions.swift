internal import MovieSQLite

/// The functions that this library's own SQL calls.
enum SQLFunctions {
  static let all: [ScalarFunction] = [
    ScalarFunction("fold", argumentCount: 1) { arguments in
      // Most titles are ASCII, and there are many.
      var ascii: [UInt8]?
      arguments.withBytes(at: 0) { ascii = Folding.fold(ascii: $0) }
      return ascii.map(Value.utf8) ?? .text(Folding.fold(arguments.text(at: 0)))
    },
    ScalarFunction("sortable_title", argumentCount: 1) { .text(SortableTitle.of($0.text(at: 0))) },
    ScalarFunction("storable_text", argumentCount: 1) {
      .text(TextValidation.sanitized($0.text(at: 0)))
    },
    ScalarFunction("canonical", argumentCount: 1) { .text(Folding.canonical($0.text(at: 0))) },
    ScalarFunction("name_uuid", argumentCount: 1) { .text(NameUUID.of($0.bytes(at: 0))) },
    ScalarFunction("escapes_are_text", argumentCount: 1) {
      .integer(JSONEscapes.areText(in: $0.text(at: 0)) ? 1 : 0)
    },
    ScalarFunction("relevance", argumentCount: 2) { arguments in
      var plain: Int64?
      arguments.withBytes(at: 0) { title in
        arguments.withBytes(at: 1) { text in plain = Relevance.rank(ascii: title, for: text) }
      }
      return .integer(
        plain ?? Relevance.rank(of: arguments.text(at: 0), for: arguments.text(at: 1)))
    },
    ScalarFunction("shuffle", argumentCount: 2) { arguments in
      // The place in the seed's sequence that the id says.
      let place = UInt64(bitPattern: arguments.integer(at: 0)) &* SplitMix64.step
      var numbers = SplitMix64(seed: UInt64(bitPattern: arguments.integer(at: 1)) &+ place)
      return .integer(Int64(bitPattern: numbers.next()))
    },
  ]
}
