import CZlib

/// Compresses bytes with zlib.
///
/// - Parameter windowBits: -15 for deflate, 31 for gzip.
func deflated(_ bytes: [UInt8], windowBits: Int32 = -15, level: Int32 = 6) -> [UInt8] {
  var stream = z_stream()
  precondition(movies_deflate_init(&stream, level, windowBits) == Z_OK)
  defer { deflateEnd(&stream) }
  var input = bytes
  var output = [UInt8](repeating: 0, count: Int(deflateBound(&stream, UInt(bytes.count))) + 32)
  let room = output.count
  let count = input.withUnsafeMutableBufferPointer { input in
    output.withUnsafeMutableBufferPointer { output in
      stream.next_in = input.baseAddress
      stream.avail_in = UInt32(input.count)
      stream.next_out = output.baseAddress
      stream.avail_out = UInt32(room)
      precondition(deflate(&stream, Z_FINISH) == Z_STREAM_END)
      return room - Int(stream.avail_out)
    }
  }
  return Array(output[..<count])
}

/// Builds gzip files.
enum GzipBuilder {
  static func member(_ content: [UInt8], level: Int32 = 6) -> [UInt8] {
    deflated(content, windowBits: 31, level: level)
  }

  /// A member with all optional fields of the header.
  static func memberWithFields(_ content: [UInt8]) -> [UInt8] {
    var header: [UInt8] = [0x1F, 0x8B, 8, 0b1_1110, 1, 2, 3, 4, 0, 3]
    header += [3, 0] + [7, 8, 9]
    header += Array("name.csv".utf8) + [0] + Array("comment".utf8) + [0]
    header += littleEndian(crc32_z(0, header, header.count), 2)
    return header + deflated(content) + littleEndian(crc32_z(0, content, content.count), 4)
      + littleEndian(content.count, 4)
  }
}

/// Builds zip archives, also damaged ones.
struct ZipBuilder {
  struct File {
    var name: [UInt8]
    var content: [UInt8]
    var method = 8
    var flags = 0
    /// Whether the sizes and the checksum follow the content.
    var hasDescriptor = false
    /// Whether the numbers are in the extra field.
    var is64 = false
    var localExtra: [UInt8] = []
    var extra: [UInt8] = []
    var comment: [UInt8] = []
    var disk = 0
    /// A size to write instead of the right one.
    var size: Int?
    /// An offset to write instead of the right one.
    var offset: Int?

    init(_ name: String, _ content: [UInt8] = []) {
      self.name = Array(name.utf8)
      self.content = content
    }
  }

  var files: [File] = []
  var comment: [UInt8] = []
  var is64 = false
  /// A number of entries to write instead of the right one.
  var count: Int?
  var disk = 0

  var bytes: [UInt8] {
    var archive: [UInt8] = []
    var directory: [UInt8] = []
    for file in files {
      let data = file.method == 8 ? deflated(file.content) : file.content
      directory += Self.entry(file, data, offset: file.offset ?? archive.count)
      archive += Self.local(file, data)
    }
    let offset = archive.count
    archive += directory
    return archive + end(offset: offset, size: directory.count)
  }

  private static func checksum(_ file: File) -> UInt {
    crc32_z(0, file.content, file.content.count)
  }

  private static func flags(_ file: File) -> Int { file.flags | (file.hasDescriptor ? 8 : 0) }

  private static func local(_ file: File, _ data: [UInt8]) -> [UInt8] {
    let sizes = littleEndian(data.count, 4) + littleEndian(file.content.count, 4)
    let numbers = littleEndian(checksum(file), 4) + sizes
    var record = Array("PK\u{3}\u{4}".utf8) + littleEndian(20, 2) + littleEndian(flags(file), 2)
    record += littleEndian(file.method, 2) + [0, 0, 0, 0]
    record += file.hasDescriptor ? Array(repeating: 0, count: 12) : numbers
    record += littleEndian(file.name.count, 2) + littleEndian(file.localExtra.count, 2)
    record += file.name + file.localExtra + data
    return file.hasDescriptor ? record + Array("PK\u{7}\u{8}".utf8) + numbers : record
  }

  private static func entry(_ file: File, _ data: [UInt8], offset: Int) -> [UInt8] {
    let size = file.size ?? file.content.count
    var extra = file.extra
    if file.is64 {
      extra += littleEndian(1, 2) + littleEndian(28, 2) + littleEndian(size, 8)
      extra += littleEndian(data.count, 8) + littleEndian(offset, 8) + littleEndian(file.disk, 4)
    }
    func number(_ value: Int, _ count: Int) -> [UInt8] {
      file.is64 ? Array(repeating: 0xFF, count: count) : littleEndian(value, count)
    }
    var record = Array("PK\u{1}\u{2}".utf8) + [20, 0, 20, 0] + littleEndian(flags(file), 2)
    record += littleEndian(file.method, 2) + [0, 0, 0, 0] + littleEndian(checksum(file), 4)
    record += number(data.count, 4) + number(size, 4)
    record += littleEndian(file.name.count, 2) + littleEndian(extra.count, 2)
    record += littleEndian(file.comment.count, 2) + number(file.disk, 2)
    record += [0, 0, 0, 0, 0, 0] + number(offset, 4)
    return record + file.name + extra + file.comment
  }

  private func end(offset: Int, size: Int) -> [UInt8] {
    let count = count ?? files.count
    func numbers(_ disk: Int, _ entries: Int, _ bytes: Int) -> [UInt8] {
      littleEndian(self.disk, disk) + littleEndian(self.disk, disk) + littleEndian(count, entries)
        + littleEndian(count, entries) + littleEndian(size, bytes) + littleEndian(offset, bytes)
    }
    let short = Array("PK\u{5}\u{6}".utf8)
    let tail = littleEndian(comment.count, 2) + comment
    guard is64 else { return short + numbers(2, 2, 4) + tail }
    var record = Array("PK\u{6}\u{6}".utf8) + littleEndian(44, 8) + [45, 0, 45, 0]
    record += numbers(4, 8, 8)
    record += Array("PK\u{6}\u{7}".utf8) + littleEndian(0, 4) + littleEndian(offset + size, 8)
    record += littleEndian(1, 4)
    return record + short + Array(repeating: 0xFF, count: 16) + tail
  }
}

/// Returns the lowest bytes of a number, the lowest first.
func littleEndian(_ value: some BinaryInteger, _ count: Int) -> [UInt8] {
  (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
}

/// Random numbers that are the same for a seed.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: Int) { state = UInt64(seed) }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }

  /// Returns bytes that compress more or less.
  mutating func bytes(upTo limit: Int) -> [UInt8] {
    let largest = [0, 3, 255].randomElement(using: &self)!
    return (0..<Int.random(in: 0...limit, using: &self)).map { _ in
      UInt8(Int.random(in: 0...largest, using: &self))
    }
  }
}
