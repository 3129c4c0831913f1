/// SplitMix64, a random number generator that gives the same numbers on every machine.
///
/// Source: Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators", OOPSLA 2014;
/// the constants are those of Java's `SplittableRandom`.
package struct SplitMix64: Sendable {
  /// The increment of the state.
  package static let step: UInt64 = 0x9E37_79B9_7F4A_7C15

  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= Self.step
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }

  /// Returns a uniformly distributed number below the bound; 0 for a bound of 0.
  package mutating func below(_ bound: UInt64) -> UInt64 {
    guard bound > 1 else { return 0 }
    // Numbers above the last multiple of the bound are rejected: they would favor small results.
    let last = UInt64.max - (UInt64.max % bound + 1) % bound
    while true {
      let number = next()
      if number <= last { return number % bound }
    }
  }

  /// Returns a random element. The array must not be empty.
  package mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int(below(UInt64(elements.count)))]
  }
}
