// SPDX-License-Identifier: MIT
// cuda::pipeline of one thread counts the same groups.
#include <cuda/pipeline>

  int next = blockIdx.y;
  auto pipe = cuda::make_pipeline();
  const auto ask = [&](int slot) {
    pipe.producer_acquire();
    for (int v = threadIdx.x; next < rows && v < kVectors; v += kThreads) {
      const int column = blockIdx.x * kWidth + 4 * (v - 1);
      const int inside = column < 0 ? 0 : min(max(columns - column, 0), 4);
      const float* from = in + size_t(next) * pitch + (inside ? column : 0);
      if (inside == 4) {
        cuda::memcpy_async(&ring[slot][v],
                           reinterpret_cast<const float4*>(from),
                           cuda::aligned_size_t<16>(16), pipe);
      } else {
        const auto at = [&](int i) { return i < inside ? from[i] : 0.0f; };
        ring[slot][v] = make_float4(at(0), at(1), at(2), at(3));
      }
    }
    pipe.producer_commit();
    next += gridDim.y;
  };
  for (int stage = 0; stage < kStages - 1; ++stage) ask(stage);
  int slot = 0;
  for (int row = blockIdx.y; row < rows; row += gridDim.y) {
    cuda::pipeline_consumer_wait_prior<kStages - 2>(pipe);
    __syncthreads();
    ask(slot == 0 ? kStages - 1 : slot - 1);
    filter_row(ring[slot], weights, out + size_t(row) * pitch, columns);
    pipe.consumer_release();
    slot = slot + 1 == kStages ? 0 : slot + 1;
  }
