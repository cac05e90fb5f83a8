// SPDX-License-Identifier: MIT
// The work of a sparse product in one line, and who does it: by rows, and by
// equal pieces of the line. Then how even the first three rungs are on a matrix
// with one long row.
#include <cstdio>
#include <vector>

#include "common/counters.h"
#include "common/device_buffer.h"
#include "rungs.cuh"

constexpr int kEnd = -1;

/// The line: nonzeros of row 0, its end, nonzeros of row 1, its end, ...
std::vector<int> line_of(const std::vector<int>& starts) {
  std::vector<int> line;
  for (size_t r = 0; r + 1 < starts.size(); ++r) {
    for (int k = starts[r]; k < starts[r + 1]; ++k) line.push_back(k);
    line.push_back(kEnd);
  }
  return line;
}

std::vector<int> starts_of(const std::vector<int>& lengths) {
  std::vector<int> starts = {0};
  for (const int length : lengths) starts.push_back(starts.back() + length);
  return starts;
}

/// One step of the line per thread. Adds up all nonzeros, only to touch them.
__global__ void take_steps(const int* line, int steps, const float* values,
                           float* sum) {
  const int step = blockIdx.x * blockDim.x + threadIdx.x;
  if (step >= steps || line[step] == kEnd) return;
  atomicAdd(sum, values[line[step]]);
}

/// A rung's launch of one matrix: how even it was.
void even(const char* name, decltype(&multiply) rung,
          const std::vector<int>& starts) {
  const int rows = int(starts.size()) - 1, nonzeros = starts.back();
  const lockstep::DeviceBuffer<int> from(starts),
      columns(std::vector<int>(nonzeros, 0));
  const lockstep::DeviceBuffer<float> values(std::vector<float>(nonzeros, 1)),
      x(std::vector<float>(1, 1)), y(rows);
  const lockstep::Recording recording;
  rung(from.data(), columns.data(), values.data(), x.data(), y.data(), rows,
       nonzeros);
  y.download();
  if (!lockstep::counters_available()) return;
  const auto launch = recording.list()[0];
  const uint64_t all = launch.counters.warp_instructions;
  const uint64_t warps = uint64_t{launch.grid[0]} * launch.block[0] / 32;
  std::printf("%-16s %6d %% %12d\n", name,
              int(launch.counters.thread_instructions * 100 / (32 * all)),
              int(launch.busiest_warp_instructions * warps / all));
}

int main() {
  std::printf(
      "rows of 2, 0, 3 and 1 nonzeros; n is one, END a row's end\nstep");
  const auto line = line_of(starts_of({2, 0, 3, 1}));
  for (size_t i = 0; i < line.size(); ++i) std::printf(" %4d", int(i));
  std::printf("\n    ");
  for (const int k : line)
    k == kEnd ? std::printf("  END") : std::printf("   n%d", k);

  // 16 rows, 112 nonzeros: 8 lanes per row, and one step of 128 per thread.
  std::vector<int> lengths(16, 1);
  lengths[4] = 96, lengths[7] = lengths[9] = lengths[12] = 0, lengths[14] = 5;
  const auto starts = starts_of(lengths);
  const auto steps = line_of(starts);
  const lockstep::DeviceBuffer<int> from(starts), on_device(steps),
      columns(std::vector<int>(starts.back(), 0));
  const lockstep::DeviceBuffer<float> values(
      std::vector<float>(starts.back(), 1)),
      x(std::vector<float>(1, 1)), y(lengths.size()),
      sum(std::vector<float>(1, 0));
  rungs::multiply_by<8>(from.data(), columns.data(), values.data(), x.data(),
                        y.data(), int(lengths.size()), starts.back());
  take_steps<<<1, 128>>>(on_device.data(), int(steps.size()), values.data(),
                         sum.data());
  std::printf("\n\n%d rows, %d nonzeros; row 4: %g, all: %g\n",
              int(lengths.size()), starts.back(), y.download()[4],
              sum.download()[0]);

  std::vector<int> skewed(8192, 0);
  for (size_t r = 5; r < skewed.size(); r += 8) skewed[r] = 1 + int(r % 9);
  skewed[2730] = 20000;
  std::printf("\n8192 rows, one of 20000 nonzeros, seven in eight of none\n");
  std::printf("%-16s %8s %13s\n", "", "lanes", "busiest warp,");
  std::printf("%-16s %8s %13s\n", "", "busy", "of the mean");
  even("thread per row", rungs::multiply_thread, starts_of(skewed));
  even("warp per row", rungs::multiply_warp, starts_of(skewed));
  even("lanes by mean", rungs::multiply_lanes, starts_of(skewed));
}
