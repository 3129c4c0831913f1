import Foundation
import MovieSystem
import Testing

@Suite(.limited) struct PipedCommandTests {
  @Test("Restores the action of the interrupt signal, with its flags and its mask")
  func action() async {
    await #expect(processExitsWith: .success) {
      var action = sigaction()
      action.__sigaction_handler.sa_handler = { _ in }
      sigfillset(&action.sa_mask)
      action.sa_flags = SA_NODEFER
      sigaction(SIGINT, &action, nil)
      try #require(PipedCommand("true", for: .writing).finish() == 0)
      var restored = sigaction()
      sigaction(SIGINT, nil, &restored)
      #expect(restored.sa_flags & SA_NODEFER != 0 && restored.sa_flags & SA_RESTART == 0)
      #expect(sigismember(&restored.sa_mask, SIGTERM) == 1)
    }
  }
}
