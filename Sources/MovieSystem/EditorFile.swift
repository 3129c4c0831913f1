internal import CLibrary

/// A text that a person edits, in a directory of its own that only its owner can enter.
///
/// Unlike a ``ScratchDirectory``, it outlives a process that is killed, and no later process deletes
/// it.
package struct EditorFile: ~Copyable {
  package let path: String
  /// Whether the file stays after the end of the object's lifetime.
  package var isKept = true
  private let directory: String
  /// The text before it was edited.
  private let text: [UInt8]
  /// A signal ends a question with an error, so that the path can be named.
  private let criticalSection = CriticalSection()

  package init(named name: String, _ text: [UInt8]) throws(SystemError) {
    directory = try ScratchDirectory.inFirstUsable(of: ScratchDirectory.parents) {
      (parent) throws(SystemError) in
      let path = "\(parent)/movies-\(String(UInt64.random(in: .min ... .max), radix: 36))"
      try valueOrErrno("create", parent) { unsafe mkdir(path, 0o700) }
      do throws(SystemError) {
        let sink = try ByteSink(creating: "\(path)/\(name)")
        try sink.append(text)
        try sink.flush()
      } catch {
        TemporaryEntry.removeDirectory(path)
        throw error
      }
      return path
    }
    path = "\(directory)/\(name)"
    self.text = text
  }

  deinit { if !isKept { TemporaryEntry.removeDirectory(directory) } }

  /// Whether the file has another text than at first. One that cannot be read counts as such.
  package var isEdited: Bool {
    if !FileMetadata.exists(path) { return false }
    do throws(SystemError) {
      return try !ByteSource(path: path).hasSameBytes(as: ByteSource(bytes: text))
    } catch { return true }
  }
}
