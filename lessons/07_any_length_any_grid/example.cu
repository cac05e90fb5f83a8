// SPDX-License-Identifier: MIT
// Who takes which value? A grid of 2 blocks with 4 threads each walks over 19
// values in a grid-stride loop, and each thread leaves its numbers. Then an int
// counts as such a loop does, until it has no room.
#include <climits>
#include <cstdio>
#include <vector>

#include "common/cuda_check.h"
#include "common/device_buffer.h"

/// What the thread that came to a place wrote there.
struct Visitor {
  int block, thread, round;
};

__global__ void sign(Visitor* places, long long n) {
  const int stride = gridDim.x * blockDim.x;  // threads of the whole grid
  const int block = blockIdx.x, thread = threadIdx.x;
  int round = 0;
  for (long long i = block * blockDim.x + thread; i < n; i += stride) {
    places[i] = {block, thread, round};
    ++round;
  }
}

void print_row(const char* name, const std::vector<Visitor>& all,
               int Visitor::*member) {
  std::printf("%-9s", name);
  for (const Visitor& one : all) std::printf(" %2d", one.*member);
  std::printf("\n");
}

int main() {
  constexpr int kValues = 19;
  CUDA_CHECK(cudaDeviceSynchronize());  // ends here when there is no device
  const lockstep::DeviceBuffer<Visitor> places(kValues);
  sign<<<2, 4>>>(places.data(), kValues);
  CUDA_CHECK(cudaGetLastError());
  const auto all = places.download();

  std::printf("place    ");
  for (int i = 0; i < kValues; ++i) std::printf(" %2d", i);
  std::printf("\n");
  print_row("block", all, &Visitor::block);
  print_row("thread", all, &Visitor::thread);
  print_row("round", all, &Visitor::round);

  const unsigned last = INT_MAX, stride = 1024 * 1024;  // unsigned may wrap
  std::printf("\nafter place %d, 1024 * 1024 threads go on at\n", INT_MAX);
  std::printf("  an int        %d\n", static_cast<int>(last + stride));
  std::printf("  a long long   %lld\n", static_cast<long long>(last) + stride);
}
