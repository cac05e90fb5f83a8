// SPDX-License-Identifier: MIT
// How every bench takes a time. Knows nothing of what it times.
#pragma once

#include <algorithm>
#include <vector>

#include "common/cuda_check.h"
#ifdef BENCH_FLOOR
#include "bench/floor/measure.h"
#endif

/// The time of one call of `work` in milliseconds: the median of `times`
/// measurements of `calls` calls in a row, after one call to warm up. `work`
/// queues what it does in `stream` and does not wait. Both numbers are at
/// least 1. A call that fails ends the program.
template <typename Work>
double median_ms(int times, int calls, const Work& work,
                 cudaStream_t stream = nullptr) {
#ifdef BENCH_FLOOR
  return floors::measure(work, stream);
#endif
  cudaEvent_t begin, end;
  CUDA_CHECK(cudaEventCreate(&begin));
  CUDA_CHECK(cudaEventCreate(&end));
  work();
  std::vector<float> all(times);
  for (float& ms : all) {
    CUDA_CHECK(cudaStreamSynchronize(stream));
    CUDA_CHECK(cudaEventRecord(begin, stream));
    for (int i = 0; i < calls; ++i) work();
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaEventRecord(end, stream));
    CUDA_CHECK(cudaEventSynchronize(end));
    CUDA_CHECK(cudaEventElapsedTime(&ms, begin, end));
  }
  CUDA_CHECK(cudaEventDestroy(begin));
  CUDA_CHECK(cudaEventDestroy(end));
  std::nth_element(all.begin(), all.begin() + times / 2, all.end());
  return double(all[times / 2]) / calls;
}
