// SPDX-License-Identifier: MIT
// One warp loads from shared memory, lane l at byte step * l, with 4, 8 or 16
// bytes per lane. How many wavefronts does that take, and how many at best?
#include <cstdio>

#include "common/counters.h"
#include "common/cuda_check.h"
#include "common/device_buffer.h"

using lockstep::DeviceBuffer;

__device__ float first_of(float f) { return f; }
__device__ float first_of(float2 f) { return f.x + f.y; }
__device__ float first_of(float4 f) { return f.x + f.y + f.z + f.w; }

/// Lane l loads vector `step * (l / share)` of the buffer; the first `lanes`
/// lanes take part.
template <typename Vector>
__global__ void load(float* out, int step, int share, int lanes) {
  __shared__ Vector buffer[16384 / sizeof(Vector)];
  float* const words = reinterpret_cast<float*>(buffer);
  for (int k = threadIdx.x; k < 4096; k += 32) words[k] = k;
  __syncwarp();
  if (threadIdx.x >= lanes) return;
  out[threadIdx.x] = first_of(buffer[threadIdx.x / share * step]);
}

template <typename Vector>
void show(const char* way, int step, int share = 1, int lanes = 32) {
  const DeviceBuffer<float> out(32);
  const lockstep::Recording recording;
  load<Vector><<<1, 32>>>(out.data(), step, share, lanes);
  CUDA_CHECK(cudaGetLastError());
  out.download();
  const int width = sizeof(Vector), bytes = step * width;
  std::printf("%-7s %5d  %-28s",
              width == 4   ? "float"
              : width == 8 ? "float2"
                           : "float4",
              bytes, way);
  if (lockstep::counters_available()) {
    const SimtTraffic all = recording.total().shared_load;
    std::printf(" %10d %6d", static_cast<int>(all.wavefronts),
                static_cast<int>(all.ideal_wavefronts));
  }
  std::printf("\n");
}

int main() {
  std::printf("type     step  %-28s wavefronts  ideal\n", "way");
  show<float>("neighbours", 1);
  show<float2>("neighbours", 1);
  show<float4>("neighbours", 1);
  show<float>("rows of 33 words", 33);
  show<float2>("rows of 34 words", 17);
  show<float4>("rows of 32 words", 8);
  show<float4>("rows of 36 words", 9);
  show<float4>("rows of 40 words", 10);
  show<float4>("neighbours, lane pairs equal", 1, 2);
  show<float4>("rows of 32 words, 8 lanes", 8, 1, 8);
  show<float4>("rows of 36 words, 8 lanes", 9, 1, 8);
}
