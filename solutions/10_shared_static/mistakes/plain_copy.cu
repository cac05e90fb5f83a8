// SPDX-License-Identifier: MIT
// caught by: case "smooths 5 values"
// Loads and stores as asked, but leaves the neighbours out.

  __shared__ float window[kBlock + 2 * kReach];
  const int first = blockIdx.x * kBlock;
  for (int k = threadIdx.x; k < kBlock + 2 * kReach; k += kBlock) {
    const int from = first - kReach + k;
    window[k] = from >= 0 && from < n ? in[from] : 0;
  }
  __syncthreads();
  const int i = first + threadIdx.x;
  if (i < n) out[i] = window[kReach + threadIdx.x];
