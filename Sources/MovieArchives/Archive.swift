package import MovieSystem

/// A file in an archive, or the content of a compressed file.
package struct ArchivedFile: Sendable {
  /// The name in the archive with its directories, such as `likes/films.csv`. It is never used as
  /// a path. For gzip, it is the name of the file without `.gz`.
  package let name: String
  /// Whether it is a file in an archive, and not the content of a compressed file.
  package let isEntry: Bool
  /// The content. Opening starts at its first byte. The length is that of the compressed bytes.
  package let origin: ByteSource.Origin
}

/// Files that contain other files: zip archives and gzip files.
package enum Archive {
  /// Returns the files in a zip archive or a gzip file, in their order; `nil` for other content.
  ///
  /// Directories, hidden files and `__MACOSX/` are left out. A file is checked when its end is
  /// read.
  ///
  /// - Parameters:
  ///   - name: The name of the archive in errors, such as `letterboxd.zip`.
  ///   - open: Opens the archive, a regular file or memory, at its first byte. It is called again
  ///     for each file of the archive that is read, possibly in another thread.
  /// - Throws: `SystemError`, with `isInvalidData` if the archive is damaged, above a limit or of
  ///   a kind that is not supported.
  package static func files(
    named name: String, _ open: @escaping @Sendable () throws(SystemError) -> ByteSource
  ) throws(SystemError) -> [ArchivedFile]? {
    let source = try open()
    guard let length = source.totalBytes else { return nil }
    let signature = try source.bytes(at: 0, count: 4)
    if signature.starts(with: [0x1F, 0x8B]) {
      let hasSuffix = name.lowercased().hasSuffix(".gz")
      let origin = ByteSource.Origin.stream(length: length) { () throws(SystemError) in
        try GzipStream(open(), length: length, path: name)
      }
      return [
        ArchivedFile(
          name: hasSuffix ? String(name.dropLast(3)) : name, isEntry: false, origin: origin)
      ]
    }
    guard [ZipSignature.file, ZipSignature.end].contains(signature) else { return nil }
    return try ZipDirectory(source, length: length, path: name).files().map { entry in
      let origin = ByteSource.Origin.stream(length: entry.compressedSize) {
        () throws(SystemError) in
        try ZipEntryStream(open(), entry: entry, path: "\(name)/\(entry.name)")
      }
      return ArchivedFile(name: entry.name, isEntry: true, origin: origin)
    }
  }
}

/// The kinds of archives, as errors name them.
enum ArchiveKind: String {
  case gzip = "gzip file"
  case zip = "zip archive"

  func damaged(_ path: String) -> SystemError {
    .invalidData(path, "the \(rawValue) is damaged; download it again")
  }

  func truncated(_ path: String) -> SystemError {
    .invalidData(path, "the \(rawValue) is truncated; download it again")
  }
}

/// Limits that stop an archive that is made to fill the memory or the disk.
enum ArchiveLimit {
  static let entries: Int64 = 10_000
  static let directoryBytes: Int64 = 16 << 20

  private static let expandedBytes: Int64 = 64 << 30
  private static let freeBytes: Int64 = 64 << 20
  private static let ratio: Int64 = 200

  /// Checks the bytes that one file has, or declares, against those that they are made of.
  static func check(_ expanded: Int64, from compressed: Int64, _ path: String) throws(SystemError) {
    // The division cannot overflow.
    if (expanded - freeBytes + ratio - 1) / ratio > compressed {
      throw .invalidData(
        path,
        "it expands to more than \(ratio) times its size; if you trust it, expand it with another "
          + "program first")
    }
  }

  /// Checks the bytes that all files of an archive have together.
  static func checkTotal(_ expanded: Int64, _ path: String) throws(SystemError) {
    if expanded > expandedBytes {
      throw .invalidData(
        path,
        "it expands to more than \(Formatting.bytes(expandedBytes)); if you trust it, expand the "
          + "files that you need with another program first")
    }
  }
}

extension ByteSource {
  /// Returns the bytes at an offset, fewer at the end of the source.
  func bytes(at offset: Int64, count: Int) throws(SystemError) -> [UInt8] {
    try seek(to: offset)
    var bytes = [UInt8](repeating: 0, count: count)
    var filled = 0
    while case let more = try read(into: &bytes, from: filled), more > 0 { filled += more }
    return Array(bytes[..<filled])
  }
}
