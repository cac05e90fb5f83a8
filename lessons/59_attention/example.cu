// SPDX-License-Identifier: MIT
// One row of attention by hand: the scores come in tiles of four, and what was
// added up so far is scaled down whenever the maximum grows. Then the tiles of
// keys that each block needs when a token must not look ahead.
#include <cmath>
#include <cstdio>
#include <vector>

#include "common/cuda_check.h"
#include "common/device_buffer.h"

constexpr int kTile = 4, kKeys = 12, kSteps = kKeys / kTile;

/// What is known after a tile.
struct Step {
  float most, factor, sum, weighted;
};

/// A thread goes through the scores of one query; `values` has one column.
__global__ void attend_row(const float* scores, const float* values,
                           Step* steps) {
  Step now = {-INFINITY, 0, 0, 0};
  for (int t = 0; t < kSteps; ++t) {
    float most = now.most;
    for (int i = 0; i < kTile; ++i) most = fmaxf(most, scores[t * kTile + i]);
    now.factor = exp2f(now.most - most);  // 0 for the first tile
    now.most = most;
    now.sum *= now.factor;
    now.weighted *= now.factor;
    for (int i = 0; i < kTile; ++i) {
      const float weight = exp2f(scores[t * kTile + i] - most);
      now.sum += weight;
      now.weighted += weight * values[t * kTile + i];
    }
    steps[t] = now;
  }
}

constexpr int kBlocks = 5;  // of 128 queries; tiles of 128 keys

/// Block b marks the tiles of row b that it needs.
__global__ void mark_tiles(int* marks, bool causal) {
  const int needed = causal ? blockIdx.x + 1 : kBlocks, t = threadIdx.x;
  if (t < needed) marks[blockIdx.x * kBlocks + t] = 1;
}

int main() {
  const std::vector<float> scores = {1, 0, 2, 1, 5, 2, 3, 0, 4, 5, 1, 2};
  const std::vector<float> values = {8, 4, 2, 6, 1, 3, 5, 7, 2, 4, 8, 6};
  const lockstep::DeviceBuffer<float> in(scores), with(values);
  const lockstep::DeviceBuffer<Step> out(kSteps);
  attend_row<<<1, 1>>>(in.data(), with.data(), out.data());
  CUDA_CHECK(cudaGetLastError());
  std::printf("scores of one query, with 2^x for e^x\n");
  const std::vector<Step> steps = out.download();
  for (int t = 0; t < kSteps; ++t) {
    const float* s = &scores[t * kTile];
    std::printf(
        "tile %d: %g %g %g %g  maximum %g  old sums * %-6g sum %-7g "
        "weighted %g\n",
        t, s[0], s[1], s[2], s[3], steps[t].most, steps[t].factor, steps[t].sum,
        steps[t].weighted);
  }
  const Step& last = steps.back();
  std::printf("result: %g / %g = %.4f\n\n", last.weighted, last.sum,
              last.weighted / last.sum);

  for (const bool causal : {false, true}) {
    const lockstep::DeviceBuffer<int> marks(kBlocks * kBlocks);
    CUDA_CHECK(cudaMemset(marks.data(), 0, kBlocks * kBlocks * sizeof(int)));
    mark_tiles<<<kBlocks, 32>>>(marks.data(), causal);
    CUDA_CHECK(cudaGetLastError());
    int tiles = 0;
    for (const int mark : marks.download()) tiles += mark;
    std::printf("640 tokens, %s: %d of %d tiles of scores\n",
                causal ? "causal" : "all keys", tiles, kBlocks * kBlocks);
  }
}
