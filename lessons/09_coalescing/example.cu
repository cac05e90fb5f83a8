// SPDX-License-Identifier: MIT
// One warp loads 32 floats, lane l the value start + step * l. For how many
// sectors of 32 bytes does it ask, and how many of their bytes does it use?
#include <cstdio>

#include "common/compare.h"
#include "common/counters.h"
#include "common/cuda_check.h"
#include "common/device_buffer.h"

using lockstep::DeviceBuffer;

__global__ void load(const float* in, float* out, int start, int step) {
  out[threadIdx.x] = in[start + step * static_cast<int>(threadIdx.x)];
}

void show(const char* way, int start, int step) {
  const DeviceBuffer<float> in(lockstep::distinct_values<float>(1024, 3));
  const DeviceBuffer<float> out(32);
  const lockstep::Recording recording;
  load<<<1, 32>>>(in.data(), out.data(), start, step);
  CUDA_CHECK(cudaGetLastError());
  out.download();
  std::printf("%-26s %3d + %2d * lane", way, start, step);
  if (lockstep::counters_available()) {
    const int sectors = recording.total().global_load.sectors;
    const int used = step == 0 ? 4 : 128;
    std::printf(" %8d %7d %5d", sectors, 32 * sectors, used);
  }
  std::printf("\n");
}

int main() {
  std::printf("%-26s %s\n", "way", "loads value     sectors   bytes  used");
  show("neighbours", 0, 1);
  show("neighbours, backwards", 31, -1);
  show("start one value later", 1, 1);
  show("start 8 values later", 8, 1);
  show("every second", 0, 2);
  show("field of a 5-float record", 0, 5);
  show("every 8th", 0, 8);
  show("every 32nd", 0, 32);
  show("one value for all", 0, 0);
}
