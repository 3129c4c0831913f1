import Foundation
import TestSupport

extension Disk {
  /// The effect of a power failure on pending writes.
  enum Cut: CaseIterable {
    /// Everything is written, as if only the program was killed.
    case kill
    /// No pending write is written; names are.
    case drop
    /// A random half of the writes is written.
    case random
    /// The same, and some writes are cut between sectors.
    case torn
    /// Like `random`, without names that were not synced.
    case withoutNames
  }

  /// Possible files after a power failure, and a key that identifies them.
  func files(after cut: Cut, using random: inout RandomSource) -> (key: String, [String: Data]) {
    var files: [String: Data] = [:]
    var key = ""
    for (name, node) in (cut == .withoutNames ? syncedEntries : entries).sorted(by: {
      $0.key < $1.key
    }) {
      key += "\(name)=\(node):\(nodes[node].syncedCount)"
      var data = nodes[node].synced
      for (index, change) in nodes[node].pending.enumerated() {
        guard let bytes = cut.writtenBytes(of: change, using: &random) else { continue }
        change.apply(to: &data, bytes: bytes)
        key += ",\(index):\(bytes)"
      }
      files[name] = data
    }
    return (key, files)
  }
}

extension Disk.Cut {
  private static let sector = 512

  /// The number of bytes of a change that are written, or `nil` for a change that is lost.
  fileprivate func writtenBytes(of change: Disk.Change, using random: inout RandomSource) -> Int? {
    let size = if case .write(let data, _) = change { data.count } else { 0 }
    let chance = Double.random(in: 0..<1, using: &random)
    switch self {
    case .kill: return size
    case .drop: return nil
    case .random, .withoutNames: return chance < 0.5 ? size : nil
    case .torn where chance < 0.4: return size
    case .torn where chance < 0.7 && size > 0:
      return Self.sector * Int.random(in: 0...(size / Self.sector), using: &random)
    case .torn: return nil
    }
  }
}
