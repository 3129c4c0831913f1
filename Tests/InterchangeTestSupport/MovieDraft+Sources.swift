import FormatsTestSupport
import MovieFormats
import MovieInterchange
import MovieStore
import MovieSystem
import TestSupport

extension [MovieDraft] {
  /// The movies as sources of an import in different formats, in memory and in files. The first source
  /// has the most movies.
  package func sources(_ count: Int) throws -> [ImportSource] {
    let size = self.count / 10
    return try (0..<count).map { index in
      let rest = dropLast(size * (count - 1 - index))
      let part = Array(index == 0 ? rest : rest.suffix(size))
      let format = InterchangeFormat.allCases[index % InterchangeFormat.allCases.count]
      let bytes = try written(part, format)
      guard index % 2 == 1 else {
        return ImportSource(
          name: "\(index)", ByteSource(bytes: bytes, chunkLength: 10_007))
      }
      let path = TemporaryDirectory.path("\(index).\(format)")
      try Files.write(bytes, to: path)
      return try ImportSource(path: path)
    }
  }
}
