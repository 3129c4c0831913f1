import Foundation

/// A disk as the calls of a program leave it: what has surely arrived, and what is on its way.
struct Disk {
  /// One file, under however many names.
  struct Node {
    var arrived: Data
    var arrivedCount = 0
    /// Changes since the last sync.
    var pending: [Change] = []
    /// How long the file is for the program.
    var length: Int
  }

  /// What a call does to a file.
  enum Change {
    case write(Data, at: Int)
    case truncation(Int)
  }

  private let folder: String
  private(set) var nodes: [Node] = []
  /// Names, and the nodes that they have for the program.
  private(set) var entries: [String: Int] = [:]
  /// The same on the disk.
  private(set) var arrivedEntries: [String: Int]

  init(_ files: [String: Data], in folder: String) {
    self.folder = folder
    for (name, data) in files {
      entries[name] = nodes.count
      nodes.append(Node(arrived: data, length: data.count))
    }
    arrivedEntries = entries
  }

  /// Takes in the next call of the program.
  ///
  /// - Returns: whether something on the disk may be another.
  mutating func take(_ call: SystemCall) -> Bool {
    guard let result = call.result, result >= 0 else { return false }
    switch call.name {
    case "openat" where call.makesFile, "open" where call.makesFile: return make(call.path)
    case "write": return append(call)
    case "pwrite64":
      return change(call.path, .write(Data(call.strings[0].prefix(result)), at: call.lastNumber))
    case "ftruncate": return change(call.path, .truncation(call.lastNumber))
    case "fdatasync", "fsync": return synchronize(call.path)
    case "unlink", "unlinkat": return name(call.path).map { entries.removeValue(forKey: $0) } != nil
    case "rename", "renameat", "renameat2": return give(call, keepingName: false)
    case "link", "linkat": return give(call, keepingName: true)
    default: return false
    }
  }

  /// The name in the folder, `nil` for files elsewhere.
  private func name(_ path: String) -> String? {
    guard path.hasPrefix(folder + "/") else { return nil }
    return String(path.dropFirst(folder.count + 1))
  }

  private mutating func make(_ path: String) -> Bool {
    guard let name = name(path), entries[name] == nil else { return false }
    entries[name] = nodes.count
    nodes.append(Node(arrived: Data(), length: 0))
    return true
  }

  private mutating func append(_ call: SystemCall) -> Bool {
    // The program writes its files from start to end, never from somewhere else.
    guard let name = name(call.path), let node = entries[name] else { return false }
    return change(call.path, .write(Data(call.strings[0]), at: nodes[node].length))
  }

  private mutating func change(_ path: String, _ change: Change) -> Bool {
    guard let name = name(path), let node = entries[name] else { return false }
    nodes[node].pending.append(change)
    switch change {
    case .write(let data, let place):
      nodes[node].length = max(nodes[node].length, place + data.count)
    case .truncation(let length): nodes[node].length = length
    }
    return true
  }

  private mutating func synchronize(_ path: String) -> Bool {
    if path == folder {
      defer { arrivedEntries = entries }
      return arrivedEntries != entries
    }
    guard let name = name(path), let node = entries[name] else { return false }
    let pending = nodes[node].pending
    for change in pending { change.apply(to: &nodes[node].arrived) }
    nodes[node].arrivedCount += pending.count
    nodes[node].pending = []
    return !pending.isEmpty
  }

  /// Renames a file, or gives it a second name.
  private mutating func give(_ call: SystemCall, keepingName: Bool) -> Bool {
    guard let old = name(call.string(0)), let new = name(call.string(1)), let node = entries[old]
    else { return false }
    if !keepingName { entries[old] = nil }
    entries[new] = node
    return true
  }
}

extension Disk.Change {
  /// - Parameter bytes: how many bytes of a write arrive; `nil` for all.
  func apply(to data: inout Data, bytes: Int? = nil) {
    switch self {
    case .truncation(let length):
      data = data.prefix(length) + Data(count: max(0, length - data.count))
    case .write(let written, let place):
      let written = written.prefix(bytes ?? written.count)
      let gap = place + written.count - data.count
      if gap > 0 { data.append(Data(count: gap)) }
      data.replaceSubrange(place..<(place + written.count), with: written)
    }
  }
}
