internal import MovieStore
internal import MovieSystem

extension Stopwatch {
  /// Seconds with one decimal, such as `0.9 s`.
  var text: String { Seconds.text(seconds, decimals: 1) + " s" }
}
