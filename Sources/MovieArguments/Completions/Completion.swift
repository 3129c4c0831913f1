/// What can stand where a command line is being typed.
package struct Completion: Sendable {
  package struct Candidate: Sendable, Equatable {
    package let text: String
    /// One line about it; empty for none.
    package let note: String

    package init(_ text: String, note: String = "") {
      self.text = text
      self.note = note
    }
  }

  package enum Offer: Sendable, Equatable {
    /// Words that begin with what is typed.
    case words([Candidate])
    case files
    /// Words that the program itself looks up, under the name that the table gives them.
    case lookup(String)
  }

  /// What stands before the value in its word, and stays there: `--movie=`, or `id,` in a list.
  package let kept: String
  /// The value, as far as it is typed.
  package let typed: String
  package let offer: Offer
  /// The arguments of the command before the word.
  package let arguments: [String]
  private let occurrences: [ParsedCommand.Occurrence]

  init(
    kept: String = "", typed: String, _ offer: Offer, on line: CompletionReader
  ) {
    self.kept = kept
    self.typed = typed
    self.offer =
      if case .words(let words) = offer {
        .words(words.filter { $0.text.utf8.starts(with: typed.utf8) })
      } else {
        offer
      }
    arguments = line.values
    occurrences = line.occurrences
  }

  /// The last value that the command line gives the option, before the word that is being typed.
  package func text(_ option: OptionDescription) -> String? {
    texts(option).last
  }

  /// The values that the command line gives the option, before the word that is being typed.
  package func texts(_ option: OptionDescription) -> [String] {
    occurrences.filter { $0.option == option.long }.compactMap(\.value)
  }
}
