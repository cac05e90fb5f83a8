// SPDX-License-Identifier: MIT
// Runs the suite that ctest names. That of walls is skipped, by status 77,
// where bubblewrap does not work.
#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>
#include <fcntl.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>

#include "runner/base/scratch.h"
#include "runner/grade/isolation.h"

namespace {

/// Many chains of processes, each of which writes to `file`, starts the next
/// one and ends; the first one stays for a moment.
int start_chains(const char* file) {
  const int steps = open(file, O_CREAT | O_WRONLY | O_APPEND, 0666);
  for (int chain = 0; chain < 64; ++chain) {
    if (fork() != 0) continue;
    setsid();
    do {
      if (write(steps, ".", 1) != 1) _exit(1);
    } while (fork() == 0);
    _exit(0);
  }
  usleep(50000);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 3 && std::strcmp(argv[1], "--chain") == 0) {
    return start_chains(argv[2]);
  }
  if (argc > 1 && std::strcmp(argv[1], "--test-suite=walls") == 0) {
    const learn::ScratchFolder folder;
    learn::fs::permissions(folder.path(), learn::fs::perms::all);
    const auto isolation = learn::Isolation::find({folder.path(), {}}, true);
    if (!isolation.walls()) {
      std::printf("skipped: %s\n", isolation.sentence().c_str());
      return 77;
    }
  }
  doctest::Context context(argc, argv);
  return context.run();
}
