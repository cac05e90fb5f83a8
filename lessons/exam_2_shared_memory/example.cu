// SPDX-License-Identifier: MIT
// Bytes and banks: each of 32 lanes walks along its own row of bytes. Prints
// how many wavefronts its 32 loads take, by the length of a row.
#include <cstdio>

#include "common/counters.h"
#include "common/cuda_check.h"
#include "common/device_buffer.h"

constexpr int kColumns = 32, kLongest = 48;  // bytes used, and bytes of a row

__global__ void walk_rows(int* out, int pitch) {
  __shared__ unsigned char bytes[32 * kLongest];
  const int lane = threadIdx.x;
  for (int k = lane; k < 32 * kLongest; k += 32) bytes[k] = k % 7;
  __syncwarp();
  int sum = 0;
#pragma unroll 1
  for (int column = 0; column < kColumns; ++column) {
    sum += bytes[lane * pitch + column];
  }
  out[lane] = sum;
}

int main() {
  const lockstep::DeviceBuffer<int> out(32);
  std::printf("bytes per row  loads  wavefronts\n");
  for (const int pitch : {32, 33, 34, 35, 40, 48}) {
    const lockstep::Recording recording;
    walk_rows<<<1, 32>>>(out.data(), pitch);
    CUDA_CHECK(cudaGetLastError());
    out.download();
    const SimtTraffic loads = recording.total().shared_load;
    std::printf("%11d %6d %11d\n", pitch, int(loads.requests),
                int(loads.wavefronts));
  }
}
