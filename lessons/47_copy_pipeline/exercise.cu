// SPDX-License-Identifier: MIT
// Smooths the rows of a matrix. A block has 512 columns and walks down the
// rows. Copies of the next rows are in flight, in a ring of kStages slots.
#include <cuda_pipeline.h>

#include "common/cuda_check.h"
#include "lesson.h"

constexpr int kVectors = kWidth / 4 + 2;  // of a row: one more on either side

/// Asks for 16 bytes in `to`: the first `bytes` of them from `from`, then
/// zeros. As __pipeline_memcpy_async(to, from, 16, 16 - bytes).
__device__ void copy_vector(float4* to, const float* from, int bytes) {
#if __CUDA_ARCH__ >= 800
  const auto slot = static_cast<unsigned>(__cvta_generic_to_shared(to));
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(slot),
               "l"(from), "r"(bytes)
               : "memory");
#else
  const auto at = [&](int i) { return 4 * i < bytes ? from[i] : 0.0f; };
  *to = make_float4(at(0), at(1), at(2), at(3));
#endif
}

/// Computes and stores this thread's 4 results of a row. `slot` holds the row's
/// values from 4 columns before the block's first to 4 after its last.
__device__ void filter_row(const float4* slot, const Weights& weights,
                           float* out_row, int columns) {
  const float4 *v = slot + threadIdx.x, before = v[0], here = v[1];
  const float4 after = v[2];
  const float window[12] = {before.x, before.y, before.z, before.w,
                            here.x,   here.y,   here.z,   here.w,
                            after.x,  after.y,  after.z,  after.w};
  float sums[4] = {};
  for (int i = 0; i < 4; ++i) {
    for (int j = 0; j < kTaps; ++j) sums[i] += weights.of[j] * window[i + j];
  }
  const int column = blockIdx.x * kWidth + 4 * threadIdx.x;
  if (column + 4 <= columns) {
    *reinterpret_cast<float4*>(out_row + column) =
        make_float4(sums[0], sums[1], sums[2], sums[3]);
  } else {
    for (int i = 0; i < 4; ++i) {
      if (column + i < columns) out_row[column + i] = sums[i];
    }
  }
}

/// The block's rows are blockIdx.y, blockIdx.y + gridDim.y, ...
template <int kStages>
__global__ void __launch_bounds__(kThreads)
    smooth_rows(const float* in, float* out, int rows, int columns, int pitch,
                Weights weights) {
  __shared__ float4 ring[kStages][kVectors];
  // task-begin
  // TODO: fill the ring by copy_vector, up to kStages - 1 rows ahead of the row
  // that is filtered, with one barrier per row. About 20 lines.
  for (int row = blockIdx.y; row < rows; row += gridDim.y) {
    filter_row(ring[0], weights, out + size_t(row) * pitch, columns);
  }
  // task-end
}

void smooth(const float* in, float* out, int rows, int columns, int pitch,
            const Weights& weights, int stages) {
  if (rows == 0 || columns == 0) return;
  int processors = 0;
  CUDA_CHECK(
      cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0));
  const int across = (columns + kWidth - 1) / kWidth;
  const int down = (kBlocksEach * processors + across - 1) / across;
  const auto kernel = stages == 2   ? smooth_rows<2>
                      : stages == 3 ? smooth_rows<3>
                      : stages == 4 ? smooth_rows<4>
                      : stages == 6 ? smooth_rows<6>
                                    : smooth_rows<8>;
  kernel<<<dim3(across, down < rows ? down : rows), kThreads>>>(
      in, out, rows, columns, pitch, weights);
  CUDA_CHECK(cudaGetLastError());
}
