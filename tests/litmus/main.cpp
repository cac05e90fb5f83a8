// SPDX-License-Identifier: MIT
// Holds the machine and the race detector to the axioms (README.md):
//   litmus_test [--seeds N] [--shape NAME] [--table]
// runs every litmus test under the seeds 0 to N - 1. --table lists how many
// show their weak outcome.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include "tests/litmus/axioms.h"
#include "tests/litmus/machine_run.h"
#include "tests/litmus/shapes.h"

namespace {

using litmus::Outcome;

struct Options {
  uint64_t seeds = 8;
  std::string shape;
  bool table = false;
};

/// Of one shape: in how many programs.
struct Sums {
  size_t programs = 0, allow_weak = 0, show_weak = 0, racy = 0;
  size_t wrong = 0;
};

std::string text_of(const Outcome& outcome) {
  std::string text;
  for (size_t i = 0; i < outcome.size(); ++i) {
    const bool word = i >= litmus::kMostRegisters;
    const size_t number = word ? i - litmus::kMostRegisters : i;
    text += (word ? " w" : " r") + std::to_string(number) + "=" +
            std::to_string(outcome[i]);
  }
  return text;
}

/// What is wrong with an outcome; "" when nothing.
const char* judge(const litmus::Verdicts& allowed, const Outcome& outcome,
                  bool told) {
  const auto found = allowed.find(outcome);
  if (found == allowed.end()) return "forbidden outcome";
  if (told && !found->second.racy) return "no race, and one is told";
  if (!told && !found->second.clean) return "a race is not told";
  return "";
}

void check(const litmus::Shape& shape, const litmus::Program& program,
           const Options& options, Sums& sums) {
  const litmus::Verdicts allowed = litmus::allowed(program);
  bool weak_allowed = false, weak_seen = false, racy = false;
  for (const auto& [outcome, verdict] : allowed) {
    weak_allowed = weak_allowed || shape.weak(outcome);
    racy = racy || verdict.racy;
  }
  bool complained = false;
  litmus::run(program, 0, options.seeds,
              [&](uint64_t seed, const Outcome& outcome, bool told) {
                weak_seen = weak_seen || shape.weak(outcome);
                const char* wrong = judge(allowed, outcome, told);
                if (*wrong == 0 || complained) return;
                complained = true;
                if (sums.wrong++ < 5)
                  std::printf("%s\n  seed %llu, %s:%s\n", program.name.c_str(),
                              static_cast<unsigned long long>(seed), wrong,
                              text_of(outcome).c_str());
              });
  ++sums.programs;
  sums.allow_weak += weak_allowed;
  sums.show_weak += weak_seen;
  sums.racy += racy;
}

Options read_options(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    const bool more = i + 1 < argc;
    if (std::strcmp(argv[i], "--table") == 0) {
      options.table = true;
    } else if (more && std::strcmp(argv[i], "--seeds") == 0) {
      options.seeds = std::strtoull(argv[++i], nullptr, 10);
    } else if (more && std::strcmp(argv[i], "--shape") == 0) {
      options.shape = argv[++i];
    } else {
      std::fprintf(stderr,
                   "`%s` is no option; type: litmus_test [--seeds N] "
                   "[--shape NAME] [--table]\n",
                   argv[i]);
      std::exit(2);
    }
  }
  return options;
}

}  // namespace

int main(int argc, char** argv) {
  const Options options = read_options(argc, argv);
  size_t wrong = 0, programs = 0;
  if (options.table)
    std::printf("shape     programs  racy  allow weak  show weak\n");
  for (const litmus::Shape& shape : litmus::all_shapes()) {
    if (!options.shape.empty() && options.shape != shape.name) continue;
    Sums sums;
    for (const litmus::Program& program : shape.programs)
      check(shape, program, options, sums);
    if (options.table)
      std::printf("%-9s %8zu %5zu %11zu %10zu\n", shape.name.c_str(),
                  sums.programs, sums.racy, sums.allow_weak, sums.show_weak);
    if (sums.wrong > 0)
      std::printf("%s: %zu of %zu programs are wrong\n", shape.name.c_str(),
                  sums.wrong, sums.programs);
    wrong += sums.wrong;
    programs += sums.programs;
  }
  if (programs == 0) {
    std::fprintf(stderr, "no shape is called `%s`\n", options.shape.c_str());
    return 2;
  }
  std::printf("%zu programs, %llu seeds each\n", programs,
              static_cast<unsigned long long>(options.seeds));
  return wrong == 0 ? 0 : 1;
}
