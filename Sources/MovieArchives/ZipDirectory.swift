internal import MovieSystem

/// The central directory of a zip archive, which lists its files.
struct ZipDirectory {
  private let source: ByteSource
  private let length: Int64
  private let path: String

  /// The record at the end of the archive, which describes the directory.
  private struct End {
    /// The position of the record itself.
    let position: Int64
    let disks: [Int64]
    let entriesOfDisk: Int64
    let entries: Int64
    let size: Int64
    let offset: Int64

    /// - Parameter is64: Whether the numbers have more bytes.
    init(_ fields: inout ZipFields, at position: Int64, is64: Bool) throws(SystemError) {
      self.position = position
      try fields.skip(is64 ? ZipSignature.end64 : ZipSignature.end)
      // The length and the versions.
      if is64 { try fields.skip(12) }
      disks = [try fields.number(bytes: is64 ? 4 : 2), try fields.number(bytes: is64 ? 4 : 2)]
      entriesOfDisk = try fields.number(bytes: is64 ? 8 : 2)
      entries = try fields.number(bytes: is64 ? 8 : 2)
      size = try fields.number(bytes: is64 ? 8 : 4)
      offset = try fields.number(bytes: is64 ? 8 : 4)
    }

    /// Whether a number has to be read from the 64-bit record.
    var isSaturated: Bool {
      [disks[0], disks[1], entriesOfDisk, entries].contains(0xFFFF)
        || [size, offset].contains(0xFFFF_FFFF)
    }
  }

  /// - Parameters:
  ///   - length: The number of bytes of the source.
  ///   - path: The name of the archive in errors.
  init(_ source: ByteSource, length: Int64, path: String) {
    self.source = source
    self.length = length
    self.path = path
  }

  /// Returns the files that can be read. All that the directory tells about them is checked.
  func files() throws(SystemError) -> [ZipEntry] {
    let end = try end()
    var entries = try entries(end)
    try refuseDocument(entries)
    try setEnds(of: &entries, before: end.offset)
    var total: Int64 = 0
    for entry in entries {
      total += entry.size
      try ArchiveLimit.checkTotal(total, path)
    }
    try ArchiveLimit.check(total, from: length, path)
    let files = entries.filter { !$0.isLeftOut }
    for file in files { try file.check(path: "\(path)/\(file.name)") }
    return files
  }

  /// Reads the directory.
  private func entries(_ end: End) throws(SystemError) -> [ZipEntry] {
    let bytes = try source.bytes(at: end.offset, count: Int(end.size))
    var fields = ZipFields(bytes[...], path: path)
    var entries: [ZipEntry] = []
    for _ in 0..<end.entries {
      let entry = try ZipEntry(&fields, path: path)
      try checkDisks([entry.disk])
      entries.append(entry)
    }
    guard fields.count == 0 else { throw ArchiveKind.zip.damaged(path) }
    return entries
  }

  private func refuseDocument(_ entries: [ZipEntry]) throws(SystemError) {
    if entries.first?.name == "mimetype"
      || entries.contains(where: { $0.name == "[Content_Types].xml" })
    {
      throw .invalidData(path, "it is a spreadsheet or a document; save it as CSV first")
    }
  }

  /// Sets where each entry ends at the latest: where the next one or the directory starts.
  private func setEnds(
    of entries: inout [ZipEntry], before directory: Int64
  ) throws(SystemError) {
    var end = directory
    for index in entries.indices.sorted(by: { entries[$0].offset > entries[$1].offset }) {
      let entry = entries[index]
      guard entry.offset + ZipEntry.headerLength + entry.compressedSize <= end else {
        if end == directory { throw ArchiveKind.zip.damaged(path) }
        throw .invalidData(
          "\(path)/\(entry.name)",
          "it has bytes of another file in the archive, which may be malicious; get the archive "
            + "from its source again")
      }
      entries[index].end = end
      end = entry.offset
    }
  }

  private func checkDisks(_ disks: [Int64]) throws(SystemError) {
    if disks.contains(where: { $0 != 0 }) {
      throw .invalidData(path, "it is one of several parts of an archive; join the parts first")
    }
  }
}

/// The records at the end of the archive.
extension ZipDirectory {
  private func end() throws(SystemError) -> End {
    var end = try shortEnd()
    if end.isSaturated, let longEnd = try longEnd(before: end.position) { end = longEnd }
    try checkDisks(end.disks)
    guard end.entriesOfDisk == end.entries, end.offset + end.size <= end.position else {
      throw ArchiveKind.zip.damaged(path)
    }
    if end.entries > ArchiveLimit.entries || end.size > ArchiveLimit.directoryBytes {
      throw .invalidData(
        path,
        "it has more than \(Formatting.grouped(ArchiveLimit.entries)) files, or a directory above "
          + "\(Formatting.bytes(ArchiveLimit.directoryBytes)); make an archive of only the files "
          + "that you need")
    }
    return end
  }

  /// Searches the record before the comment of the archive, which has up to 65,535 bytes.
  private func shortEnd() throws(SystemError) -> End {
    let size: Int64 = 22
    let start = max(0, length - size - 65_535)
    let tail = try source.bytes(at: start, count: Int(length - start))
    for index in stride(from: tail.count - Int(size), through: 0, by: -1)
    where tail[index] == ZipSignature.end[0] && tail[index...].starts(with: ZipSignature.end) {
      var fields = ZipFields(tail[index...], path: path)
      let end = try End(&fields, at: start + Int64(index), is64: false)
      if try fields.number(bytes: 2) == fields.count { return end }
    }
    throw ArchiveKind.zip.truncated(path)
  }

  /// Reads the 64-bit record, if the locator before the other record has its position.
  private func longEnd(before position: Int64) throws(SystemError) -> End? {
    guard position >= 20 else { return nil }
    let locator = try source.bytes(at: position - 20, count: 20)
    guard locator.starts(with: ZipSignature.end64Locator) else { return nil }
    var fields = ZipFields(locator[4...], path: path)
    try checkDisks([try fields.number(bytes: 4)])
    let offset = try fields.number(bytes: 8)
    // The number of disks; some programs write 0.
    if try fields.number(bytes: 4) > 1 { try checkDisks([1]) }
    guard offset + 56 <= position - 20 else { throw ArchiveKind.zip.damaged(path) }
    var record = ZipFields(try source.bytes(at: offset, count: 56)[...], path: path)
    return try End(&record, at: offset, is64: true)
  }
}
