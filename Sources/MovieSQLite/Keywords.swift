internal import CMovieSQLite

/// The words that SQLite's grammar keeps for itself; a later release may keep more.
package enum Keywords {
  /// Whether the word is one of them, in upper or lower case (`sqlite3_keyword_check`).
  package static func contain(_ word: [UInt8]) -> Bool {
    unsafe word.withUnsafeBytes { bytes in
      let start = unsafe bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
      return unsafe sqlite3_keyword_check(start, Int32(clamping: bytes.count)) != 0
    }
  }
}
