import Foundation
import TestSupport

extension Disk {
  /// What a power cut does to what is on its way.
  enum Cut: CaseIterable {
    /// Everything arrives, as where only the program was killed.
    case kill
    /// Nothing arrives; names do.
    case drop
    /// Any half of the writes arrives.
    case random
    /// The same, and of some writes a part, cut between sectors.
    case torn
    /// As random, and names that were not synced are as before.
    case nodir
  }

  /// The files as they may be found after a cut, and a text that is another for other files.
  func files(after cut: Cut, using random: inout RandomSource) -> (key: String, [String: Data]) {
    var files: [String: Data] = [:]
    var key = ""
    for (name, node) in (cut == .nodir ? arrivedEntries : entries).sorted(by: { $0.key < $1.key }) {
      key += "\(name)=\(node):\(nodes[node].arrivedCount)"
      var data = nodes[node].arrived
      for (index, change) in nodes[node].pending.enumerated() {
        guard let bytes = cut.arriving(of: change, using: &random) else { continue }
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

  /// How many bytes of a change arrive; `nil` where it does not.
  fileprivate func arriving(of change: Disk.Change, using random: inout RandomSource) -> Int? {
    let size = if case .write(let data, _) = change { data.count } else { 0 }
    let chance = Double.random(in: 0..<1, using: &random)
    switch self {
    case .kill: return size
    case .drop: return nil
    case .random, .nodir: return chance < 0.5 ? size : nil
    case .torn where chance < 0.4: return size
    case .torn where chance < 0.7 && size > 0:
      return Self.sector * Int.random(in: 0...(size / Self.sector), using: &random)
    case .torn: return nil
    }
  }
}
