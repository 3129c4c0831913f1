/// One call to the system, as `strace` notes it.
struct SystemCall {
  let thread: Int
  /// As the system calls it, such as "pwrite64".
  let name: String
  /// The arguments; "" where a string stood.
  let words: [String]
  /// What stood in quotes: names of files, or what was written.
  let strings: [[UInt8]]
  /// What the call gave back; -1 for an error, `nil` where the program ended first or strace answered
  /// in the system's place.
  let result: Int?
  /// The path of the descriptor that it was given first; "" for none.
  let descriptorPath: String

  /// The path that the call is about.
  var path: String {
    let isGivenName = words.first == "" || words.first == "AT_FDCWD"
    return isGivenName ? string(0) : descriptorPath
  }

  func string(_ index: Int) -> String {
    index < strings.count ? String(decoding: strings[index], as: UTF8.self) : ""
  }

  var makesFile: Bool { words.contains { $0.contains("O_CREAT") } }

  /// The last argument as a number: where a write goes, how long a file is to be.
  var lastNumber: Int { words.last.flatMap { Int($0) } ?? 0 }
}
