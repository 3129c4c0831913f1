import MovieStore
import Testing

@Suite(.limited) struct SchemaFingerprintTests {
  private static func table(_ sql: String, name: String = "t", type: String = "table")
    -> SchemaObject
  {
    SchemaObject(type: type, name: name, sql: sql)
  }

  @Test("Is the hash of each part after its length")
  func known() {
    #expect(
      SchemaFingerprint.of([])
        == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    // printf '5:table1:t15:CREATETABLEt(a)' | sha256sum
    #expect(
      SchemaFingerprint.of([Self.table("CREATE TABLE t(a)")])
        == "ae4ad5f548f61bfcbb25b2f213547d2e44e7fa4e7e5405eae9305440f2bb56b6")
  }

  @Test("Ignores the order of objects, white space and quotes of names")
  func sameSchema() {
    let schema = [Self.table("CREATE TABLE t(a)"), Self.table("CREATE TABLE u(b)", name: "u")]
    let other = [
      Self.table("CREATE TABLE [u] (\n\t`b` )", name: "u"), Self.table("CREATE  TABLE \"t\"( a )"),
    ]
    #expect(SchemaFingerprint.of(schema) == SchemaFingerprint.of(other))
  }

  @Test("Differs by type, name, statement and the boundaries of parts and objects")
  func parts() {
    let schemas = [
      [Self.table("ab")], [Self.table("AB")], [Self.table("a"), Self.table("b", name: "u")],
      [Self.table("a", name: "ta")], [Self.table("ta", name: "")], [Self.table("ab", name: "T")],
      [Self.table("ab", type: "view")], [Self.table("attb")], [Self.table("a1:b")], [],
      [Self.table("ab", name: "é")], [Self.table("ab", name: "e\u{301}")],
    ]
    #expect(Set(schemas.map(SchemaFingerprint.of)).count == schemas.count)
  }

  @Test("Every version has a different fingerprint")
  func versions() {
    let fingerprints = SchemaVersion.allCases.map { Schema($0).fingerprint }
    #expect(Set(fingerprints).count == SchemaVersion.allCases.count)
    #expect(fingerprints.allSatisfy { $0.utf8.count == 64 && $0 == $0.lowercased() })
  }
}
