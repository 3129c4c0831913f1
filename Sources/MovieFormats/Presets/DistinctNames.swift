internal import MovieStore

/// Names of files in one directory: a name that is taken gets a number. The time for each name does
/// not depend on how many are equal.
package struct DistinctNames {
  /// For each name that is taken, folded, the last number that it got.
  private var numbers: [String: Int] = [:]
  private let fold: (String) -> String

  /// - Parameter fold: Returns equal texts for names that a file system can take for one.
  package init(comparing fold: @escaping (String) -> String = Folding.fold) { self.fold = fold }

  /// Returns the name, with the next number if it is taken.
  package mutating func next(_ name: String) -> String {
    let folded = fold(name)
    guard var number = numbers[folded] else {
      numbers[folded] = 1
      return name
    }
    var (unique, key) = (name, folded)
    while numbers[key] != nil {
      number += 1
      unique = "\(name) \(number)"
      key = fold(unique)
    }
    (numbers[folded], numbers[key]) = (number, 1)
    return unique
  }
}
