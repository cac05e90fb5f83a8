// SPDX-License-Identifier: MIT
// One cp.async of 16 bytes per lane and launch, past the L1 cache (cg) and
// through it (ca), where source and target lie alike and where they do not.
// Compares the emulator's sectors (ca), and the rule of docs/hardware.md,
// "Copies of threads" (cg), with what an H200 counted: 2026-11-27, driver
// 580.159.04, CUDA 13.0, ncu 2025.3.1. To count again, on a GPU of 9.0:
//   nvcc -std=c++17 -O3 -arch=native -I. tests/patterns/async.cu -o /tmp/async
//   ncu --metrics M /tmp/async
// where M is, joined by a comma, l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum
// (ca) and l1tex__m_xbar2l1tex_read_sectors.sum (cg).
#include <cstdint>
#include <cstdio>
#include <functional>
#include <set>
#include <tuple>

#include "common/counters.h"
#include "common/cuda_check.h"
#include "common/device_buffer.h"

namespace {

struct Offsets {
  uint32_t from[32], to[32];  // in bytes, of each lane
};

__global__ void copy(const char* memory, Offsets at, bool through_l1) {
  extern __shared__ __align__(128) char tile[];
  const auto to = uint32_t(__cvta_generic_to_shared(tile + at.to[threadIdx.x]));
  const char* from = memory + at.from[threadIdx.x];
  if (through_l1) {
    asm volatile("cp.async.ca.shared.global [%0], [%1], 16;" ::"r"(to),
                 "l"(from)
                 : "memory");
  } else {
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to),
                 "l"(from)
                 : "memory");
  }
  asm volatile("cp.async.wait_all;" ::: "memory");
}

/// Sectors that cg brings from the L2 cache: one serves two lanes only where
/// both halves of a sector of memory go to the same halves of a sector of
/// shared memory.
uint64_t from_l2(const Offsets& at) {
  std::set<std::tuple<uint32_t, uint32_t, uint32_t>> sectors;
  for (int lane = 0; lane < 32; ++lane) {
    const uint32_t from = at.from[lane], to = at.to[lane];
    sectors.emplace(from / 32, to / 32, (from - to) % 32);
  }
  return sectors.size();
}

/// Sectors that the H200 counted: past L1 those from L2, else all.
struct Counted {
  uint64_t past_l1, through_l1;
};

struct Bench {
  lockstep::DeviceBuffer<char> memory{65536};
  bool same = lockstep::counters_available();

  using Place = std::function<uint32_t(uint32_t)>;  // of a lane, in bytes

  void run(const char* name, const Place& from, const Place& to,
           const Counted& counted) {
    Offsets at{};
    for (uint32_t lane = 0; lane < 32; ++lane) {
      at.from[lane] = from(lane);
      at.to[lane] = to(lane);
    }
    copy<<<1, 32, 4096>>>(memory.data(), at, false);
    const lockstep::Recording recording;
    copy<<<1, 32, 4096>>>(memory.data(), at, true);
    CUDA_CHECK(cudaDeviceSynchronize());
    const Counted here = {from_l2(at), recording.total().global_read.sectors};
    std::printf("%-28s cg %2d, ca %2d\n", name, int(here.past_l1),
                int(here.through_l1));
    if (here.past_l1 == counted.past_l1 &&
        here.through_l1 == counted.through_l1)
      return;
    same = false;
    std::printf("%-28s cg %2d, ca %2d\n", "  on an H200", int(counted.past_l1),
                int(counted.through_l1));
  }
};

}  // namespace

int main() {
  Bench bench;
  CUDA_CHECK(cudaMemset(bench.memory.data(), 0, bench.memory.size()));
  const auto line = [](uint32_t shift, uint32_t step = 16) {
    return [=](uint32_t lane) { return shift + lane * step; };
  };
  const auto rows = [](uint32_t pitch) {  // of four lanes, so far apart
    return [=](uint32_t lane) { return lane / 4 * pitch + lane % 4 * 16; };
  };
  bench.run("side by side", line(0), line(0), {16, 16});
  bench.run("from byte 16", line(16), line(0), {32, 17});
  bench.run("from byte 32", line(32), line(0), {16, 16});
  bench.run("to byte 16", line(0), line(16), {32, 16});
  bench.run("both at byte 16", line(16), line(16), {17, 17});
  bench.run("all from one place", line(0, 0), line(0), {32, 1});
  bench.run("from every second 16 bytes", line(0, 32), line(0), {32, 32});
  bench.run("from every eighth 16 bytes", line(0, 128), line(0), {32, 32});
  bench.run("to every second 16 bytes", line(0), line(0, 32), {32, 16});
  bench.run("to every eighth 16 bytes", line(0), line(0, 128), {32, 16});
  bench.run("rows 512 bytes apart", rows(512), rows(64), {16, 16});
  bench.run("rows 528 bytes apart", rows(528), rows(64), {24, 20});
  bench.run("rows 528 apart, to 80 apart", rows(528), rows(80), {20, 20});
  bench.run("rows 512 apart, to 80 apart", rows(512), rows(80), {24, 16});
  return bench.same ? 0 : 1;
}
