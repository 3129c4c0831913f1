internal import MovieArguments
internal import MovieStore

/// How records change movies that exist.
struct MergingArguments: ParsableArguments {
  @Flag(name: "--fill", help: "Only set what a movie does not have.") var fill = false
  @Flag(
    name: "--replace",
    help: ArgumentHelp(
      "Like the file; an empty cell removes the value.",
      suggestedFor: ["--overwrite"]))
  var replace = false
  @Option(
    name: "--cast",
    help: ArgumentHelp(
      "'replace' replaces casts; otherwise, only missing ones are set.",
      valueName: "action"))
  var cast: Action?
  @Option(
    name: "--reviews",
    help: ArgumentHelp(
      "'replace' replaces notes by the reviews of a service.", valueName: "action"))
  var reviews: Action?

  enum Action: String, CaseIterable, ExpressibleByArgument {
    case replace
  }

  var rule: MergeRule { fill ? .fill : replace ? .replace : .update }

  /// The first option that changes movies.
  var option: String? {
    [("--fill", fill), ("--replace", replace), ("--cast", cast != nil)].first(where: \.1)?.0
  }

  func validate() throws {
    if fill, replace {
      throw ValidationError("'--fill' and '--replace' exclude each other. Use one.")
    }
    if fill, cast != nil {
      throw ValidationError("'--fill' keeps casts, but '--cast' replaces them. Use one.")
    }
  }
}
