/// SplitMix64: a fixed generator, so that random data is the same on every machine for ever.
///
/// Source: Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators", OOPSLA 2014;
/// the constants are those of Java's `SplittableRandom`.
package struct SplitMix64: Sendable {
  /// What the state grows by from number to number.
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

  /// A number from 0 up to but not including the bound, each as likely; 0 for a bound of 0.
  package mutating func below(_ bound: UInt64) -> UInt64 {
    guard bound > 1 else { return 0 }
    // Numbers of the last, incomplete run of the bound would favor the small ones.
    let last = UInt64.max - (UInt64.max % bound + 1) % bound
    while true {
      let number = next()
      if number <= last { return number % bound }
    }
  }

  /// One of the elements, each as likely. There must be one.
  package mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int(below(UInt64(elements.count)))]
  }
}
