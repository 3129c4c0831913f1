internal import MovieCharts
internal import MovieStore
internal import MovieSystem
internal import MovieTerminal

/// A page in one file: it loads nothing, and runs no script but its own.
struct HTMLPage {
  let title: String
  /// Rules of CSS in addition to those of every page.
  var style = ""
  /// The only script that a browser runs; `nil` for none.
  var script: String?

  /// The text before the content.
  var start: String {
    let style = Self.commonStyle + style
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="\(policy(style))">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>\(Markup.escaped(title))</title>
      <style>\(style)</style>
      </head>
      <body>

      """
  }

  /// The text after the content.
  var end: String {
    (script.map { "<script>\($0)</script>\n" } ?? "") + "</body>\n</html>\n"
  }

  /// Only this style and this script are used: what a title contains never is.
  private func policy(_ style: String) -> String {
    let scripts = script.map { " script-src \(Self.hash($0));" } ?? ""
    return "default-src 'none'; style-src \(Self.hash(style));\(scripts) base-uri 'none'; "
      + "form-action 'none'"
  }

  private static func hash(_ text: String) -> String {
    "'sha256-\(Base64.encoded(SHA256.digest(of: Array(text.utf8))))'"
  }

  private static let commonStyle =
    Palette.variables + """

      *{box-sizing:border-box}
      body{margin:0 auto;max-width:1120px;padding:16px;background:var(--page);color:var(--text);\
      font:16px/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
      h1{font-size:28px;line-height:1.2;margin:8px 0}
      h2{font-size:18px;margin:0 0 8px}
      a{color:var(--accent)}
      .muted,footer{color:var(--muted)}
      table{border-collapse:collapse;font-size:14px}
      th,td{text-align:left;vertical-align:top;padding:2px 12px 2px 0;\
      border-bottom:1px solid var(--line)}
      summary{color:var(--muted);font-size:14px;cursor:pointer}
      @page{size:A4;margin:15mm}
      @media print{body{max-width:none;padding:0;font-size:11pt}}

      """

  /// A text of a user as an element whose direction does not change the text around it. What could
  /// deceive the reader is shown by name, as on a terminal.
  static func text(_ text: String) -> String {
    let lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
      .map { TerminalText.escaped(String($0)) }
    return "<bdi>\(Markup.escaped(lines.joined(separator: "\n")))</bdi>"
  }
}
