internal import MovieSQLite
internal import MovieSystem

/// The hardware and software that times depend on, without anything that identifies the machine.
package struct MachineDescription: Codable, Equatable, Sendable {
  package let cpu: String
  package let cores: Int
  package let memoryMiB: Int
  package let system: String
  /// The version of the compiler, and whether this is a debug build.
  package let swift: String
  package let sqlite: String

  /// The machine of this process.
  package static var current: MachineDescription {
    get throws {
      MachineDescription(
        cpu: try output(
          of: "sed -n 's/^model name.*: //p' /proc/cpuinfo | grep -m 1 . || uname -m"),
        cores: CurrentProcess.processorCount,
        memoryMiB: try mebibytes("MemTotal", in: "/proc/meminfo"),
        system: try output(of: #". /etc/os-release; echo "$PRETTY_NAME, $(uname -srm)""#),
        swift: compiler, sqlite: Connection.libraryVersion)
    }
  }

  /// The peak resident memory of this process.
  static var peakMemoryMiB: Int {
    get throws { try mebibytes("VmHWM", in: "/proc/self/status") }
  }

  package var text: String {
    """
    \(cpu), \(cores) cores, \(memoryMiB) MiB
    \(system), Swift \(swift), SQLite \(sqlite)
    """
  }

  /// Returns a line for each difference.
  func differences(from earlier: MachineDescription) -> [String] {
    zip(properties, earlier.properties).filter { $0.value != $1.value }.map { now, earlier in
      "\(now.key): \(earlier.value) then, \(now.value) now"
    }
  }

  private var properties: KeyValuePairs<String, String> {
    [
      "cpu": cpu, "cores": "\(cores)", "memory": "\(memoryMiB) MiB", "system": system,
      "swift": swift, "sqlite": sqlite,
    ]
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

  /// Returns a size that the file states in KiB, or 0.
  private static func mebibytes(_ name: String, in path: String) throws -> Int {
    let text = String(decoding: try ByteSource(path: path).readToEnd(), as: UTF8.self)
    let line = text.split(separator: "\n").first { $0.hasPrefix(name) } ?? ""
    return (Int(line.filter(\.isNumber)) ?? 0) / 1_024
  }

  /// Returns the output of a shell command without its last newline.
  private static func output(of command: String) throws -> String {
    String(decoding: try PipedCommand.output(of: command).bytes.dropLast(), as: UTF8.self)
  }
}
