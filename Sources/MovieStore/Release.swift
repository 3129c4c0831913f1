/// Which release this is.
public enum Release {
  /// The version of the library and of the program.
  public static let version = "0.1.0"
}
