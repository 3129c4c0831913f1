import Foundation

extension SystemCall {
  /// The calls of a trace, written by `strace -f -y -xx`, in the order in which they began.
  static func all(in trace: [UInt8]) -> [SystemCall] {
    var calls: [SystemCall] = []
    // Where another thread's call comes between, a call stands on two lines.
    var unfinished: [Int: (place: Int, line: TraceLine)] = [:]
    for bytes in trace.split(separator: UInt8(ascii: "\n")) {
      var line = TraceLine(bytes)
      if line.isResumption, let begun = unfinished.removeValue(forKey: line.thread) {
        line = begun.line.resumed(by: line)
        if let call = line.call { calls[begun.place] = call }
      } else if let call = line.call {
        if line.isUnfinished { unfinished[line.thread] = (calls.count, line) }
        calls.append(call)
      }
    }
    return calls
  }
}

/// A line of a trace, taken apart: its text without what stands in quotes and in angle brackets.
private struct TraceLine {
  private(set) var thread = 0
  private var text: [UInt8] = []
  private var strings: [[UInt8]] = []
  private var paths: [[UInt8]] = []

  init(_ line: ArraySlice<UInt8>) {
    line.withUnsafeBufferPointer { take($0) }
    let digits = text.prefix { $0 != UInt8(ascii: " ") }
    thread = Int(String(decoding: digits, as: UTF8.self)) ?? 0
    text.removeFirst(digits.count)
    text = Array(text.drop { $0 == UInt8(ascii: " ") })
  }

  private mutating func take(_ line: UnsafeBufferPointer<UInt8>) {
    var place = 0
    while place < line.count {
      let isMark = Self.isMark(line, at: place)
      switch line[place] {
      case UInt8(ascii: "\""): strings.append(Self.content(of: line, &place, upTo: "\""))
      case UInt8(ascii: "<") where !isMark: paths.append(Self.content(of: line, &place, upTo: ">"))
      default:
        text.append(line[place])
        place += 1
      }
    }
  }

  /// Whether strace itself says something, as in "<unfinished ...>" and "<... write resumed>".
  private static func isMark(_ line: UnsafeBufferPointer<UInt8>, at place: Int) -> Bool {
    place + 1 < line.count
      && (line[place + 1] == UInt8(ascii: ".") || line[place + 1] == UInt8(ascii: "u"))
  }

  /// What is between two marks, written in hexadecimal or as it is.
  private static func content(
    of line: UnsafeBufferPointer<UInt8>, _ place: inout Int, upTo end: Unicode.Scalar
  ) -> [UInt8] {
    place += 1
    var content: [UInt8] = []
    while place < line.count, line[place] != UInt8(ascii: end) {
      if line[place] == UInt8(ascii: "\\"), place + 3 < line.count {
        content.append(digit(line[place + 2]) << 4 | digit(line[place + 3]))
        place += 4
      } else {
        content.append(line[place])
        place += 1
      }
    }
    place += 1
    return content
  }

  private static func digit(_ byte: UInt8) -> UInt8 {
    byte >= UInt8(ascii: "a") ? byte - UInt8(ascii: "a") + 10 : byte - UInt8(ascii: "0")
  }

  private var said: String { String(decoding: text, as: UTF8.self) }

  var isUnfinished: Bool { said.hasSuffix("<unfinished ...>") }
  var isResumption: Bool { said.hasPrefix("<... ") }

  func resumed(by other: TraceLine) -> TraceLine {
    var whole = self
    let begun = said.dropLast("<unfinished ...>".count)
    let rest = other.said.split(separator: ">", maxSplits: 1).last ?? ""
    whole.text = Array((begun + rest).utf8)
    whole.strings += other.strings
    return whole
  }

  /// `nil` for a line that tells of a signal or an end.
  var call: SystemCall? {
    let said = said
    guard let open = said.firstIndex(of: "("), !said.hasPrefix("<"), !said.hasPrefix("-") else {
      return nil
    }
    let parts = said[said.index(after: open)...].components(separatedBy: ") ")
    let result = parts.count > 1 ? parts[parts.count - 1].drop { $0 == " " || $0 == "=" } : "?"
    let words = parts[0].components(separatedBy: ", ").map {
      $0.trimmingCharacters(in: .whitespaces)
    }
    return SystemCall(
      thread: thread, name: String(said[..<open]), words: words, strings: strings,
      result: said.hasSuffix("(INJECTED)") ? nil : Int(result.prefix { $0.isNumber || $0 == "-" }),
      descriptorPath: paths.first.map { String(decoding: $0, as: UTF8.self) } ?? "")
  }
}
