/// A fault of SQLite by which changes are lost, or a file damaged, where one program resets the
/// write-ahead log while another one writes it. Source: https://sqlite.org/wal.html#walresetbug
package enum WALResetBug {
  /// Whether a version of SQLite has it, such as "3.40.1".
  package static func affects(_ version: String) -> Bool {
    let numbers = version.split(separator: ".").compactMap { Int($0) }
    return !numbers.lexicographicallyPrecedes([3, 7, 0])
      && numbers.lexicographicallyPrecedes([3, 51, 3])
  }
}
