package import MovieStore

/// What `doctor` has to say about a file.
package struct DoctorAnswer {
  package enum Content {
    case diagnosis(CheckReport, isDryRun: Bool)
    case treatment(RepairReport)
    /// The file could not be worked on.
    case failure(StoreError)
  }

  /// The file as it was named.
  let file: String
  let content: Content

  package init(_ content: Content, file: String) {
    self.file = file
    self.content = content
  }

  /// What is found now.
  var diagnosis: CheckReport? {
    switch content {
    case .diagnosis(let diagnosis, _): diagnosis
    case .treatment(let treatment): treatment.after
    case .failure: nil
    }
  }

  var treatment: RepairReport? {
    if case .treatment(let treatment) = content { treatment } else { nil }
  }

  var findings: [Finding] {
    if case .failure(let error) = content {
      Finding.findings(for: error)
    } else {
      diagnosis?.findings ?? []
    }
  }

  /// The version of the file, 0 before its first write; `nil` where it is unknown.
  var version: Int? {
    if case .failure(.newerSchema(_, let version)) = content { return version }
    return diagnosis.map { $0.version?.rawValue ?? 0 }
  }

  package var exitStatus: ExitStatus {
    if case .failure(let error) = content { return ErrorMessage(error).status }
    return diagnosis?.isHealthy == false ? .notFound : .done
  }
}
