internal import CLibrary

/// Another process of this program.
package enum ChildProcess {
  package struct Outcome: Sendable {
    /// What the process wrote to standard output and standard error.
    package let output: [UInt8]
    /// `nil` if a signal ended the process.
    package let status: Int32?
  }

  /// Runs this program with other arguments, also if its file was replaced or removed meanwhile, and
  /// waits for its end. It has no input.
  ///
  /// - Throws: `SystemError`, also if a signal requests the stop of this process. The other process
  ///   is killed then.
  package static func run(_ arguments: [String]) throws(SystemError) -> Outcome {
    let (readEnd, writeEnd) = try Descriptor.pipe("start a process")
    let source = try ByteSource(.descriptor(readEnd, path: nil, isOwned: true))
    let started = Result { () throws(SystemError) in try start(arguments, writingTo: writeEnd) }
    close(writeEnd)
    let process = try started.get()
    do throws(SystemError) {
      let output = try source.readToEnd()
      return Outcome(output: output, status: try end(of: process))
    } catch {
      kill(process, SIGKILL)
      waitpid(process, nil, 0)
      throw error
    }
  }

  private static func start(
    _ arguments: [String], writingTo output: Int32
  ) throws(SystemError) -> pid_t {
    // The link leads to the file of this process, whatever is now at its path.
    let program = "/proc/self/exe"
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    unsafe posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    unsafe posix_spawn_file_actions_adddup2(&actions, output, STDERR_FILENO)
    var process: pid_t = 0
    let code = unsafe withPointers(to: [program] + arguments) { pointers in
      unsafe posix_spawn(&process, program, &actions, nil, pointers, environ)
    }
    if code != 0 { throw SystemError(code: code, operation: "start a process", path: program) }
    return process
  }

  /// Returns the exit status, or `nil` if a signal ended the process.
  private static func end(of process: pid_t) throws(SystemError) -> Int32? {
    var status: Int32 = 0
    try valueOrErrno("wait for a process", nil) { unsafe waitpid(process, &status, 0) }
    return status & 0x7F == 0 ? status >> 8 & 0xFF : nil
  }

  /// Calls the function with copies of the texts, and a null pointer after them.
  private static func withPointers(
    to texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Int32
  ) -> Int32 {
    let pointers = unsafe texts.map { unsafe strdup($0) }
    defer { unsafe pointers.forEach { unsafe free($0) } }
    return unsafe body(pointers + [nil])
  }
}
