import Foundation

/// A model of a disk after system calls of a program: what was synced, and what is pending.
struct Disk {
  /// A file with any number of names.
  struct Node {
    var synced: Data
    var syncedCount = 0
    /// Changes since the last sync.
    var pending: [Change] = []
    /// The length that the program sees.
    var length: Int
  }

  /// The effect of a call on the bytes of a file.
  enum Change {
    case write(Data, at: Int)
    case truncation(Int)
  }

  private let directory: String
  private(set) var nodes: [Node] = []
  /// The names that the program sees, and their nodes.
  private(set) var entries: [String: Int] = [:]
  /// The synced names.
  private(set) var syncedEntries: [String: Int]

  init(_ files: [String: Data], in directory: String) {
    self.directory = directory
    for (name, data) in files {
      entries[name] = nodes.count
      nodes.append(Node(synced: data, length: data.count))
    }
    syncedEntries = entries
  }

  /// Applies the next call of the program.
  ///
  /// - Returns: Whether the disk may have changed.
  mutating func apply(_ call: SystemCall) -> Bool {
    guard let result = call.result, result >= 0 else { return false }
    switch call.name {
    case "openat" where call.createsFile, "open" where call.createsFile: return create(call.path)
    case "write": return append(call)
    case "pwrite64":
      return change(call.path, .write(Data(call.strings[0].prefix(result)), at: call.lastNumber))
    case "ftruncate": return change(call.path, .truncation(call.lastNumber))
    case "fdatasync", "fsync": return synchronize(call.path)
    case "unlink", "unlinkat": return name(call.path).map { entries.removeValue(forKey: $0) } != nil
    case "rename", "renameat", "renameat2": return rename(call, keepingOldName: false)
    case "link", "linkat": return rename(call, keepingOldName: true)
    default: return false
    }
  }

  /// The name in the directory, or `nil` for other files.
  private func name(_ path: String) -> String? {
    guard path.hasPrefix(directory + "/") else { return nil }
    return String(path.dropFirst(directory.count + 1))
  }

  private mutating func create(_ path: String) -> Bool {
    guard let name = name(path), entries[name] == nil else { return false }
    entries[name] = nodes.count
    nodes.append(Node(synced: Data(), length: 0))
    return true
  }

  private mutating func append(_ call: SystemCall) -> Bool {
    // The program writes its files sequentially.
    guard let name = name(call.path), let node = entries[name] else { return false }
    return change(call.path, .write(Data(call.strings[0]), at: nodes[node].length))
  }

  private mutating func change(_ path: String, _ change: Change) -> Bool {
    guard let name = name(path), let node = entries[name] else { return false }
    nodes[node].pending.append(change)
    switch change {
    case .write(let data, let offset):
      nodes[node].length = max(nodes[node].length, offset + data.count)
    case .truncation(let length): nodes[node].length = length
    }
    return true
  }

  private mutating func synchronize(_ path: String) -> Bool {
    if path == directory {
      defer { syncedEntries = entries }
      return syncedEntries != entries
    }
    guard let name = name(path), let node = entries[name] else { return false }
    let pending = nodes[node].pending
    for change in pending { change.apply(to: &nodes[node].synced) }
    nodes[node].syncedCount += pending.count
    nodes[node].pending = []
    return !pending.isEmpty
  }

  /// Renames a file, or adds a second name.
  private mutating func rename(_ call: SystemCall, keepingOldName: Bool) -> Bool {
    guard let old = name(call.string(0)), let new = name(call.string(1)), let node = entries[old]
    else { return false }
    if !keepingOldName { entries[old] = nil }
    entries[new] = node
    return true
  }
}

extension Disk.Change {
  /// - Parameter bytes: The number of bytes of a write that are written; `nil` for all.
  func apply(to data: inout Data, bytes: Int? = nil) {
    switch self {
    case .truncation(let length):
      data = data.prefix(length) + Data(count: max(0, length - data.count))
    case .write(let written, let offset):
      let written = written.prefix(bytes ?? written.count)
      let gap = offset + written.count - data.count
      if gap > 0 { data.append(Data(count: gap)) }
      data.replaceSubrange(offset..<(offset + written.count), with: written)
    }
  }
}
