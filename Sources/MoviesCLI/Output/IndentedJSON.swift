internal import MovieSystem

extension [UInt8] {
  /// A line of a ``JSONBuilder`` as several lines. An object or array that fits on a line is not
  /// divided.
  var indentedJSON: [UInt8] {
    let ends = containerEnds
    var text: [UInt8] = []
    var (depth, lineStart, position) = (0, 0, 0)
    func newLine() {
      text.append(UInt8(ascii: "\n"))
      lineStart = text.count
      text += repeatElement(UInt8(ascii: " "), count: 2 * depth)
    }
    while position < count {
      switch self[position] {
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        let end = ends[position] ?? position
        if text.count - lineStart + end - position < 99 {
          text += self[position...end]
          position = end
        } else {
          text.append(self[position])
          depth += 1
          newLine()
        }
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        newLine()
        text.append(self[position])
      case UInt8(ascii: ","):
        text.append(self[position])
        newLine()
        // The space after a comma.
        position += 1
      case UInt8(ascii: "\""):
        let end = stringEnd(from: position)
        text += self[position...end]
        position = end
      default: text.append(self[position])
      }
      position += 1
    }
    return text
  }

  /// The index of the closing bracket for that of each opening one.
  private var containerEnds: [Int: Int] {
    var ends: [Int: Int] = [:]
    var (open, position) = ([Int](), 0)
    while position < count {
      switch self[position] {
      case UInt8(ascii: "{"), UInt8(ascii: "["): open.append(position)
      case UInt8(ascii: "}"), UInt8(ascii: "]"): ends[open.removeLast()] = position
      case UInt8(ascii: "\""): position = stringEnd(from: position)
      default: break
      }
      position += 1
    }
    return ends
  }

  /// The index of the closing quote.
  private func stringEnd(from start: Int) -> Int {
    var end = start + 1
    while self[end] != UInt8(ascii: "\"") { end += self[end] == UInt8(ascii: "\\") ? 2 : 1 }
    return end
  }
}
