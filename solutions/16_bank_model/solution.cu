// SPDX-License-Identifier: MIT
// A model of the banks: predict_passes says what a load of 32 words costs, and
// load_words makes such a load, so that the two can be compared.
#include <algorithm>
#include <set>

#include "common/cuda_check.h"
#include "lesson.h"

__global__ void load_words_kernel(const int* word, int* out) {
  __shared__ int words[kWords];  // words[k] == k
  const int lane = threadIdx.x;
  for (int k = lane; k < kWords; k += 32) words[k] = k;
  __syncwarp();
  if (word[lane] >= 0) out[lane] = words[word[lane]];
}

int predict_passes(const int* word, Banks banks) {
  // task-begin
  // A bank gives 8 bytes of one row in a pass on Kepler, 4 bytes today. Lanes
  // with equal bank and row are served together, whatever word they want.
  const int wide = banks == Banks::kKeplerEight ? 2 : 1;  // words side by side
  const int row = banks == Banks::kFourByte ? 32 : 64;    // words of all banks
  std::set<int> rows[32];                                 // of each bank
  size_t most = 0;
  for (int lane = 0; lane < 32; ++lane) {
    if (word[lane] < 0) continue;
    const int bank = word[lane] / wide % 32;
    rows[bank].insert(word[lane] / row);  // a set holds each row once
    most = std::max(most, rows[bank].size());
  }
  return static_cast<int>(most);
  // task-end
}

void load_words(const int* word, int* out) {
  load_words_kernel<<<1, 32>>>(word, out);
  CUDA_CHECK(cudaGetLastError());
}
