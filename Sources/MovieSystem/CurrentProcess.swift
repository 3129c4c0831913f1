internal import CLibrary

/// This process, and the machine that it runs on.
package enum CurrentProcess {
  /// The arguments after the program's name; `nil` if they cannot be read, or one is not valid UTF-8, which
  /// `CommandLine.arguments` would repair.
  package static func arguments() -> [String]? {
    // Without /proc, the Swift runtime finds no arguments, not even the program's name.
    guard CommandLine.argc > 0 else { return nil }
    var arguments: [String] = []
    for index in 1..<max(1, Int(CommandLine.argc)) {
      guard let bytes = unsafe CommandLine.unsafeArgv[index],
        let text = unsafe String(validatingCString: bytes)
      else { return nil }
      arguments.append(text)
    }
    return arguments
  }

  package static func exit(_ status: Int32) -> Never { CLibrary.exit(status) }

  /// The peak of the resident memory.
  package static var peakMiB: Int {
    var usage = rusage()
    unsafe getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return usage.ru_maxrss / 1_024
  }

  /// The number of processors that are online.
  package static var processorCount: Int { sysconf(Int32(_SC_NPROCESSORS_ONLN)) }

  /// The memory of the machine.
  package static var memoryMiB: Int {
    sysconf(Int32(_SC_PHYS_PAGES)) / 1_024 * sysconf(Int32(_SC_PAGESIZE)) / 1_024
  }
}
