import Foundation

/// A system call, as `strace` records it.
struct SystemCall {
  let thread: Int
  /// The name, such as "pwrite64".
  let name: String
  /// The arguments, with "" for strings.
  let words: [String]
  /// The quoted strings: names of files, or written bytes.
  let strings: [[UInt8]]
  /// The result: -1 for an error, `nil` if the program ended first or strace injected the result.
  let result: Int?
  /// The path of the first argument that is a descriptor, or "".
  let descriptorPath: String

  /// The path that the call is about.
  var path: String {
    let isGivenName = words.first == "" || words.first == "AT_FDCWD"
    return isGivenName ? string(0) : descriptorPath
  }

  func string(_ index: Int) -> String {
    index < strings.count ? String(decoding: strings[index], as: UTF8.self) : ""
  }

  var createsFile: Bool { words.contains { $0.contains("O_CREAT") } }

  /// The last argument as a number: the offset of a write, or the length of a file.
  var lastNumber: Int { words.last.flatMap { Int($0) } ?? 0 }
}

extension SystemCall {
  /// The calls of a trace, written by `strace -f -y -xx`, in the order in which they began.
  static func all(in trace: [UInt8]) -> [SystemCall] {
    var calls: [SystemCall] = []
    // A call that another thread's call interrupts has two lines.
    var unfinished: [Int: (index: Int, line: TraceLine)] = [:]
    for bytes in trace.split(separator: UInt8(ascii: "\n")) {
      var line = TraceLine(bytes)
      if line.isResumption, let begun = unfinished.removeValue(forKey: line.thread) {
        line = begun.line.resumed(by: line)
        if let call = line.call { calls[begun.index] = call }
      } else if let call = line.call {
        if line.isUnfinished { unfinished[line.thread] = (calls.count, line) }
        calls.append(call)
      }
    }
    return calls
  }
}

/// A parsed line of a trace: its text without quoted strings and paths in angle brackets.
private struct TraceLine {
  private(set) var thread = 0
  private var text: [UInt8] = []
  private var strings: [[UInt8]] = []
  private var paths: [[UInt8]] = []

  init(_ line: ArraySlice<UInt8>) {
    line.withUnsafeBufferPointer { parse($0) }
    let digits = text.prefix { $0 != UInt8(ascii: " ") }
    thread = Int(String(decoding: digits, as: UTF8.self)) ?? 0
    text.removeFirst(digits.count)
    text = Array(text.drop { $0 == UInt8(ascii: " ") })
  }

  private mutating func parse(_ line: UnsafeBufferPointer<UInt8>) {
    var offset = 0
    while offset < line.count {
      let isRemark = Self.isRemark(line, at: offset)
      switch line[offset] {
      case UInt8(ascii: "\""): strings.append(Self.content(of: line, &offset, upTo: "\""))
      case UInt8(ascii: "<") where !isRemark:
        paths.append(Self.content(of: line, &offset, upTo: ">"))
      default:
        text.append(line[offset])
        offset += 1
      }
    }
  }

  /// Whether an angle bracket starts a remark of strace, such as "<unfinished ...>" or
  /// "<... write resumed>".
  private static func isRemark(_ line: UnsafeBufferPointer<UInt8>, at offset: Int) -> Bool {
    offset + 1 < line.count
      && (line[offset + 1] == UInt8(ascii: ".") || line[offset + 1] == UInt8(ascii: "u"))
  }

  /// The bytes up to a delimiter, with hexadecimal escapes.
  private static func content(
    of line: UnsafeBufferPointer<UInt8>, _ offset: inout Int, upTo end: Unicode.Scalar
  ) -> [UInt8] {
    offset += 1
    var content: [UInt8] = []
    while offset < line.count, line[offset] != UInt8(ascii: end) {
      if line[offset] == UInt8(ascii: "\\"), offset + 3 < line.count {
        content.append(digit(line[offset + 2]) << 4 | digit(line[offset + 3]))
        offset += 4
      } else {
        content.append(line[offset])
        offset += 1
      }
    }
    offset += 1
    return content
  }

  private static func digit(_ byte: UInt8) -> UInt8 {
    byte >= UInt8(ascii: "a") ? byte - UInt8(ascii: "a") + 10 : byte - UInt8(ascii: "0")
  }

  private var string: String { String(decoding: text, as: UTF8.self) }

  var isUnfinished: Bool { string.hasSuffix("<unfinished ...>") }
  var isResumption: Bool { string.hasPrefix("<... ") }

  func resumed(by other: TraceLine) -> TraceLine {
    var joined = self
    let begun = string.dropLast("<unfinished ...>".count)
    let rest = other.string.split(separator: ">", maxSplits: 1).last ?? ""
    joined.text = Array((begun + rest).utf8)
    joined.strings += other.strings
    return joined
  }

  /// The call, or `nil` for a line about a signal or the end of the process.
  var call: SystemCall? {
    let string = string
    guard let open = string.firstIndex(of: "("), !string.hasPrefix("<"), !string.hasPrefix("-")
    else {
      return nil
    }
    let parts = string[string.index(after: open)...].components(separatedBy: ") ")
    let result = parts.count > 1 ? parts[parts.count - 1].drop { $0 == " " || $0 == "=" } : "?"
    let words = parts[0].components(separatedBy: ", ").map {
      $0.trimmingCharacters(in: .whitespaces)
    }
    return SystemCall(
      thread: thread, name: String(string[..<open]), words: words, strings: strings,
      result: string.hasSuffix("(INJECTED)")
        ? nil : Int(result.prefix { $0.isNumber || $0 == "-" }),
      descriptorPath: paths.first.map { String(decoding: $0, as: UTF8.self) } ?? "")
  }
}
