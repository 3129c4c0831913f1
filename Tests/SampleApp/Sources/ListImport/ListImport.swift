import MovieInterchange
import MovieStore

/// What an app does with a list that the user chose, such as an unpacked export of Letterboxd. It needs the product
/// MovieInterchange beside MovieStore; this target only has to compile.
public struct ListImport: Sendable {
  let repository: MovieRepository

  /// - Parameter repository: The catalog that gets the movies.
  public init(_ repository: MovieRepository) { self.repository = repository }

  /// What an import would do, for a preview with the first records.
  public func preview(of paths: [String]) async throws -> ImportPlan {
    try await repository.planImport(from: paths, options)
  }

  /// Imports the files, and passes the progress to the closure.
  public func run(
    _ paths: [String], progress: @escaping @Sendable (OperationProgress) -> Void
  ) async throws -> String {
    let plan = try await repository.importMovies(from: paths, options, progress: progress)
    let changed = plan.changedFields.map { "\($0.name) of \($0.count)" }
    return "\(plan[.new]) new, \(plan[.updated]) updated" + (changed.isEmpty ? "" : ": \(changed)")
  }

  /// Keeps what the user typed, and takes the rest of the list.
  private var options: ImportOptions {
    ImportOptions(
      reading: ReadingOptions(format: nil, keeping: .all), merge: .fill, tags: ["letterboxd"],
      skipsInvalid: true)
  }

  /// The message for an error that ends an import.
  public static func message(for error: any Error) -> String {
    switch error {
    case let error as InterchangeError: "\(error.file): \(error.message)"
    case let error as StoreError where error.category == .busy: "Try again: \(error)"
    default: "\(error)"
    }
  }

  /// Writes a file in the format that its name has, or JSON.
  public func export(to path: String) async throws -> Int {
    let format = InterchangeFormat(fileName: path) ?? .json
    return try await repository.exportMovies(to: path, as: format, replacing: true).movies
  }
}
