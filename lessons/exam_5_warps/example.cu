// SPDX-License-Identifier: MIT
// One warp looks where neighbouring numbers differ. From the 32 bits of that
// vote each lane can tell what lies below it and above it: __popc counts bits,
// __ffs gives the place of the lowest one, from 1 (0: there is none).
#include <cstdio>
#include <vector>

#include "common/cuda_check.h"
#include "common/device_buffer.h"

struct Seen {
  int number, bits_below, next_above;
};

__global__ void look_around(const int* numbers, Seen* seen) {
  const int lane = threadIdx.x;
  const int number = numbers[lane];
  const int below = __shfl_up_sync(0xffffffff, number, 1);
  const bool differs = lane == 0 || number != below;
  const unsigned bits = __ballot_sync(0xffffffff, differs);
  const unsigned above = lane == 31 ? 0 : bits >> (lane + 1);
  seen[lane] = {number, __popc(bits & ((1u << lane) - 1)), __ffs(above)};
}

int main() {
  std::vector<int> numbers(32);
  for (int i = 0; i < 32; ++i) {
    for (const int begin : {0, 3, 5, 9, 10, 17, 24}) {
      if (i >= begin) numbers[i] = begin;
    }
  }
  const lockstep::DeviceBuffer<int> in(numbers);
  const lockstep::DeviceBuffer<Seen> out(32);
  look_around<<<1, 32>>>(in.data(), out.data());
  CUDA_CHECK(cudaGetLastError());
  const std::vector<Seen> seen = out.download();
  const std::vector<int> shown = {0, 1, 2, 3, 4, 5, 8, 9, 10, 16, 17, 24, 31};
  const auto row = [&](const char* name, auto value) {
    std::printf("%-22s", name);
    for (const int lane : shown) std::printf(" %3d", value(lane));
    std::printf("\n");
  };
  row("lane", [](int lane) { return lane; });
  row("number", [&](int lane) { return seen[lane].number; });
  row("bits below", [&](int lane) { return seen[lane].bits_below; });
  row("__ffs of those above", [&](int lane) { return seen[lane].next_above; });
}
