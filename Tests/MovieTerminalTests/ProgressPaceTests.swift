import MovieTerminal
import TestSupport
import Testing

@Suite("Pace", .limited)
struct ProgressPaceTests {
  @Test("even work has its speed, and the time that the rest takes")
  func even() throws {
    var pace = ProgressPace()
    pace.note(0, at: 0)
    #expect(pace.perSecond == nil)
    #expect(pace.secondsLeft(for: 10) == nil)
    for tenth in 1...50 { pace.note(Int64(tenth) * 100, at: Double(tenth) / 10) }
    let speed = try #require(pace.perSecond)
    #expect(abs(speed - 1_000) < 1)
    #expect(abs(try #require(pace.secondsLeft(for: 5_000)) - 5) < 0.1)
    #expect(pace.secondsLeft(for: 0) == 0)
    #expect(pace.secondsLeft(for: -5) == 0)
  }

  @Test("a change of speed is taken over slowly, and wholly")
  func smooth() throws {
    var pace = ProgressPace()
    for tenth in 0...50 { pace.note(Int64(tenth) * 100, at: Double(tenth) / 10) }
    pace.note(5_000, at: 5.1)
    #expect(try #require(pace.perSecond) > 900)
    for tenth in 52...500 { pace.note(5_000 + Int64(tenth), at: Double(tenth) / 10) }
    #expect(try #require(pace.perSecond) < 20)
  }

  @Test("whatever the clock says, nothing is negative, endless or no number", arguments: 0..<50)
  func laws(seed: UInt64) {
    var source = RandomSource(seed: seed)
    var pace = ProgressPace()
    var (done, seconds): (Int64, Double) = (0, 0)
    for _ in 0..<200 {
      switch Int.random(in: 0..<20, using: &source) {
      case 0: seconds -= Double.random(in: 0...10, using: &source)
      case 1: done = Int64.random(in: .min ... .max, using: &source)
      case 2: break
      case 3: seconds += 1e12
      case 4: seconds += 1e-12
      default:
        seconds += Double.random(in: 0...1, using: &source)
        done =
          done.addingReportingOverflow(Int64.random(in: 0...10_000, using: &source))
          .partialValue
      }
      pace.note(done, at: seconds)
      if let speed = pace.perSecond { #expect(speed >= 0 && speed.isFinite) }
      let left = pace.secondsLeft(for: Int64.random(in: .min ... .max, using: &source))
      if let left { #expect(left >= 0 && left.isFinite) }
    }
  }

  @Test("a speed lies between the slowest and the fastest that was met", arguments: 0..<20)
  func bounds(seed: UInt64) throws {
    var source = RandomSource(seed: seed)
    var pace = ProgressPace()
    var (done, seconds): (Int64, Double) = (0, 0)
    var speeds: [Double] = []
    pace.note(done, at: seconds)
    for _ in 0..<100 {
      let (more, time) = (
        Int64.random(in: 0...5_000, using: &source), Double.random(in: 0.05...2, using: &source)
      )
      speeds.append(Double(more) / time)
      (done, seconds) = (done + more, seconds + time)
      pace.note(done, at: seconds)
      let speed = try #require(pace.perSecond)
      #expect(speed >= (speeds.min() ?? 0) - 1 && speed <= (speeds.max() ?? 0) + 1)
    }
  }
}
