import MovieArguments
import TestSupport
import Testing

@Suite("Invalid values", .limited)
struct InvalidValueTests {
  @Test(
    "values that are not among the choices",
    arguments: [
      (
        "list --order x",
        "The value 'x' is invalid for '--order <order>'. Please provide one of 'name' and 'billing'."
      ),
      (
        "list -s size",
        """
        The value 'size' is invalid for '-s <sort>'. Please provide one of 'title', 'added', \
        'relevance' or 'random'.
        """
      ),
      (
        "list --order nmae",
        """
        The value 'nmae' is invalid for '--order <order>'. Please provide one of 'name' and \
        'billing'. Did you mean 'name'?
        """
      ),
      (
        "list --format zz",
        """
        The value 'zz' is invalid for '--format <format>'. Please provide one of the following:
          - a
          - b
          - c
          - d
          - e
          - f
        """
      ),
      (
        "list --columns id,,title",
        """
        The value '' is invalid for '--columns <a,b>'. Please provide one of 'id', 'title' or \
        'actors'.
        """
      ),
      (
        "list --columns id,no",
        """
        The value 'no' is invalid for '--columns <a,b>'. Please provide one of 'id', 'title' or \
        'actors'.
        """
      ),
      (
        "three a 1 x",
        "The value 'x' is invalid for '<third>'. Please provide one of 'name' and 'billing'."
      ),
    ])
  func invalidChoices(line: String, message: String) throws {
    #expect(try Sample.error(line).message == message)
  }

  @Test(
    "rejects values that are not integers or out of bounds",
    arguments: [
      "x", "+5", " 5", "5 ", "0x5", "5.0", "1e3", "٣", "５", "9223372036854775808",
      "99999999999999999999999999", "-1", "-9223372036854775809", "--", "1_000", "",
    ])
  func invalidIntegers(text: String) throws {
    let words = ["list", "--limit", text]
    do throws(UsageError) {
      _ = try Sample.parser.parse(words)
      Issue.record("\(text) was taken")
    } catch {
      let reason = "The value '\(text)' is invalid for '--limit <n>'"
      let isMissing = text == "--"
      #expect(
        error.message
          == (isMissing
            ? "Missing value for '--limit <n>'"
            : reason + ". Please provide a whole number of at least 0."))
      #expect(error.help == "--limit <n>  The maximum number of movies.")
    }
  }

  @Test(
    "names the bounds of a number",
    arguments: [
      (Int64.min...Int64.max, ". Please provide a whole number."),
      (0...Int64.max, ". Please provide a whole number of at least 0."),
      (Int64.min...5, ". Please provide a whole number of at most 5."),
      (1...100, ". Please provide a whole number from 1 to 100."),
    ])
  func bounds(range: ClosedRange<Int64>, advice: String) {
    let parser = ArgumentParser(
      root: CommandDescription(
        "tool", abstract: "A tool.",
        arguments: [ArgumentDescription(.integer("n", range), help: "How many.")]))
    let error = #expect(throws: UsageError.self) { try parser.parse(["x"]) }
    #expect(error?.message == "The value 'x' is invalid for '<n>'" + advice)
    #expect(error?.help == "<n>  How many.")
  }
}
