import FuzzTargets
import Glibc

/// The function that libFuzzer, which has its own `main`, calls with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  do {
    try fuzzTarget.check(Array(UnsafeBufferPointer(start: start, count: count)))
  } catch {
    fatalError("\(fuzzTarget): \(error)")
  }
  return 0
}

/// The target that `FUZZ_TARGET` names.
private let fuzzTarget: FuzzTarget = {
  let name = getenv("FUZZ_TARGET").map { String(cString: $0) } ?? ""
  guard let target = FuzzTarget(rawValue: name) else {
    let all = FuzzTarget.allCases.map(\.rawValue).joined(separator: " ")
    fatalError("FUZZ_TARGET must be one of: \(all)")
  }
  return target
}()
