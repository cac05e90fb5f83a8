// SPDX-License-Identifier: MIT
// Right as well: the copies go past the registers (cp.async).
#include <cuda_pipeline.h>

  __shared__ float tile[kTile][kTile + 1];
  if (top + y < rows && left + x < columns) {
    const float* const from = &in[(top + y) * columns + left + x];
    __pipeline_memcpy_async(&tile[y][x], from, sizeof(float));
  }
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  if (left + y < columns && top + x < rows) {
    out[(left + y) * rows + top + x] = tile[x][y];
  }
