import MovieStore
import TestSupport
import Testing

@Suite(.limited) struct SchemaFingerprintTests {
  private static func table(_ sql: String, name: String = "t", type: String = "table")
    -> SchemaObject
  {
    SchemaObject(type: type, name: name, sql: sql)
  }

  private static func fingerprint(_ tokens: [SQLToken]) -> String {
    let spellings = tokens.map { String(decoding: $0.spelling, as: UTF8.self) }
    return SchemaFingerprint.of([table(spellings.joined(separator: " "))])
  }

  @Test("Is the hash of each part after its length")
  func known() {
    #expect(
      SchemaFingerprint.of([])
        == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    // printf '8;5:table1:t6:CREATE5:TABLE1:t1:(1:a1:)' | sha256sum
    #expect(
      SchemaFingerprint.of([Self.table("CREATE TABLE t(a)")])
        == "a45f4c36504c429ae759e43e21d444389c8bfcc1f9f325fe1a4a02ab4d8bddc6")
  }

  @Test("Ignores the order of objects, white space, comments and quotes")
  func sameSchema() throws {
    var random = RandomSource(seed: 4)
    for _ in 0..<60 {
      let statements = GeneratedSchema(&random).statements
      let plain = statements.enumerated().map { index, pieces in
        Self.table(GeneratedSchema.plainText(of: pieces), name: "\(index)")
      }
      let other = statements.enumerated().map { index, pieces in
        Self.table(GeneratedSchema.text(of: pieces, &random), name: "\(index)")
      }
      #expect(
        SchemaFingerprint.of(other.shuffled(using: &random)) == SchemaFingerprint.of(plain))
    }
  }

  @Test("Differs if a token is removed, doubled or replaced")
  func tokens() {
    var random = RandomSource(seed: 6)
    for pieces in GeneratedSchema(&random).statements {
      let tokens = SQLToken.all(in: GeneratedSchema.plainText(of: pieces))
      let fingerprint = Self.fingerprint(tokens)
      for index in tokens.indices {
        var (shorter, longer, altered) = (tokens, tokens, tokens)
        shorter.remove(at: index)
        longer.insert(tokens[index], at: index)
        altered[index] = SQLToken.all(in: "another")[0]
        for other in [shorter, longer, altered] { #expect(Self.fingerprint(other) != fingerprint) }
      }
    }
  }

  @Test("Differs by type, name and the boundaries of parts and objects")
  func parts() {
    let schemas = [
      [Self.table("a b")], [Self.table("ab")], [Self.table("a"), Self.table("b", name: "u")],
      [Self.table("a", name: "ta")], [Self.table("t a", name: "")], [Self.table("a b", name: "T")],
      [Self.table("a b", type: "view")], [Self.table("a t t b")], [Self.table("a 1:b")], [],
      [Self.table("a b", name: "é")], [Self.table("a b", name: "e\u{301}")],
    ]
    #expect(Set(schemas.map(SchemaFingerprint.of)).count == schemas.count)
  }

  @Test("Every version has a different fingerprint, and the current schema that of the newest")
  func versions() throws {
    let fingerprints = try SchemaVersion.allCases.map {
      SchemaFingerprint.of(try SchemaObject.all(of: $0))
    }
    #expect(Set(fingerprints).count == SchemaVersion.allCases.count)
    #expect(fingerprints.last == SchemaFingerprint.of(CurrentSchema.objects))
    #expect(fingerprints.allSatisfy { $0.utf8.count == 64 && $0 == $0.lowercased() })
  }
}
