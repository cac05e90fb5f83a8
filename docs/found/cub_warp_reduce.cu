// SPDX-License-Identifier: MIT
// docs/found.md, 1: sums of two 64-bit values by CUB, where the width of the
// segments stands in a switch. Segment i holds i and 1000.
#include <cstdio>
#include <cub/warp/warp_reduce.cuh>
#include <vector>

#include "common/cuda_check.h"
#include "common/device_buffer.h"

constexpr int kThreads = 64, kSegments = 513;

template <int Width>
__device__ long long sum_of(long long value) {
  using Reduce = cub::WarpReduce<long long, Width>;
  __shared__ typename Reduce::TempStorage storage[kThreads / Width];
  return Reduce(storage[threadIdx.x / Width]).Sum(value);
}

__global__ void sum_segments(const long long* in, long long* sums, int count,
                             int width) {
  const int i = blockIdx.x * kThreads + threadIdx.x;
  long long value = i < count ? in[i] : 0;
  switch (width) {
    case 2:
      value = sum_of<2>(value);
      break;
    case 4:
      value = sum_of<4>(value);
      break;
    case 8:
      value = sum_of<8>(value);
      break;
    default:
      break;
  }
  if (i < count && i % width == 0) sums[i / width] = value;
}

int main() {
  std::vector<long long> in;
  for (int i = 0; i < kSegments; ++i) in.insert(in.end(), {i, 1000});
  const int count = static_cast<int>(in.size());
  const lockstep::DeviceBuffer<long long> from(in), to(kSegments);
  sum_segments<<<(count + kThreads - 1) / kThreads, kThreads>>>(
      from.data(), to.data(), count, 2);
  CUDA_CHECK(cudaGetLastError());
  const auto sums = to.download();
  int wrong = 0;
  for (int i = 0; i < kSegments; ++i) wrong += sums[i] != 1000 + i;
  std::printf("%d of %d segments wrong\n", wrong, kSegments);
  for (const int i : {0, 1, 512}) {
    std::printf("segment %3d: %lld instead of %d\n", i, sums[i], 1000 + i);
  }
}
