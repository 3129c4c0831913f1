/// What tells schemas apart: the same for the same objects, however their SQL is set.
package enum SchemaFingerprint {
  /// The SHA-256 of all types, names and tokens, in 64 lower-case hexadecimal digits; the order of
  /// the objects makes no difference.
  package static func of(_ objects: [SchemaObject]) -> String {
    var hash = SHA256()
    for object in objects.sorted(by: { $0.isBefore($1) }) { add(object, to: &hash) }
    return hash.finish().map { digit($0 >> 4) + digit($0 & 15) }.joined()
  }

  /// Every part goes in with its length before it, so that no two objects give the same bytes.
  private static func add(_ object: SchemaObject, to hash: inout SHA256) {
    let tokens = object.tokens.map(\.spelling)
    let parts = [Array(object.type.utf8), Array(object.name.utf8)] + tokens
    hash.update("\(parts.count);".utf8.span)
    for part in parts {
      hash.update("\(part.count):".utf8.span)
      hash.update(part)
    }
  }

  private static func digit(_ value: UInt8) -> String { String(value, radix: 16) }
}
