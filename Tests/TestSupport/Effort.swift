import Foundation

/// How much of what takes long is done.
package enum Effort {
  /// Whether all of it is, as `FAULTS=all` says.
  package static let isWhole = ProcessInfo.processInfo.environment["FAULTS"] == "all"

  /// Whether memory can be bounded from outside: sanitizers take far more than the program does.
  package static let canBoundMemory =
    dlsym(nil, "__asan_init") == nil && dlsym(nil, "__tsan_init") == nil
}
