extension ArgumentParser {
  /// What can stand in place of the last word of a command line.
  ///
  /// - Parameters:
  ///   - word: as far as it is typed; empty where it begins.
  ///   - words: those before it, without the program's own name.
  package func completion(of word: String, after words: [String]) -> Completion {
    let (path, own) = route(Word.words(words))
    let line = CompletionReader(path: path, words: own)
    if let option = line.waiting { return line.completion(of: word, as: option) }
    if !line.isTerminated, word.utf8.first == UInt8(ascii: "-") {
      return line.completionOfOption(word)
    }
    if path.isHelp { return line.completion(of: word, among: helpWords(after: line.values)) }
    if let argument = line.nextArgument {
      return line.completion(of: word, argument.value, argument.completion)
    }
    let isFull = !line.values.isEmpty || line.isTerminated
    if isFull { return line.completion(of: word, among: []) }
    let isLeaf = path.current.subcommands.isEmpty
    return line.completion(
      of: word, among: isLeaf ? line.optionWords : path.current.words(for: word))
  }

  private func helpWords(after names: [String]) -> [Completion.Candidate] {
    var command = root
    for name in names {
      guard let next = command.subcommand(named: name) else { return [] }
      command = next
    }
    let topics = topics.map { Completion.Candidate($0.name, note: $0.abstract) }
    return command.words(for: "").filter { $0.text != "help" } + (names.isEmpty ? topics : [])
  }
}

extension CommandDescription {
  /// The names of the subcommands; an alias only where no name begins with the word.
  fileprivate func words(for word: String) -> [Completion.Candidate] {
    let shown = subcommands.filter { !$0.isHidden || $0.name == "help" }
    let names = shown.map { Completion.Candidate($0.name, note: $0.abstract) }
    let isName = names.contains { $0.text.hasPrefix(word) }
    return isName
      ? names
      : shown.flatMap { command in
        command.aliases.map { Completion.Candidate($0, note: command.abstract) }
      }
  }
}

extension CompletionReader {
  /// Every option that can still be given, by its long name.
  fileprivate var optionWords: [Completion.Candidate] {
    openOptions.map { Completion.Candidate("--\($0.long)", note: $0.help) }
  }

  private var openOptions: [OptionDescription] {
    (path.options + [.version, .showsHelp]).filter { option in
      !option.isHidden
        && (option.isRepeated || !occurrences.contains { $0.option == option.long })
    }
  }

  /// A word that begins with a dash: the name of an option, or its value behind an equals sign.
  fileprivate func completionOfOption(_ word: String) -> Completion {
    if case .option(let name, let value?) = Word(word) {
      guard let option = path.option(named: name), option.value != nil else {
        return completion(of: word, among: [])
      }
      return completion(of: value, as: option, behind: "\(name)=")
    }
    let letters = openOptions.compactMap { option in
      option.short.map { Completion.Candidate("-\($0)", note: option.help) }
    }
    return completion(of: word, among: optionWords + letters.filter { $0.text == word })
  }

  fileprivate func completion(
    of word: String, among words: [Completion.Candidate]
  ) -> Completion {
    Completion(typed: word, .words(words), on: self)
  }

  fileprivate func completion(
    of typed: String, as option: OptionDescription, behind kept: String = ""
  ) -> Completion {
    guard let kind = option.value else { return completion(of: typed, among: []) }
    return completion(of: typed, kind, option.completion, behind: kept)
  }

  fileprivate func completion(
    of typed: String, _ kind: ValueKind, _ completion: CompletionKind, behind kept: String = ""
  ) -> Completion {
    switch (completion, kind) {
    case (.automatic, .choices(_, let choices)):
      return self.completion(ofList: typed, choices, behind: kept)
    case (.automatic, .path), (.file, _):
      return Completion(kept: kept, typed: typed, .files, on: self)
    case (.lookup(let name), _):
      return Completion(kept: kept, typed: typed, .lookup(name), on: self)
    case (.automatic, _), (.nothing, _):
      let words = completion == .nothing ? [] : kind.choices.map { Completion.Candidate($0) }
      return Completion(kept: kept, typed: typed, .words(words), on: self)
    }
  }

  /// The last part of a comma-separated list, which names nothing twice.
  private func completion(
    ofList list: String, _ choices: [String], behind kept: String
  ) -> Completion {
    let parts = list.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    let open = choices.filter { !parts.dropLast().contains($0) }
    return Completion(
      kept: kept + parts.dropLast().map { $0 + "," }.joined(), typed: parts.last ?? "",
      .words(open.map { Completion.Candidate($0) }), on: self)
  }
}
