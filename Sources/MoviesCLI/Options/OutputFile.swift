internal import MovieArguments
internal import MovieInterchange
internal import MovieStore
internal import MovieSystem

/// The option of commands that create a file.
struct ForceOption: ParsableArguments {
  @Flag(
    name: "--force",
    help: ArgumentHelp(
      "Replace the file if it exists.", suggestedFor: ["--overwrite", "--replace", "-f"]))
  var force = false

  /// Writes a file, which appears when it is complete.
  func write<Result>(
    to path: String, from store: borrowing Catalog, _ body: (ByteSink) throws -> Result
  ) throws -> Result {
    try requireOther(path, than: store)
    do {
      return try store.writeFile(path, replacing: force, body)
    } catch let error as StoreError {
      throw error.suggestingForce
    }
  }

  /// Throws a usage error if the file is the database.
  func requireOther(_ path: String, than store: borrowing Catalog) throws {
    if try FileMetadata.refersToSameFile(path, store.path) {
      throw ValidationError("'\(path)' is the database itself. Use another file.")
    }
  }
}

/// The file that a command creates instead of printing.
struct OutputFileOption: ParsableArguments {
  @Option(
    name: ["-o", "--output"],
    help: ArgumentHelp(
      "The file to create; '-' is standard output.", valueName: "file",
      suggestedFor: ["--file", "--out"]),
    completion: .newFile)
  var output: String?
  @OptionGroup var replacement: ForceOption

  /// `nil` for standard output.
  var path: String? { output == "-" ? nil : output }

  /// Throws a usage error if a term is probably the name of the file.
  func requireNone(of terms: [String], endingIn extensions: [String]) throws {
    guard output == nil else { return }
    if let term = terms.first(where: { extensions.contains(FilePath.fileExtension(of: $0)) }) {
      throw ValidationError("'\(term)' is a term. To write this file, use '-o \(term)'.")
    }
  }

  func validate() throws {
    if path == nil, replacement.force {
      throw ValidationError("'--force' requires a file to replace")
    }
  }
}
