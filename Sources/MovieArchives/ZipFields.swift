internal import MovieSystem

/// The first bytes of the records of a zip archive.
enum ZipSignature {
  static let file = Array("PK\u{3}\u{4}".utf8)
  static let directory = Array("PK\u{1}\u{2}".utf8)
  static let end = Array("PK\u{5}\u{6}".utf8)
  static let end64 = Array("PK\u{6}\u{6}".utf8)
  static let end64Locator = Array("PK\u{6}\u{7}".utf8)
}

/// The fields of a record of a zip archive, read one after the other.
struct ZipFields {
  private var rest: ArraySlice<UInt8>
  private let path: String

  /// - Parameter path: The name of the archive or of its file in errors.
  init(_ bytes: ArraySlice<UInt8>, path: String) {
    rest = bytes
    self.path = path
  }

  /// The number of bytes that were not read.
  var count: Int { rest.count }

  /// Returns the next bytes.
  mutating func bytes(_ count: Int64) throws(SystemError) -> ArraySlice<UInt8> {
    guard count <= rest.count else { throw ArchiveKind.zip.damaged(path) }
    defer { rest = rest.dropFirst(Int(count)) }
    return rest.prefix(Int(count))
  }

  /// Leaves out the next bytes.
  mutating func skip(_ count: Int64) throws(SystemError) { _ = try bytes(count) }

  /// Checks the next four bytes.
  mutating func skip(_ signature: [UInt8]) throws(SystemError) {
    guard try bytes(4).elementsEqual(signature) else { throw ArchiveKind.zip.damaged(path) }
  }

  /// Returns the next number, which is small enough that a sum of some numbers cannot overflow.
  mutating func number(bytes count: Int64) throws(SystemError) -> Int64 {
    let value = try bytes(count).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    guard value <= 1 << 60 else { throw ArchiveKind.zip.damaged(path) }
    return Int64(value)
  }
}
