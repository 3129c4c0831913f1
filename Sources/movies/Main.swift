private import MovieSystem
private import MoviesCLI

@main
enum Main {
  static func main() {
    CurrentProcess.exit(ProgramEntry.run())
  }
}
