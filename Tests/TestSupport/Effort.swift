import Foundation

/// What tests can expect of the machine.
package enum Effort {
  /// Whether memory can be bounded from outside: sanitizers take far more than the program does.
  package static let canBoundMemory =
    dlsym(nil, "__asan_init") == nil && dlsym(nil, "__tsan_init") == nil
}
