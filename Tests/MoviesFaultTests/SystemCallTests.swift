import TestSupport
import Testing

/// Traces by strace.
@Suite(.limited, .fullTier) struct SystemCallTests {
  @Test("Parses calls with their paths, bytes and results")
  func calls() throws {
    let calls = SystemCall.all(
      in: Array(
        #"""
        7  openat(AT_FDCWD<\x2f>, "\x2f\x61", O_RDWR|O_CREAT, 0600) = 3<\x2f\x61>
        7  pwrite64(3<\x2f\x61>, "\x22\x3e\x00", 3, 512) = 3
        7  fdatasync(3<\x2f\x61>) = 0 (INJECTED)
        7  rename("\x2f\x61", "\x2f\x62") = -1 ENOENT (No such file or directory)
        7  --- SIGINT {si_signo=SIGINT, si_code=SI_USER} ---
        7  +++ exited with 0 +++
        """#.utf8))
    #expect(calls.map(\.name) == ["openat", "pwrite64", "fdatasync", "rename"])
    #expect(calls.map(\.path) == ["/a", "/a", "/a", "/a"])
    #expect(calls.map(\.result) == [3, 3, nil, -1])
    #expect(calls[0].createsFile)
    #expect(calls[1].strings == [[0x22, 0x3E, 0]])
    #expect(calls[1].lastNumber == 512)
    #expect(calls[3].string(1) == "/b")
  }

  @Test("Joins the two lines of a call that another thread interrupts")
  func unfinished() {
    let calls = SystemCall.all(
      in: Array(
        #"""
        7  pwrite64(3</a>, "\x01", 1, 4096 <unfinished ...>
        8  fsync(4</b>) = 0
        7  <... pwrite64 resumed>) = 1
        8  fsync(4</b> <unfinished ...>
        """#.utf8))
    #expect(calls.map(\.name) == ["pwrite64", "fsync", "fsync"])
    #expect(calls.map(\.thread) == [7, 8, 8])
    #expect(calls.map(\.result) == [1, 0, nil])
    #expect(calls[0].lastNumber == 4096)
  }

  @Test("A change reads the file in one transaction before its own", .needs(.strace))
  func transactions() throws {
    let sandbox = try Sandbox()
    _ = try sandbox.tool(["add", "Heat"]).run()
    let trace = sandbox.scratch + "/trace"
    for command in [["favorite", "1"], ["list"]] {
      let outcome = try Strace.run(["-e", "trace=fcntl"], sandbox.tool(command), trace: trace)
      #expect(outcome.status == 0)
      // Each transaction begins with a shared lock on SQLite's pending byte.
      let begins = try String(decoding: Files.bytes(trace), as: UTF8.self)
        .split(separator: "\n").filter { $0.contains("F_RDLCK") && $0.contains("=1073741824") }
      #expect(begins.count == 2)
    }
  }
}
