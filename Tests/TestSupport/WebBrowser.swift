import Foundation

/// A page in a headless Chromium, driven by the protocol of its developer tools.
package final class WebBrowser {
  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  /// Messages on the console, errors of scripts, and violations of a policy.
  package private(set) var messages: [String] = []
  /// The addresses that the page asked for.
  package private(set) var requests: [String] = []

  private let process = Process()
  private let (input, output) = (Pipe(), Pipe())
  private var received = Data()
  private var lastID = 0
  private var session: String?

  /// - Parameter directory: Where the profile is created.
  package init(in directory: String) throws {
    process.executableURL = URL(filePath: "/bin/sh")
    // The protocol is spoken on the descriptors 3 and 4.
    process.arguments = [
      "-c",
      """
      exec chromium --headless --no-sandbox --disable-gpu --disable-dev-shm-usage --no-first-run \
      --disable-background-networking --user-data-dir="$1" --remote-debugging-pipe \
      3<&0 4>&1 < /dev/null > /dev/null 2>&1
      """, "sh", directory + "/profile",
    ]
    (process.standardInput, process.standardOutput) = (input, output)
    try process.run()
    let target = try send("Target.createTarget", ["url": "about:blank"])["targetId"] ?? ""
    session =
      try send("Target.attachToTarget", ["targetId": target, "flatten": true])["sessionId"]
      as? String
    for domain in ["Page", "Runtime", "Log", "Network"] { _ = try send("\(domain).enable") }
  }

  package func close() {
    process.terminate()
    process.waitUntilExit()
  }

  /// Loads a file, and waits until it is complete.
  package func load(_ path: String) throws {
    (messages, requests) = ([], [])
    _ = try send("Page.navigate", ["url": "file://\(path)"])
    while try evaluate("document.readyState") as? String != "complete"
      || evaluate("location.protocol") as? String != "file:"
    {
      usleep(10_000)
    }
  }

  /// Returns the value of an expression of JavaScript.
  package func evaluate(_ expression: String) throws -> Any? {
    let result = try send(
      "Runtime.evaluate", ["expression": expression, "returnByValue": true, "userGesture": true])
    if let details = result["exceptionDetails"] { throw Failure(description: "\(details)") }
    return (result["result"] as? [String: Any])?["value"]
  }

  /// Shows the page on a screen or as on paper, and in light or dark mode.
  package func show(
    width: Int, height: Int = 800, isDark: Bool = false, isPaper: Bool = false
  ) throws {
    _ = try send(
      "Emulation.setDeviceMetricsOverride",
      ["width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600])
    let scheme = ["name": "prefers-color-scheme", "value": isDark ? "dark" : "light"]
    _ = try send(
      "Emulation.setEmulatedMedia", ["media": isPaper ? "print" : "screen", "features": [scheme]])
  }

  /// Returns a picture of what is shown, as PNG.
  package func screenshot() throws -> Data {
    let text = try send("Page.captureScreenshot")["data"] as? String
    return text.flatMap { Data(base64Encoded: $0) } ?? Data()
  }

  // MARK: Protocol

  private func send(_ method: String, _ parameters: [String: Any] = [:]) throws -> [String: Any] {
    lastID += 1
    var message: [String: Any] = ["id": lastID, "method": method, "params": parameters]
    if let session { message["sessionId"] = session }
    try input.fileHandleForWriting.write(
      contentsOf: JSONSerialization.data(withJSONObject: message) + [0])
    while true {
      let answer = try receive()
      guard answer["id"] as? Int == lastID else {
        record(answer)
        continue
      }
      if let error = answer["error"] { throw Failure(description: "\(method): \(error)") }
      return answer["result"] as? [String: Any] ?? [:]
    }
  }

  private func receive() throws -> [String: Any] {
    while true {
      if let end = received.firstIndex(of: 0) {
        let message = received[received.startIndex..<end]
        received = Data(received[(end + 1)...])
        return try JSONSerialization.jsonObject(with: message) as? [String: Any] ?? [:]
      }
      let more = output.fileHandleForReading.availableData
      if more.isEmpty { throw Failure(description: "the browser ended") }
      received += more
    }
  }

  private func record(_ event: [String: Any]) {
    let parameters = event["params"] as? [String: Any] ?? [:]
    switch event["method"] as? String {
    case "Network.requestWillBeSent":
      let url = (parameters["request"] as? [String: Any])?["url"] as? String
      requests.append(url ?? "")
    case "Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Log.entryAdded":
      messages.append("\(parameters)")
    default: break
    }
  }
}
