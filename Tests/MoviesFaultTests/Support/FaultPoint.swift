/// A point in the run of a command: the k-th call with a name in one of its threads.
struct FaultPoint: Hashable, CustomStringConvertible {
  let call: String
  let number: Int
  /// The file whose calls alone are counted, or `nil` to count all calls with the name.
  var file: String?

  var description: String { "\(call) \(number)" + (file.map { " of \($0)" } ?? "") }

  /// The options of strace that inject a fault at the point.
  func injection(_ fault: String, isLasting: Bool = false) -> [String] {
    (file.map { ["-P", $0] } ?? []) + [
      "-e", "trace=\(call)", "-e", "inject=\(call):\(fault):when=\(number)\(isLasting ? "+" : "")",
    ]
  }
}

extension Recording {
  /// The points at which the command accesses a file in the sandbox.
  ///
  /// strace counts calls separately for each thread, and a fault hits all threads that reach its
  /// number. The first calls of a second thread have the numbers of calls by which the loader reads
  /// libraries in the first one. Their points therefore count only the calls about their file.
  func faultPoints(where isIncluded: (SystemCall) -> Bool = { $0.isChange }) -> [FaultPoint] {
    var counts: [String: Int] = [:]
    func nextPoint(of call: SystemCall, in file: String? = nil) -> FaultPoint {
      let key = "\(call.thread) \(call.name)" + (file.map { " of \($0)" } ?? "")
      counts[key, default: 0] += 1
      return FaultPoint(call: call.name, number: counts[key, default: 0], file: file)
    }
    let points = calls.map {
      (call: $0, point: nextPoint(of: $0), pointInFile: nextPoint(of: $0, in: $0.path))
    }
    let outside = Set(points.filter { !isInSandbox($0.call) }.map(\.point))
    var seen: Set<FaultPoint> = []
    return points.compactMap { call, point, pointInFile in
      guard isInSandbox(call), isIncluded(call) else { return nil }
      let point = outside.contains(point) ? pointInFile : point
      return seen.insert(point).inserted ? point : nil
    }
  }
}

extension SystemCall {
  /// Whether the call can change the disk.
  var isChange: Bool {
    name.hasPrefix("open") ? createsFile : Strace.writing.contains { $0.hasSuffix(name) }
  }
}
