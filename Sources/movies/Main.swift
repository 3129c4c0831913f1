private import Glibc
private import MoviesCLI

@main
enum Main {
  static func main() {
    exit(MoviesCLI.Process.run())
  }
}
