// SPDX-License-Identifier: MIT
// How long a program's device code takes to load: unpacked and parsed whole
// before its first launch, each kernel decoded at its own. Prints a table;
// asserts nothing.
#include <algorithm>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <sstream>
#include <string>

#include "simt/fatbin/fatbin.h"
#include "simt/program/program.h"
#include "simt/ptx/module.h"

namespace {

constexpr int kArchitecture = 90;  // of the h200 profile
constexpr int kRepeats = 3;

// Processor time, so that other programs on the machine do not count.
double milliseconds() {
  timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return 1e3 * static_cast<double>(now.tv_sec) + 1e-6 * now.tv_nsec;
}

[[noreturn]] void fail(const char* path, const std::string& why) {
  std::fprintf(stderr, "%s: %s\n", path, why.c_str());
  std::exit(2);
}

/// Milliseconds of each step.
struct Times {
  double unpack = 1e9, parse = 1e9, largest = 1e9, all = 1e9;
  void keep_best(const Times& other) {
    unpack = std::min(unpack, other.unpack);
    parse = std::min(parse, other.parse);
    largest = std::min(largest, other.largest);
    all = std::min(all, other.all);
  }
};

struct Size {
  size_t lines = 0, kernels = 0;
};

Times decode(const char* path, const simt::ptx::Module& module, Size& size) {
  // Any address will do for a variable: nothing runs.
  simt::program::Linker linker;
  linker.variable = [](const std::string&) { return uint64_t{4096}; };
  Times times;
  times.largest = times.all = 0;
  size.kernels = 0;
  for (const auto& function : module.functions) {
    if (!function.entry) continue;
    ++size.kernels;
    std::string problem;
    const double begin = milliseconds();
    if (simt::program::decode(module, function, linker, problem) == nullptr)
      fail(path, problem);
    const double took = milliseconds() - begin;
    times.largest = std::max(times.largest, took);
    times.all += took;
  }
  return times;
}

Times once(const char* path, const std::string& bytes, Size& size) {
  std::string problem;
  double begin = milliseconds();
  const auto entries = simt::fatbin::read_container(bytes, problem);
  const double unpacked = milliseconds() - begin;
  if (!entries) fail(path, problem);
  const auto chosen =
      simt::fatbin::choose_ptx(*entries, kArchitecture, problem);
  if (chosen.empty()) fail(path, problem);
  const std::string& text = chosen[0]->payload;
  size.lines = static_cast<size_t>(std::count(text.begin(), text.end(), '\n'));
  simt::ptx::ParseError error;
  begin = milliseconds();
  const auto module = simt::ptx::parse(text, error);
  const double parsed = milliseconds() - begin;
  if (!module) fail(path, error.message);
  Times times = decode(path, *module, size);
  times.unpack = unpacked;
  times.parse = parsed;
  return times;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fprintf(stderr, "usage: simt_load FILE.fatbin...\n");
    return 2;
  }
  std::printf("milliseconds to load, best of %d\n", kRepeats);
  std::printf("%-24s %9s %8s %7s %7s %9s %7s\n", "file", "PTX lines", "kernels",
              "unpack", "parse", "decode: 1", "all");
  for (int i = 1; i < argc; ++i) {
    std::ifstream file(argv[i], std::ios::binary);
    std::stringstream bytes;
    bytes << file.rdbuf();
    Size size;
    Times best;
    for (int n = 0; n < kRepeats; ++n)
      best.keep_best(once(argv[i], bytes.str(), size));
    const std::string path = argv[i];
    const std::string name = path.substr(path.rfind('/') + 1);
    std::printf("%-24s %9zu %8zu %7.1f %7.1f %9.1f %7.1f\n", name.c_str(),
                size.lines, size.kernels, best.unpack, best.parse, best.largest,
                best.all);
  }
}
