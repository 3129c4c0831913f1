/// A type whose values can be compared by the bytes of their text.
///
/// `==` of `String` ignores Unicode normalization, and so does `==` of every type that contains strings
/// and does not define its own. It cannot show that a title was changed from NFC to NFD. Results of live
/// queries are therefore compared only if their type conforms to this protocol; other results count as
/// changed after each change of the catalog.
protocol ByteEquatable: Equatable {
  func isByteEqual(to other: Self) -> Bool
}

extension ByteEquatable {
  func isByteEqual(to other: Self) -> Bool { self == other }
}

extension Bool: ByteEquatable {}
extension Int: ByteEquatable {}
extension Int64: ByteEquatable {}
extension Double: ByteEquatable {}
extension Movie.ID: ByteEquatable {}
extension Actor.ID: ByteEquatable {}
// The equality of movies and actors compares text by its bytes.
extension Movie: ByteEquatable {}
extension MovieWithCast: ByteEquatable {}
extension Actor: ByteEquatable {}
extension ActorWithMovieCount: ByteEquatable {}
extension CatalogStatistics: ByteEquatable {}

extension String: ByteEquatable {
  func isByteEqual(to other: String) -> Bool { isExactly(other) }
}

extension Optional: ByteEquatable where Wrapped: ByteEquatable {
  func isByteEqual(to other: Wrapped?) -> Bool {
    switch (self, other) {
    case (let value?, let other?): value.isByteEqual(to: other)
    case (nil, nil): true
    default: false
    }
  }
}

extension Array: ByteEquatable where Element: ByteEquatable {
  func isByteEqual(to other: [Element]) -> Bool {
    count == other.count && zip(self, other).allSatisfy { $0.isByteEqual(to: $1) }
  }
}

/// Returns whether the values are known to be equal in every byte of their text.
func areByteEqual<Value>(_ left: Value, _ right: Value) -> Bool {
  func compare<Known: ByteEquatable>(_ type: Known.Type) -> Bool {
    guard let left = left as? Known, let right = right as? Known else { return false }
    return left.isByteEqual(to: right)
  }
  guard let type = Value.self as? any ByteEquatable.Type else { return false }
  return compare(type)
}
