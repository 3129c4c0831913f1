internal import Dispatch

/// Rings a notifier every 100 milliseconds, so that changes by other processes are found.
package final class FileWatch {
  private let source: any DispatchSourceTimer

  package init(_ path: String, ringing bell: ChangeNotifier) {
    source = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "MovieStore watch"))
    source.schedule(deadline: .now(), repeating: .milliseconds(100), leeway: .milliseconds(10))
    source.setEventHandler { bell.ring() }
    source.resume()
  }

  deinit { source.cancel() }

  package func renew() -> Bool { false }
}
