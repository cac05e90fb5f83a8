// SPDX-License-Identifier: MIT
// How fast the emulator runs: thread instructions per second of one core,
// bare, with counters, with every check. Prints a table; asserts nothing.
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <fstream>
#include <sstream>

#include "simt/checks/session.h"
#include "simt/machine/machine.h"

namespace {

// Processor time, so that other programs on the machine do not count.
double seconds() {
  timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * now.tv_nsec;
}

struct Work {
  const char* kernel;
  const char* size;
  std::array<uint32_t, 3> grid, block;
  std::vector<uint64_t> buffers;  // bytes; the first ones are inputs
  int n;                          // last argument; 0: none
};

enum class Mode { kBare, kCounters, kAllChecks };

struct Total : simt::Observer {
  void on_launch_end(const simt::Executions& e) override {
    for (uint64_t n : e.lanes) lanes += n;
  }
  uint64_t lanes = 0;
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

  /// Thread instructions per second; the best of `repeats` runs.
  double rate(const Work& work, Mode mode, int repeats) {
    double best = 0;
    for (int i = 0; i < repeats; ++i) best = std::max(best, once(work, mode));
    return best;
  }

 private:
  double once(const Work& work, Mode mode) {
    std::string problem;
    const auto kernel = simt::program::decode(
        module_, *module_.find_function(work.kernel), {}, problem);
    simt::DeviceMemory memory;
    simt::checks::Settings checks;
    if (mode == Mode::kCounters)
      checks = {.memory = false,
                .init = false,
                .race = false,
                .barrier = false,
                .warp = false,
                .bank = false};
    simt::checks::Session session(checks);
    Total total;
    simt::Launch launch;
    launch.kernel = kernel.get();
    launch.grid = work.grid;
    launch.block = work.block;
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
    if (mode == Mode::kBare) {
      settings.observer = &total;
      settings.watch_accesses = false;
    }
    const double begin = seconds();
    simt::run(settings, memory, launch);
    const double took = seconds() - begin;
    uint64_t lanes = total.lanes;
    if (mode != Mode::kBare)
      lanes = session.report().launches.at(0).counters.thread_instructions;
    return static_cast<double>(lanes) / took;
  }

  simt::ptx::Module module_;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2 && argc != 3) {
    std::fprintf(stderr, "usage: simt_bench KERNELS.ptx [KERNEL]\n");
    return 2;
  }
  Bench bench(argv[1]);
  const uint64_t m = 256, t = 1024, s = 1 << 20;
  const Work works[] = {
      {"matmul_tiled",
       "256 x 256",
       {16, 16, 1},
       {16, 16, 1},
       {m * m * 4, m * m * 4, m * m * 4},
       256},
      {"transpose_tile",
       "1024 x 1024",
       {32, 32, 1},
       {32, 8, 1},
       {t * t * 4, t * t * 4},
       1024},
      {"sum_shared", "2^20", {4096, 1, 1}, {256, 1, 1}, {s * 4, 4096 * 4}, 0},
  };
  std::printf("million thread instructions per second, one core\n");
  std::printf("%-16s %-12s %10s %10s %10s\n", "kernel", "size", "bare",
              "counters", "all checks");
  for (const Work& work : works) {
    if (argc == 3 && std::strcmp(argv[2], work.kernel) != 0) continue;
    std::printf("%-16s %-12s", work.kernel, work.size);
    for (Mode mode : {Mode::kBare, Mode::kCounters, Mode::kAllChecks})
      std::printf(" %10.0f", bench.rate(work, mode, 3) / 1e6);
    std::printf("\n");
  }
}
