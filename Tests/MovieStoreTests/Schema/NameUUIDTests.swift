import MovieStore
import StoreTestSupport
import TestSupport
import Testing

@Suite(.limited) struct NameUUIDTests {
  @Test("Has version 8 and the variant of the RFC")
  func form() {
    for text in Generated.texts {
      let parts = NameUUID.of(text.bytes).split(separator: "-")
      #expect(parts.map(\.count) == [8, 4, 4, 4, 12])
      #expect(parts[2].first == "8")
      #expect("89AB".contains(parts[3].first ?? "?"))
      #expect(parts.joined().allSatisfy { "0123456789ABCDEF".contains($0) })
    }
  }

  @Test("Starts with the SHA-256 of the name")
  func value() {
    #expect(NameUUID.of("abc".bytes) == "BA7816BF-8F01-8FEA-8141-40DE5DAE2223")
  }

  @Test("Differs for names with different bytes")
  func unique() {
    let names = Set(Generated.texts.map(\.bytes))
    let uuids = Set(Generated.texts.map { NameUUID.of($0.bytes) })
    #expect(uuids.count == names.count)
    #expect(NameUUID.of("é".bytes) != NameUUID.of("e\u{301}".bytes))
  }
}
