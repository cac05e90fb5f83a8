// SPDX-License-Identifier: MIT
// Right as well: two pointers to the part, and a size_t that counts from 0.

  const float* from = x + first;
  float* to = y + first;
  const size_t n = last - first, stride = size_t(gridDim.x) * blockDim.x;
  for (size_t k = size_t(blockIdx.x) * blockDim.x + threadIdx.x; k < n;
       k += stride) {
    to[k] += a * from[k];
  }
