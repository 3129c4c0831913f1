/// Texts end to end.
package struct PackedStrings: Sendable {
  package private(set) var bytes: [UInt8] = []
  private var ends: [Int] = []

  package init() {}

  package var count: Int { ends.count }

  package mutating func append(_ name: Span<UInt8>) {
    bytes.append(name)
    ends.append(bytes.count)
  }

  package mutating func append(_ names: PackedStrings) {
    let start = bytes.count
    bytes += names.bytes
    for end in names.ends { ends.append(start + end) }
  }

  package func range(at index: Int) -> Range<Int> {
    (index == 0 ? 0 : ends[index - 1])..<ends[index]
  }
}
