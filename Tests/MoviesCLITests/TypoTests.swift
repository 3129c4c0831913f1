import TestSupport
import Testing

/// Typing errors in command lines, and the suggestions for them.
@Suite(.limited, .temporaryDirectory) struct TypoTests {
  init() throws { try SampleCatalog.install() }

  @Test(
    "the first line of the error suggests a correction",
    arguments: [
      (
        ["seed", "-5"],
        "Error: The value '-5' is invalid for '<count>'. "
          + "Please provide a whole number from 0 to 10000000."
      ),
      (["lst"], "Error: Unknown command 'lst'. Did you mean 'list'?"),
      (["find", "x"], "Error: Unknown command 'find'. Did you mean 'search'?"),
      (["history", "heat"], "Error: Unexpected argument 'heat'. Did you mean '--search heat'?"),
      (["list", "--desc"], "Error: Unknown option '--desc'. Did you mean '--reverse'?"),
      (["list", "-n", "5"], "Error: Unknown option '-n'. Did you mean '--limit'?"),
      (
        ["export", "tag:heist"],
        "Error: 'tag:heist' is a term. Use '--where tag:heist' with a file, or './tag:heist' for the file."
      ),
      (["list", "-heat"], "Error: Unknown option '-heat'. Did you mean '--not heat'?"),
      (["list", "-love"], "Error: Unknown option '-love'. Did you mean '--not love'?"),
      (
        ["delete", "-matching", "foo"], "Error: Unknown option '-matching'. Did you mean '--where'?"
      ),
      (["delete", "1", "-nh"], "Error: Unknown option '-nh'. Did you mean '-n -h'?"),
      (["delete", "1", "--force"], "Error: Unknown option '--force'. Did you mean '--yes'?"),
      (
        ["migrate", "history"],
        "Error: Unexpected argument 'history'. Did you mean 'migrate log'?"
      ),
      (["info", "1"], "Error: Unknown command 'info'. Did you mean 'show'?"),
      (["purge"], "Error: Unknown command 'purge'. Did you mean 'delete'?"),
      (["downgrade"], "Error: Unknown command 'downgrade'. Did you mean 'migrate'?"),
      (["help", "exit"], "Error: Unexpected argument 'exit'. Did you mean 'exit-codes'?"),
      (["help", "ex"], "Error: Unexpected argument 'ex'. Did you mean 'export'?"),
      (["help", "e"], "Error: Unexpected argument 'e'"),
      (
        ["list", "year", ">=1990"],
        "Error: '>=1990' is not a term: write key, operator and value without spaces, as in "
          + #"'year>=1990'. For the text, use quotes: '">=1990"'"#
      ),
      (
        ["list", "--where", "rating"],
        "Error: 'rating' is a key. Use 'has:rating', 'rating:<value>', or "
          + #"'"rating"' for the text."#
      ),
      (
        ["list", "note~x"],
        #"Error: The operator '~' is now ':': 'note:x'. For the text, use quotes: '"note~x"'"#
      ),
      (
        ["list", "--not", "Favorites"],
        #"Error: 'Favorites' is a key. Use 'is:favorite', or '"Favorites"' for the text."#
      ),
      (
        ["list", "--not", "top gun"],
        "Error: '--not' has one term. Repeat the option, or quote the text."
      ),
      (
        ["list", "year:1995-1999"],
        "Error: 'year:1995-1999' is not a range: 'year:1995..1999'"
      ),
      (
        ["add", "The", "Matrix"],
        "Error: Unexpected argument 'Matrix'. Put text that contains spaces in quotes."
      ),
      (
        ["edit", "Top", "Gun", "--title", "x"],
        "Error: '--title' requires one movie. Put '<movie>' in quotes if it contains spaces."
      ),
      (["add"], "Error: Missing expected argument '<title>'. Specify a title, or use '--random'."),
    ])
  func firstLine(words: [String], line: String) {
    let result = movies(words)
    #expect(result.status == .usage)
    #expect(result.error.split(separator: "\n").first.map(String.init) == line)
  }

