// SPDX-License-Identifier: MIT
// Runs the suite that ctest names. Those that grade are skipped, by status 77,
// where nothing may be graded, because root keeps this folder to itself.
#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include <cstdio>
#include <string>

#include "runner/grade/isolation.h"

int main(int argc, char** argv) {
  const std::string suite = argc > 1 ? argv[1] : "";
  if (suite == "--test-suite=grading" || suite == "--test-suite=gradescope") {
    try {
      learn::Isolation::find({"/", {ROOT "/common"}}, false);
    } catch (const learn::Stop& stop) {
      std::printf("skipped: %s\n", stop.sentence.c_str());
      return 77;
    }
  }
  doctest::Context context(argc, argv);
  return context.run();
}
