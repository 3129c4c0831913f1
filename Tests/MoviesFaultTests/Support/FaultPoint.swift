/// A point of a command: the k-th call of a kind that one of its threads makes.
struct FaultPoint: Hashable, CustomStringConvertible {
  let call: String
  let number: Int

  var description: String { "\(call) \(number)" }

  /// The option by which strace makes something happen there.
  func injection(_ what: String, fromThenOn: Bool = false) -> [String] {
    ["-e", "trace=\(call)", "-e", "inject=\(call):\(what):when=\(number)\(fromThenOn ? "+" : "")"]
  }
}

extension Recording {
  /// Every moment at which the command does something to a file in the lab; strace counts the calls
  /// of a kind, thread by thread, whatever they are about.
  func moments(where isMeant: (SystemCall) -> Bool = { $0.isChange }) -> [FaultPoint] {
    var counts: [String: Int] = [:]
    var seen: Set<FaultPoint> = []
    return calls.compactMap { call in
      let number = counts["\(call.thread) \(call.name)", default: 0] + 1
      counts["\(call.thread) \(call.name)"] = number
      let moment = FaultPoint(call: call.name, number: number)
      return isInLab(call) && isMeant(call) && seen.insert(moment).inserted ? moment : nil
    }
  }
}

extension SystemCall {
  /// Whether something on the disk may be another afterwards.
  var isChange: Bool {
    name.hasPrefix("open") ? makesFile : Strace.writing.contains { $0.hasSuffix(name) }
  }
}
