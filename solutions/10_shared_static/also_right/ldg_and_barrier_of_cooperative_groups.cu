// SPDX-License-Identifier: MIT
// Right as well: read-only loads, and the barrier by its other name.
#include <cooperative_groups.h>

  __shared__ float window[kBlock + 2];
  const int i = blockIdx.x * kBlock + threadIdx.x, at = threadIdx.x + 1;
  window[at] = i < n ? __ldg(in + i) : 0;
  if (at == 1) window[0] = i > 0 ? __ldg(in + i - 1) : 0;
  if (at == kBlock) window[at + 1] = i + 1 < n ? __ldg(in + i + 1) : 0;
  cooperative_groups::this_thread_block().sync();
  if (i < n) out[i] = (window[at - 1] + 2 * window[at] + window[at + 1]) / 4;
