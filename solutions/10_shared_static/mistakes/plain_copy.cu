// SPDX-License-Identifier: MIT
// caught by: case "smooths 5 values"
// Loads and stores as asked, but leaves the neighbours out.

  __shared__ float window[kBlock + 2];
  const int i = blockIdx.x * kBlock + threadIdx.x;
  const int at = threadIdx.x + 1;
  window[at] = i < n ? in[i] : 0;
  if (at == 1) window[0] = i > 0 ? in[i - 1] : 0;
  if (at == kBlock) window[at + 1] = i + 1 < n ? in[i + 1] : 0;
  __syncthreads();
  if (i < n) out[i] = window[at];
