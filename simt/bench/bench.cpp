// SPDX-License-Identifier: MIT
// How fast the emulator runs: thread instructions per second of one core,
// bare, with counters, with every check. Prints a table; asserts nothing.
// compare/ sets the same kernels beside other emulators.
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <fstream>
#include <limits>
#include <sstream>

#include "simt/checks/session.h"
#include "simt/machine/machine.h"

namespace {

// Processor time, so that other programs on the machine do not count; or the
// time that passes, where several threads work.
double seconds(clockid_t clock = CLOCK_PROCESS_CPUTIME_ID) {
  timespec now;
  clock_gettime(clock, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * now.tv_nsec;
}

struct Work {
  const char* kernel;
  std::string size;
  std::array<uint32_t, 3> grid, block;
  std::vector<uint64_t> buffers;  // bytes; the first ones are inputs
  int n;                          // last argument; 0: none
};

constexpr uint64_t kTableBytes = 4096;

enum class Mode { kBare, kCounters, kAllChecks };

struct Total : simt::Observer {
  void on_launch_end(const simt::Executions& e) override {
    for (size_t pc = 0; pc < e.warps.size(); ++pc) lanes += e.lanes(pc);
  }
  bool has_parts() const override { return true; }
  std::unique_ptr<simt::Observer> part() override {
    return std::make_unique<simt::Observer>();
  }
  uint64_t lanes = 0;
};

/// What one run took.
struct Took {
  double lanes = 0;  // thread instructions
  double seconds = 0;
};

class Bench {
 public:
  explicit Bench(const char* path) {
    std::ifstream file(path);
    std::stringstream text;
    text << file.rdbuf();
    simt::ptx::ParseError error;
    auto parsed = simt::ptx::parse(text.str(), error);
    if (!parsed) {
      std::fprintf(stderr, "%s:%d: %s\n", path, error.ptx_line,
                   error.message.c_str());
      std::exit(2);
    }
    module_ = std::move(*parsed);
  }

  /// The fastest of `repeats` runs.
  Took best(const Work& work, Mode mode, int repeats) {
    Took best = once(work, mode);
    for (int i = 1; i < repeats; ++i) keep_faster(best, once(work, mode));
    return best;
  }

  /// On one host thread and on `workers`, in turn: how many times less time
  /// passes. Each twice in a row: a run that has others' memory to give back
  /// first, of another number of threads, is no measure.
  double gain(const Work& work, Mode mode, int workers, int repeats) {
    Took one, many;
    one.seconds = many.seconds = std::numeric_limits<double>::infinity();
    for (int i = 0; i < repeats; ++i) {
      for (int twice = 0; twice < 2; ++twice)
        keep_faster(one, once(work, mode, 1, CLOCK_MONOTONIC));
      for (int twice = 0; twice < 2; ++twice)
        keep_faster(many, once(work, mode, workers, CLOCK_MONOTONIC));
    }
    return one.seconds / many.seconds;
  }

 private:
  static void keep_faster(Took& best, const Took& next) {
    if (next.seconds < best.seconds) best = next;
  }

  Took once(const Work& work, Mode mode, int workers = 1,
            clockid_t clock = CLOCK_PROCESS_CPUTIME_ID) {
    std::string problem;
    simt::DeviceMemory memory;
    // The tables of sin() and log(): their values cost the same as zeros.
    simt::program::Linker linker;
    linker.variable = [&](const std::string& name) {
      simt::Allocation* table = memory.allocate(kTableBytes, name, 1, false);
      table->variable = true;
      return table->begin;
    };
    const auto kernel = simt::program::decode(
        module_, *module_.find_function(work.kernel), linker, problem);
    simt::checks::ChosenChecks checks;
    if (mode == Mode::kCounters) checks = simt::checks::ChosenChecks::only({});
    simt::checks::Session session(checks);
    Total total;
    simt::Launch launch;
    launch.kernel = kernel.get();
    launch.grid = work.grid;
    launch.block = work.block;
    launch.alone = true;
    launch.params.resize(kernel->param_bytes);
    for (size_t i = 0; i < work.buffers.size(); ++i) {
      simt::Allocation* a = memory.allocate(work.buffers[i], "buffer",
                                            static_cast<int>(i), false);
      auto* bytes = simt::DeviceMemory::host(*a, a->begin);
      std::memset(bytes, 1, work.buffers[i]);
      session.on_allocate(*a);
      session.on_host_write(a->begin, work.buffers[i]);
      std::memcpy(launch.params.data() + 8 * i, &a->begin, 8);
    }
    if (work.n != 0)
      std::memcpy(launch.params.data() + 8 * work.buffers.size(), &work.n, 4);
    simt::Settings settings;
    settings.profile = simt::find_profile("h200");
    settings.observer = &session;
    settings.workers = workers;
    if (mode == Mode::kBare) {
      settings.observer = &total;
      settings.watch_accesses = false;
    }
    const double begin = seconds(clock);
    simt::run(settings, memory, launch);
    const double took = seconds(clock) - begin;
    uint64_t lanes = total.lanes;
    if (mode != Mode::kBare)
      lanes = session.report().launches.at(0).counters.thread_instructions;
    return {static_cast<double>(lanes), took};
  }

  simt::ptx::Module module_;
};

std::string square_name(uint32_t n) {
  return std::to_string(n) + " x " + std::to_string(n);
}

uint64_t square_bytes(uint64_t n) { return n * n * 4; }

/// The three kernels for m x m and t x t matrices and s numbers.
std::vector<Work> works(uint32_t m, uint32_t t, uint32_t s) {
  return {{"matmul_tiled",
           square_name(m),
           {m / 16, m / 16, 1},
           {16, 16, 1},
           {square_bytes(m), square_bytes(m), square_bytes(m)},
           static_cast<int>(m)},
          {"transpose_tile",
           square_name(t),
           {t / 32, t / 32, 1},
           {32, 8, 1},
           {square_bytes(t), square_bytes(t)},
           static_cast<int>(t)},
          {"sum_shared",
           std::to_string(s),
           {s / 256, 1, 1},
           {256, 1, 1},
           {uint64_t{s} * 4, uint64_t{s} / 256 * 4},
           0}};
}

/// Those three and what people write first; `scale` 2: twice as wide.
std::vector<Work> all_works(uint32_t scale) {
  const uint32_t m = 256 * scale, t = 1024 * scale, s = (1 << 20) * scale;
  const int n = static_cast<int>(s);
  std::vector<Work> all = works(m, t, s);
  all.push_back({"matmul_naive",
                 square_name(m),
                 {m / 16, m / 16, 1},
                 {16, 16, 1},
                 {square_bytes(m), square_bytes(m), square_bytes(m)},
                 static_cast<int>(m)});
  all.push_back({"stencil_naive",
                 square_name(t),
                 {t / 16, t / 16, 1},
                 {16, 16, 1},
                 {square_bytes(t), square_bytes(t)},
                 static_cast<int>(t)});
  all.push_back({"transpose_naive",
                 square_name(t),
                 {t / 32, t / 8, 1},
                 {32, 8, 1},
                 {square_bytes(t), square_bytes(t)},
                 static_cast<int>(t)});
  all.push_back({"histogram",
                 std::to_string(n),
                 {s / 4096, 1, 1},
                 {256, 1, 1},
                 {uint64_t{s} * 4, 1024},
                 n});
  all.push_back({"scan_shared",
                 std::to_string(n),
                 {s / 256, 1, 1},
                 {256, 1, 1},
                 {uint64_t{s} * 4, uint64_t{s} * 4},
                 0});
  all.push_back({"nbody_tile",
                 std::to_string(2048 * scale),
                 {16 * scale, 1, 1},
                 {128, 1, 1},
                 {uint64_t{2048} * scale * 16, uint64_t{2048} * scale * 16},
                 static_cast<int>(2048 * scale)});
  all.push_back({"monte_carlo",
                 std::to_string(4096 * scale),
                 {16 * scale, 1, 1},
                 {256, 1, 1},
                 {uint64_t{4096} * scale * 4, uint64_t{4096} * scale * 8},
                 64});
  return all;
}

constexpr Mode kModes[] = {Mode::kBare, Mode::kCounters, Mode::kAllChecks};

void print_rates(Bench& bench, const char* only, int repeats) {
  std::printf("million thread instructions per second, one core\n");
  std::printf("%-16s %-12s %10s %10s %10s\n", "kernel", "size", "bare",
              "counters", "all checks");
  for (const Work& work : all_works(1)) {
    if (only != nullptr && std::strcmp(only, work.kernel) != 0) continue;
    std::printf("%-16s %-12s", work.kernel, work.size.c_str());
    for (Mode mode : kModes) {
      const Took took = bench.best(work, mode, repeats);
      std::printf(" %10.0f", took.lanes / took.seconds / 1e6);
    }
    std::printf("\n");
  }
}

void print_gains(Bench& bench, const char* only, int repeats) {
  std::printf("\nless time on two host threads than on one\n");
  std::printf("%-16s %-12s %10s %10s\n", "kernel", "size", "counters",
              "all checks");
  for (const Work& work : all_works(2)) {
    if (only != nullptr && std::strcmp(only, work.kernel) != 0) continue;
    std::printf("%-16s %-12s", work.kernel, work.size.c_str());
    for (Mode mode : {Mode::kCounters, Mode::kAllChecks})
      std::printf(" %10.2f", bench.gain(work, mode, 2, repeats));
    std::printf("\n");
  }
}

/// "KERNEL,SIZE,INSTRUCTIONS,BARE,COUNTERS,ALL CHECKS" in seconds, for
/// compare/compare.py: the usual sizes, then those that numba's simulator can
/// do.
void print_seconds(Bench& bench) {
  for (const auto& list : {works(256, 1024, 1 << 20), works(32, 64, 1 << 10)}) {
    for (const Work& work : list) {
      const Took bare = bench.best(work, Mode::kBare, 5);
      std::printf("%s,%s,%.0f", work.kernel, work.size.c_str(), bare.lanes);
      for (Mode mode : kModes)
        std::printf(",%.9f", bench.best(work, mode, 5).seconds);
      std::printf("\n");
    }
  }
}

/// One run in one mode, for a profiler: "INSTRUCTIONS SECONDS".
void print_once(Bench& bench, const char* only, Mode mode) {
  for (const Work& work : all_works(1)) {
    if (std::strcmp(only, work.kernel) != 0) continue;
    const Took took = bench.best(work, mode, 1);
    std::printf("%.0f %.6f\n", took.lanes, took.seconds);
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2 || argc > 4) {
    std::fprintf(stderr,
                 "usage: simt_bench KERNELS.ptx [all | KERNEL [REPEATS | bare |"
                 " counters | checks]]\n"
                 "       simt_bench KERNELS.ptx --seconds\n");
    return 2;
  }
  Bench bench(argv[1]);
  const char* const only =
      argc >= 3 && std::strcmp(argv[2], "all") != 0 ? argv[2] : nullptr;
  if (only != nullptr && argc == 4) {
    const char* const names[] = {"bare", "counters", "checks"};
    for (int i = 0; i < 3; ++i)
      if (std::strcmp(argv[3], names[i]) == 0)
        return print_once(bench, only, kModes[i]), 0;
  }
  const int repeats = argc == 4 ? std::atoi(argv[3]) : 9;
  if (only != nullptr && std::strcmp(only, "--seconds") == 0) {
    print_seconds(bench);
  } else {
    print_rates(bench, only, repeats);
    print_gains(bench, only, repeats);
  }
}
