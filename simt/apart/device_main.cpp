// SPDX-License-Identifier: MIT
// simt_device: the process that runs device code for one that judges. It is the
// emulator behind a socket, and knows nothing of a check: see
// docs/isolation.md.
#include <sys/prctl.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstring>

#include "simt/apart/device_process.h"
#include "simt/apart/seal.h"
#include "simt/apart/serve.h"

int main(int count, char** words) {
  // To find out, before anybody is graded, whether it works here.
  if (count == 2 && std::strcmp(words[1], "--probe") == 0) {
    return simt::apart::seal() ? 0 : 2;
  }
  if (count != 2) {
    std::fprintf(stderr, "simt: simt_device is started by a check\n");
    return 2;
  }
  // Nobody of the same user may look into this process, either.
  if (prctl(PR_SET_DUMPABLE, 0) != 0 || prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 ||
      close_range(simt::apart::kMemoryFile + 1, ~0u, 0) != 0) {
    std::fprintf(stderr,
                 "simt: the process that runs device code cannot be "
                 "closed to others\n");
    return 2;
  }
  if (!simt::apart::seal()) {
    std::fprintf(stderr,
                 "simt: this system cannot hold device code in one process: it "
                 "has no filters of system calls (seccomp)\n");
    return 2;
  }
  const bool done =
      simt_serve_judge(simt::apart::kJudgeSocket, words[1]) == kSimtReturned;
  return done ? 0 : 1;
}