  @Test(
    "suggests only options that fit the meaning",
    arguments: [
      ("ls --fav", "--favorites"), ("list --favorite", "--favorites"),
      ("list --favorites-only", "--favorites"), ("list --starred", "--favorites"),
      ("list --star x", "--actor' or '--favorites"), ("add x --star", "--favorite"),
      ("list --no-favorites", nil), ("list --unfavorites", nil),
      ("list --sort-by title", "--sort"), ("list --order title", "--sort"),
      ("list --sorted", "--sort"), ("list -s title", "--sort"),
      ("list --name x", "<term>"), ("list --search x", "<term>"), ("list --matching x", "<term>"),
      ("list --filter x", "<term>"), ("list --cast x", "--actor"), ("list --actors x", "--actor"),
      ("list --with x", "--actor"), ("list --exclude x", "--not"), ("list --titel x", "--title"),
      ("list --year 1995", "--where year:<year>"), ("list --genre x", "--where genre:<genre>"),
      ("list --director x", "--where director:<director>"),
      ("add x --genre y", "--set genre=<genre>"),
      ("edit 1 --runtime 90", "--set runtime=<minutes>"),
      ("list --rating 5", "--where rating:<rating>"), ("list --unwatched", "--not is:watched"),
      ("list --tag x", "--where tag:<tag>"), ("list --id 3", nil), ("list --movie x", nil),
      ("list --count", nil),
      ("list --max 3", "--limit"), ("list --offsett 3", "--offset"), ("list --skip 3", "--offset"),
      ("list --page 2", "--format page"),
      ("list --csv", "--format csv"), ("list --tsv", "--format tsv"),
      ("list --table", "--format table"), ("list --jsonl", "--format ndjson"),
      ("list --output json", nil), ("list --out x", nil), ("list -o json", nil),
      ("list --random", "--sort random"), ("list --added", "--sort added"),
      ("show 1 --billing", "--sort billing"), ("show 1 --full", nil),
      ("list --fields id", "--columns"), ("list --header", nil),
      ("list --no-headers", "--no-header"),
      ("list --pager", nil), ("list --no-color", "--color never"), ("list --file x", "--db"),
      ("list --no", nil), ("favorite 1 --no", nil),
      ("list --verbos", "--verbose"), ("list --debug", "--verbose"), ("list --silent", "--quiet"),
      ("list --help-me", "--help"), ("list --dry", nil), ("list --yes", nil),
      ("list --exclude-actor x", nil), ("list -x", nil),
      ("show 1 --yes", nil), ("show 1 --dry-run", nil), ("show 1 --levels 2", "--depth"),
      ("stats --search x", "<term>"), ("stats --limit 3", nil),
      ("stats --limit 3 --by year", "--top"),
      ("actors --name x", "<text>"), ("actors --search x", "<text>"),
      ("actors --movies 1", "--of"), ("actors --movie 1", "--of"),
      ("search x --query y", "<term>"), ("browse --search x", "<term>"),
      ("add --title x", "<title>"), ("add x --cast y", "--actor"), ("add x --fav", "--favorite"),
      ("add x --force", nil), ("add x --dry", "--dry-run"),
      ("edit 1 --cast x", "--add-actor' or '--remove-actor"),
      ("edit 1 --add x", "--add-actor"), ("edit 1 --delete-actor x", "--remove-actor"),
      ("edit 1 --name x", "--title"),
      ("edit 1 --rename x", "--title' or '--rename-actor"),
      ("history --clear", "movies history clear"),
      ("--generate-completion-script", "movies completions"),
      ("favorite 1 --unmark", "--off"), ("favorite 1 --verbos", "--verbose"),
      ("delete --name x", "--where"), ("delete --search x", "--where"),
      ("delete --matching x", "--where"), ("show 1 --search x", nil),
      ("show --search x", "--where"),
      ("seed 5 --favorite 3", "--favorites"), ("seed --count 5", "<count>"),
      ("import x --skip", "--new-only"), ("import x --jsonl", "--format ndjson"),
      ("import x --overwrite", "--replace"),
      ("import x --keep-going", "--on-error skip' or '--keep"),
      ("import x --ignore-errors", "--on-error skip"),
      ("export --output x.csv", "<file>"), ("export -o x.csv", "<file>"),
      ("export --file x.csv", "<file>"), ("export --csv", "--format csv"),
      ("export --json", "--format json"),
      ("export --search x", "--where"), ("export --actors x", "--actor"),
      ("export --limit 3", "movies list --limit"),
      ("export x.csv --overwrite", "--force"), ("export --yes", nil),
      ("backup x --overwrite", "--force"), ("backup x -f", "--force"), ("backup x --yes", nil),
      ("backup x -y", nil), ("restore x --force", "--yes"),
      ("doctor --repair", "--fix"), ("doctor --yes", nil), ("doctor --file x", "<file>"),
      ("migrate --target 3", "--to"), ("migrate --loss", "--accept-loss"),
      ("migrate --yes", nil), ("migrate --force", nil), ("migrate -f", nil),
      ("migrate --report github", "movies migrate check --report"),
      ("--json", nil), ("--limit 3 list", "movies list --limit"),
    ] as [(String, String?)])
  func unknownOption(line: String, suggestion: String?) throws {
    let words = line.split(separator: " ").map(String.init)
    let option = try #require(words.first { $0.hasPrefix("-") })
    let advice =
      suggestion.map {
        $0.hasPrefix("<") ? ". Pass '\($0)' as an argument." : ". Did you mean '\($0)'?"
      } ?? ""
    let result = movies(words)
    #expect(result.status == .usage)
    #expect(result.error.hasPrefix("Error: Unknown option '\(option)'\(advice)\n"))
  }

  @Test("reports a missing pager and prints the list without it")
  func pager() {
    let result = movies(
      "list", "--limit", "1", on: .terminal,
      environment: ["TERM": "xterm", "PAGER": "no-such-pager -R"])
    #expect(result.status == .done)
    #expect(result.error.contains("cannot run the pager 'no-such-pager -R': check"))
  }
}
