// SPDX-License-Identifier: MIT
// Right as well: the atomics of libcu++, which need no order here.
#include <cuda/atomic>

  __shared__ unsigned local[kBins];
  for (int v = threadIdx.x; v < kBins; v += kThreads) local[v] = 0;
  __syncthreads();
  for (int i = first; i < n; i += stride) {
    cuda::atomic_ref<unsigned, cuda::thread_scope_block> count(local[data[i]]);
    count.fetch_add(1, cuda::memory_order_relaxed);
  }
  __syncthreads();
  for (int v = threadIdx.x; v < kBins; v += kThreads) {
    cuda::atomic_ref<unsigned, cuda::thread_scope_device> count(counts[v]);
    count.fetch_add(local[v], cuda::memory_order_relaxed);
  }
