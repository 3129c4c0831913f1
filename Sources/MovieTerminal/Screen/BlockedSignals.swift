internal import Glibc

/// All signals of this thread wait until this ends.
struct BlockedSignals {
  private var before = sigset_t()

  init() {
    var all = sigset_t()
    unsafe sigfillset(&all)
    unsafe pthread_sigmask(SIG_BLOCK, &all, &before)
  }

  func end() {
    var before = before
    unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
  }
}
