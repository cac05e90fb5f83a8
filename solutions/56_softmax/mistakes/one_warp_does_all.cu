// SPDX-License-Identifier: MIT
// caught by: case "a row that fits is read once"
// Warp 0 of each block makes the row, the others idle.

/// One block makes one row.
template <bool kWide>
__global__ void softmax_rows(const float* in, float* out, int columns) {
  in += size_t{blockIdx.x} * columns;
  out += size_t{blockIdx.x} * columns;
  if (threadIdx.x >= 32) return;
  __shared__ float row[kKept];
  const int lane = threadIdx.x;
  const bool fits = columns <= kKept;
  float largest = -CUDART_INF_F, sum = 0;
  for (int c = lane; c < columns; c += 32) {
    const float value = in[c], more = fmaxf(largest, value);
    if (fits) row[c] = value;
    sum = sum * scaled(largest, more) + scaled(value, more);
    largest = more;
  }
  for (int away = 16; away > 0; away /= 2) {
    const float other = __shfl_xor_sync(0xffffffff, largest, away);
    const float other_sum = __shfl_xor_sync(0xffffffff, sum, away);
    const float more = fmaxf(largest, other);
    sum = sum * scaled(largest, more) + other_sum * scaled(other, more);
    largest = more;
  }
  const float factor = sum == 0 ? 0 : 1 / sum;
  for (int c = lane; c < columns; c += 32) {
    out[c] = scaled(fits ? row[c] : in[c], largest) * factor;
  }
}
