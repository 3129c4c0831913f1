internal import MovieSQLite
internal import MovieSystem

enum SQLFunctions {
  static let all: [ScalarFunction] = [
    ScalarFunction("fold", argumentCount: 1) { arguments in
      // Most titles are ASCII.
      var ascii: [UInt8]?
      arguments.withBytes(at: 0) { ascii = Folding.fold(ascii: $0) }
      return ascii.map(DatabaseValue.utf8) ?? .text(Folding.fold(arguments.text(at: 0)))
    },
    ScalarFunction("sortable_title", argumentCount: 1) { .text(SortableTitle.of($0.text(at: 0))) },
    ScalarFunction("folded_title", argumentCount: 1) { .text(FoldedTitle.of($0.text(at: 0))) },
    ScalarFunction("storable_text", argumentCount: 1) {
      .text(TextValidation.sanitized($0.text(at: 0)))
    },
    ScalarFunction("is_valid_text", argumentCount: 1) { arguments in
      let bytes = arguments.bytes(at: 0)
      return .integer(!bytes.contains(0) && String(validating: bytes, as: UTF8.self) != nil ? 1 : 0)
    },
    ScalarFunction("canonical", argumentCount: 1) { .text(Folding.canonical($0.text(at: 0))) },
    ScalarFunction("name_uuid", argumentCount: 1) { .text(NameUUID.of($0.bytes(at: 0))) },
    ScalarFunction("escapes_are_text", argumentCount: 1) {
      .integer(JSONEscapes.areValid(in: $0.text(at: 0)) ? 1 : 0)
    },
    ScalarFunction("is_attribute_key", argumentCount: 1) {
      .integer(AttributeKey.isValid($0.text(at: 0)) ? 1 : 0)
    },
    ScalarFunction("attribute_value", argumentCount: 2) { arguments in
      guard let value = arguments.value(at: 1).flatMap(AttributeValue.init) else { return nil }
      let key = AttributeKey(unchecked: arguments.text(at: 0))
      do { return try value.validated(for: key).databaseValue } catch { return nil }
    },
    ScalarFunction("indexed_text", argumentCount: 1) { arguments in
      var indexed: [UInt8] = []
      arguments.withBytes(at: 0) { indexed = LooseText($0).indexed }
      return .utf8(indexed)
    },
    ScalarFunction("matches", argumentCount: 2) { arguments in
      .integer(rank(arguments, isBest: false) == nil ? 0 : 1)
    },
    ScalarFunction("match_rank", argumentCount: 2) { arguments in
      .integer(Int64(rank(arguments, isBest: true)?.rawValue ?? LoosePattern.noRank))
    },
    ScalarFunction("shuffle", argumentCount: 2) { arguments in
      // The id is the position in the sequence of the seed.
      let position = UInt64(bitPattern: arguments.integer(at: 0)) &* SplitMix64.step
      var numbers = SplitMix64(seed: UInt64(bitPattern: arguments.integer(at: 1)) &+ position)
      return .integer(Int64(bitPattern: numbers.next()))
    },
  ]

  /// The rank of the second argument in the first one.
  private static func rank(
    _ arguments: borrowing FunctionArguments, isBest: Bool
  ) -> LoosePattern.Rank? {
    arguments.withPrepared(at: 1, LoosePattern.init) { pattern in
      var rank: LoosePattern.Rank??
      arguments.withBytes(at: 0) { rank = pattern?.rank(inASCII: $0, isBest: isBest) }
      return rank ?? pattern?.rank(in: arguments.text(at: 0), isBest: isBest)
    }
  }
}

/// UUIDs derived from names, so that a repeated migration produces the same content.
package enum NameUUID {
  private static let digits = Array("0123456789ABCDEF".utf8)

  /// Returns a version 8 UUID (RFC 9562) from the SHA-256 of the name, in uppercase.
  ///
  /// - Parameter name: The bytes as they are stored, which need not be valid UTF-8.
  package static func of(_ name: [UInt8]) -> String {
    var bytes = SHA256.digest(of: name)
    bytes[6] = bytes[6] & 0x0F | 0x80
    bytes[8] = bytes[8] & 0x3F | 0x80
    var text: [UInt8] = []
    text.reserveCapacity(36)
    for index in 0..<16 {
      if index == 4 || index == 6 || index == 8 || index == 10 { text.append(UInt8(ascii: "-")) }
      text.append(digits[Int(bytes[index] >> 4)])
      text.append(digits[Int(bytes[index] & 0x0F)])
    }
    return String(decoding: text, as: UTF8.self)
  }
}

/// The escapes of the JSON strings in which older schemas store casts.
package enum JSONEscapes {
  /// Whether all escapes in valid JSON stand for text. SQLite would end the text at an escaped NUL,
  /// and SQLite 3.40 converts half of a surrogate pair to bytes that are not UTF-8.
  package static func areValid(in json: String) -> Bool {
    // An escaped backslash starts no escape.
    let bytes = Array(json.utf8).replacing(#"\\"#.utf8, with: "  ".utf8)
    let escapes = bytes.split(separator: #"\u"#.utf8, omittingEmptySubsequences: false).dropFirst()
    var units: [UInt16] = []
    for text in escapes {
      units.append(UInt16(String(decoding: text.prefix(4), as: UTF8.self), radix: 16) ?? 0)
      // Other text separates the escape from the next one.
      if text.count > 4 { units.append(0x20) }
    }
    return !units.contains(0) && String(validating: units, as: UTF16.self) != nil
  }
}
