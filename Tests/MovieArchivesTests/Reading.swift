import MovieArchives
import MovieSystem
import Testing

/// What a file in an archive has.
struct Content: Hashable {
  let name: String
  let bytes: [UInt8]

  init(_ name: String, _ bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
  }
}

func files(
  _ archive: [UInt8], named name: String = "a.zip", chunkLength: Int = .max
) throws(SystemError) -> [ArchivedFile]? {
  try Archive.files(named: name) { ByteSource(bytes: archive, chunkLength: chunkLength) }
}

/// Reads all files of an archive.
///
/// - Parameter room: The number of bytes that one read may return.
func contents(
  _ archive: [UInt8], named name: String = "a.zip", chunkLength: Int = .max, room: Int = 4096
) throws(SystemError) -> [Content]? {
  guard let files = try files(archive, named: name, chunkLength: chunkLength) else { return nil }
  var contents: [Content] = []
  for file in files {
    contents.append(Content(file.name, try bytes(ByteSource(file.origin), room: room)))
  }
  return contents
}

/// Reads a source to its end, in a buffer whose first byte has to be kept.
func bytes(_ source: ByteSource, room: Int = 4096) throws(SystemError) -> [UInt8] {
  var bytes: [UInt8] = []
  var buffer = [UInt8](repeating: 0xAB, count: room + 1)
  while case let count = try source.read(into: &buffer, from: 1), count > 0 {
    bytes += buffer[1...count]
  }
  #expect(buffer[0] == 0xAB)
  #expect(source.bytesRead == source.totalBytes)
  #expect(try source.read(into: &buffer, from: 1) == 0, "the end stays the end")
  return bytes
}

/// Expects the error of an archive that cannot be read, and returns its text.
@discardableResult
func expectInvalid(
  _ archive: [UInt8], named name: String = "a.zip", _ comment: Comment? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) -> String {
  do {
    let contents = try contents(archive, named: name)
    Issue.record(
      "\(comment ?? "") has \(contents?.map(\.name) ?? ["no archive"])",
      sourceLocation: sourceLocation)
    return ""
  } catch {
    #expect(error.isInvalidData, comment, sourceLocation: sourceLocation)
    return error.description
  }
}

/// Returns the bytes with each single byte changed.
func changes(of bytes: [UInt8]) -> [[UInt8]] {
  bytes.indices.flatMap { index in
    [1, 8, 0x80, 0xFF].map { (mask: UInt8) in
      var changed = bytes
      changed[index] ^= mask
      return changed
    }
  }
}
