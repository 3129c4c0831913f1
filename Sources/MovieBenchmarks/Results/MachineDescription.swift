internal import MovieSQLite
internal import MovieStore
internal import MovieSystem

/// What measurements depend on beside the program; nothing that names the machine.
package struct MachineDescription: Equatable, Sendable {
  package let cpu: String
  /// Processors that work.
  package let cores: Int
  package let memoryMiB: Int
  package let system: String
  /// The compiler, and whether it optimized.
  package let swift: String
  package let sqlite: String

  package init(
    cpu: String, cores: Int, memoryMiB: Int, system: String, swift: String, sqlite: String
  ) {
    self.cpu = cpu
    self.cores = cores
    self.memoryMiB = memoryMiB
    self.system = system
    self.swift = swift
    self.sqlite = sqlite
  }

  /// The machine that this process runs on.
  package static var current: MachineDescription {
    MachineDescription(
      cpu: value(of: "model name", in: "/proc/cpuinfo", separator: ":") ?? architecture,
      cores: CurrentProcess.processorCount,
      memoryMiB: mebibytes(of: "MemTotal", in: "/proc/meminfo"),
      system: "\(distribution), Linux \(kernel) \(architecture)", swift: compiler,
      sqlite: Connection.libraryVersion)
  }

  /// Two lines of words.
  package var text: String {
    """
    \(cpu), \(cores) cores, \(memoryMiB) MiB
    \(system), Swift \(swift), SQLite \(sqlite)
    """
  }

  /// What differs in the other: a line of words for each.
  package func differences(from earlier: MachineDescription) -> [String] {
    zip(parts, earlier.parts).filter { $0.value != $1.value }.map { now, earlier in
      "\(now.name): \(earlier.value) then, \(now.value) now"
    }
  }

  private var parts: [(name: String, value: String)] {
    [
      ("cpu", cpu), ("cores", "\(cores)"), ("memory", "\(memoryMiB) MiB"), ("system", system),
      ("swift", swift), ("sqlite", sqlite),
    ]
  }

  private static var distribution: String {
    let name = value(of: "PRETTY_NAME", in: "/etc/os-release", separator: "=")
    return name?.trimmed { $0 == "\"" } ?? "unknown"
  }

  private static var kernel: String {
    text(of: "/proc/sys/kernel/osrelease").trimmed(while: \.isWhitespace)
  }

  private static var architecture: String {
    #if arch(x86_64)
      "x86_64"
    #elseif arch(arm64)
      "aarch64"
    #else
      "unknown"
    #endif
  }

  private static var compiler: String {
    #if compiler(>=6.4)
      let version = "6.4 or later"
    #elseif compiler(>=6.3)
      let version = "6.3"
    #else
      let version = "6.2"
    #endif
    #if DEBUG
      return version + ", debug build"
    #else
      return version
    #endif
  }

  /// A size that the system states in kibibytes; 0 where it states none.
  static func mebibytes(of name: String, in path: String) -> Int {
    let size = value(of: name, in: path, separator: ":")?.split(separator: " ").first
    return (size.flatMap { Int($0) } ?? 0) / 1_024
  }

  /// What stands behind the name in the first line that begins with it.
  private static func value(
    of name: String, in path: String, separator: Character
  ) -> String? {
    let line = text(of: path).split(separator: "\n").first { $0.hasPrefix(name) }
    let parts = line?.split(separator: separator, maxSplits: 1)
    return parts?.dropFirst().first.map { String($0).trimmed(while: \.isWhitespace) }
  }

  /// The text of a file; none where it cannot be read, as outside Linux.
  private static func text(of path: String) -> String {
    do { return try ByteSource(path: path).text() ?? "" } catch { return "" }
  }
}

extension String {
  fileprivate func trimmed(while isDropped: (Character) -> Bool) -> String {
    let start = drop(while: isDropped)
    return String(start.reversed().drop(while: isDropped).reversed())
  }
}
