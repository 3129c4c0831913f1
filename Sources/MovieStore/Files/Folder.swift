internal import Glibc

/// What is in a folder.
enum Folder {
  /// The names of the entries but `.` and `..`, in no order; none where the folder cannot be read,
  /// and without those that are not UTF-8.
  static func names(in path: String) -> [String] {
    guard let entries = unsafe opendir(path) else { return [] }
    defer { unsafe closedir(entries) }
    var names: [String] = []
    while let entry = unsafe readdir(entries) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { field in
        unsafe field.withMemoryRebound(to: CChar.self, capacity: 256) { start in
          unsafe String(validatingCString: start)
        }
      }
      if let name, name != ".", name != ".." { names.append(name) }
    }
    return names
  }
}
