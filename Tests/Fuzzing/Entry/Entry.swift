import FuzzTargets
import Glibc

/// What libFuzzer calls with each input. Its own `main` is the program's.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  do {
    try fuzzTarget.check(Array(UnsafeBufferPointer(start: start, count: count)))
  } catch {
    fatalError("\(fuzzTarget): \(error)")
  }
  return 0
}

/// The part that `FUZZ_TARGET` names.
private let fuzzTarget: FuzzTarget = {
  let name = getenv("FUZZ_TARGET").map { String(cString: $0) } ?? ""
  guard let target = FuzzTarget(rawValue: name) else {
    let all = FuzzTarget.allCases.map(\.rawValue).joined(separator: " ")
    fatalError("FUZZ_TARGET is one of: \(all)")
  }
  return target
}()
