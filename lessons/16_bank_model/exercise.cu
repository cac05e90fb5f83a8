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
  // TODO: about 15 lines of host code. For each lane that takes part, find its
  // bank, and what the bank gives it in one pass. Which bank is the last one
  // to finish?
  (void)word, (void)banks;  // remove this line
  return 1;
  // task-end
}

void load_words(const int* word, int* out) {
  load_words_kernel<<<1, 32>>>(word, out);
  CUDA_CHECK(cudaGetLastError());
}
