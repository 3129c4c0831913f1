private import MovieSystem
private import MoviesCLI

@main
enum Main {
  static func main() {
    CurrentProcess.exit(MoviesCLI.Process.run())
  }
}
