import Foundation
import MovieStore
import MovieSystem
import MoviesCLI
import TestSupport
import Testing

@Suite(.limited, .serialized) struct ProgressReporterTests {
  @Test("updates do not wait for a stopped terminal, which shows the line when it continues")
  func stopped() throws {
    let terminal = try PseudoTerminal(columns: 60)
    let stream = OutputWriter(
      descriptor: terminal.descriptor, named: "terminal", environment: Environment([:]))
    let started = Stopwatch()
    let reporter = try #require(ProgressReporter("importing", on: stream, since: started))
    tcflow(terminal.descriptor, TCOOFF)
    let clock = ContinuousClock()
    var longest = Duration.zero
    // The line is drawn after one second.
    while started.seconds < 1.4 {
      longest = max(
        longest, clock.measure { reporter.update(OperationProgress("import", 500, of: 1_000)) })
      usleep(1_000)
    }
    #expect(longest < .milliseconds(500))
    #expect(try terminal.output() == "")
    tcflow(terminal.descriptor, TCOON)
    #expect(try terminal.output(upTo: "(50%)").contains("importing 500 of 1,000 (50%)"))
    reporter.end()
    // The end erases the line.
    #expect(try terminal.output(upTo: " \r").hasSuffix(" \r"))
  }
}
