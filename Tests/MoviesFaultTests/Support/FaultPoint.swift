/// A point in the run of a command: the k-th call with a name in one of its threads.
struct FaultPoint: Hashable, CustomStringConvertible {
  let call: String
  let number: Int

  var description: String { "\(call) \(number)" }

  /// The options of strace that inject a fault at the point.
  func injection(_ fault: String, isLasting: Bool = false) -> [String] {
    ["-e", "trace=\(call)", "-e", "inject=\(call):\(fault):when=\(number)\(isLasting ? "+" : "")"]
  }
}

extension Recording {
  /// The points at which the command accesses a file in the sandbox. strace counts all calls with a name
  /// separately for each thread.
  func faultPoints(where isIncluded: (SystemCall) -> Bool = { $0.isChange }) -> [FaultPoint] {
    var counts: [String: Int] = [:]
    var seen: Set<FaultPoint> = []
    return calls.compactMap { call in
      let number = counts["\(call.thread) \(call.name)", default: 0] + 1
      counts["\(call.thread) \(call.name)"] = number
      let point = FaultPoint(call: call.name, number: number)
      return isInSandbox(call) && isIncluded(call) && seen.insert(point).inserted ? point : nil
    }
  }
}

extension SystemCall {
  /// Whether the call can change the disk.
  var isChange: Bool {
    name.hasPrefix("open") ? createsFile : Strace.writing.contains { $0.hasSuffix(name) }
  }
}
