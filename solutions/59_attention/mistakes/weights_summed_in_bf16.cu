// SPDX-License-Identifier: MIT
// caught by: case "adds up a long row"
// A total of the weights in bf16 stops growing: 256 + 1 = 256.

/// How many tiles of keys a block needs whose last query is before row `end`.
__device__ int tiles_needed(int end, int length, bool causal) {
  const int keys = causal ? min(end, length) : length;
  return (keys + kKeys - 1) / kKeys;
}

/// Makes the 64 rows of `out` from row `first` on. `out` is that of the head;
/// `count` tiles come. All threads of warpgroup `group` call it.
template <int kDim>
__device__ void attend_rows(Tiles<kDim>& tiles, int group, int first, int count,
                            Bf16* out, int length, bool causal) {
  constexpr int kParts = kDim / kColumns;
  // e^(score / sqrt(kDim)) = 2^(score * scale)
  const float scale = 1.4426950408889634f / sqrtf(float(kDim));
  // A thread has values of two rows, 8 apart: r = 0 and 1 below.
  const int row = first + wgmma::row_of(0);
  float most[2] = {-INFINITY, -INFINITY}, sum[2] = {}, sums[kParts][32] = {};
  wait_for(&tiles.full_q, 0);
  for (int t = 0; t < count; ++t) {
    const int stage = t % kStages, key = t * kKeys;
    wait_for(&tiles.full[stage], t / kStages % 2);
    float scores[kKeys / 2];
    begin_scores(tiles, group, stage, scores);
    wgmma::wait<0>();
    if (key + kKeys > length || (causal && key + kKeys > first)) {
#pragma unroll
      for (int i = 0; i < kKeys / 2; ++i) {
        const int at = key + wgmma::column_of(i);
        const bool ahead = causal && at > row + i / 2 % 2 * 8;
        if (at >= length || ahead) scores[i] = -INFINITY;
      }
    }
#pragma unroll
    for (int r = 0; r < 2; ++r) {
      float now = most[r];
#pragma unroll
      for (int i = 2 * r; i < kKeys / 2; i += 4) {
        now = fmaxf(now, fmaxf(scores[i], scores[i + 1]));
      }
      now = fmaxf(now, __shfl_xor_sync(0xffffffff, now, 1));  // four lanes have
      now = fmaxf(now, __shfl_xor_sync(0xffffffff, now, 2));  // the same rows
      const float factor = power_of_two((most[r] - now) * scale);
      most[r] = now;
      sum[r] *= factor;
#pragma unroll
      for (int i = 2 * r; i < kKeys / 2; i += 4) {
        scores[i] = power_of_two(scores[i] * scale - now * scale);
        scores[i + 1] = power_of_two(scores[i + 1] * scale - now * scale);
        sum[r] = __bfloat162float(
            __float2bfloat16(sum[r] + scores[i] + scores[i + 1]));
      }
#pragma unroll
      for (int i = 2 * r; i < 32 * kParts; i += 4) {
        sums[i / 32][i % 32] *= factor;
        sums[i / 32][i % 32 + 1] *= factor;
      }
    }
    uint32_t weights[kKeys / 16][4];
#pragma unroll
    for (int i = 0; i < kKeys / 4; ++i) {
      weights[i / 4][i % 4] = pack(scores[2 * i], scores[2 * i + 1]);
    }
    begin_sums(tiles, stage, weights, sums);
    wgmma::wait<0>();
    release(tiles, stage);  // not before the products have read the values
  }
  for (int r = 0; r < 2; ++r) {  // each lane has added its own columns
    sum[r] += __shfl_xor_sync(0xffffffff, sum[r], 1);
    sum[r] += __shfl_xor_sync(0xffffffff, sum[r], 2);
  }
  store(sums, sum, out, first + threadIdx.x % 128 / 32 * 16, length);
}
