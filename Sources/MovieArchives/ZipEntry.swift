internal import MovieSystem

/// A file as the central directory of a zip archive describes it.
struct ZipEntry: Sendable {
  /// The minimum length of the header before the content.
  static let headerLength: Int64 = 30

  let name: String
  let isStored: Bool
  let checksum: UInt32
  private(set) var compressedSize: Int64
  private(set) var size: Int64
  /// The position of the header before the content.
  private(set) var offset: Int64
  /// The part of the archive with the content, from 0.
  private(set) var disk: Int64
  /// The position before which the content ends.
  var end: Int64 = 0

  private let flags: Int64
  private let method: Int64

  init(_ fields: inout ZipFields, path: String) throws(SystemError) {
    try fields.skip(ZipSignature.directory)
    // The versions.
    try fields.skip(4)
    flags = try fields.number(bytes: 2)
    method = try fields.number(bytes: 2)
    isStored = method == 0
    // The time.
    try fields.skip(4)
    checksum = UInt32(try fields.number(bytes: 4))
    compressedSize = try fields.number(bytes: 4)
    size = try fields.number(bytes: 4)
    let nameLength = try fields.number(bytes: 2)
    let extraLength = try fields.number(bytes: 2)
    let commentLength = try fields.number(bytes: 2)
    disk = try fields.number(bytes: 2)
    // The attributes.
    try fields.skip(6)
    offset = try fields.number(bytes: 4)
    name = String(decoding: try fields.bytes(nameLength), as: UTF8.self)
    try readExtra(ZipFields(try fields.bytes(extraLength), path: path), path: path)
    try fields.skip(commentLength)
  }

  /// Reads numbers that have 64 bits from the extra field.
  private mutating func readExtra(_ fields: ZipFields, path: String) throws(SystemError) {
    var fields = fields
    while fields.count >= 4 {
      let kind = try fields.number(bytes: 2)
      let length = try fields.number(bytes: 2)
      var field = ZipFields(try fields.bytes(length), path: path)
      guard kind == 1 else { continue }
      if size == 0xFFFF_FFFF { size = try field.number(bytes: 8) }
      if compressedSize == 0xFFFF_FFFF { compressedSize = try field.number(bytes: 8) }
      if offset == 0xFFFF_FFFF { offset = try field.number(bytes: 8) }
      if disk == 0xFFFF { disk = try field.number(bytes: 4) }
    }
  }

  /// Whether it is a directory, a hidden file, or one that macOS adds.
  var isLeftOut: Bool {
    name.utf8.last == UInt8(ascii: "/") || name.hasPrefix("__MACOSX/")
      || name.split(separator: "/").last?.hasPrefix(".") == true
  }

  /// Checks that the content can be read, and that its sizes are within the limits.
  ///
  /// - Parameter path: The name in errors.
  func check(path: String) throws(SystemError) {
    // Encryption of the content or of the directory.
    if flags & 0x2041 != 0 {
      throw .invalidData(path, "it is encrypted; extract it with its password first")
    }
    guard isStored || method == 8 else {
      throw .invalidData(
        path, "its compression method \(method) is not supported; extract it first")
    }
    try ArchiveLimit.check(size, from: compressedSize, path)
  }
}
