/// The escape sequences that begin and end the use of a terminal as a screen.
enum TerminalMode {
  /// The alternate screen, no automatic line wrap, and bracketed paste.
  static let entering: StaticString = "\u{1B}[?1049h\u{1B}[?7l\u{1B}[?2004h"

  /// Ends every mode, whichever is on: synchronized updates, styles, the scroll region, bracketed paste;
  /// and shows the cursor.
  static let leaving: StaticString =
    "\u{1B}[?2026l\u{1B}[0m\u{1B}[r\u{1B}[1;1H\u{1B}[2J\u{1B}[?2004l\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"
}
