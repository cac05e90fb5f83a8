// SPDX-License-Identifier: MIT
// Runs the suite that ctest names; the suite of walls is skipped, by status 77,
// where bubblewrap does not work.
#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include <cstdio>
#include <cstring>

#include "runner/grade/isolation.h"

int main(int argc, char** argv) {
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
