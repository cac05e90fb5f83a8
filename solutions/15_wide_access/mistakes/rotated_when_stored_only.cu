// SPDX-License-Identifier: MIT
// caught by: case "every shared access takes the fewest wavefronts"
// The places are rotated by the row, but all lanes read the same place: the
// rotation only changes which vector lies there.

  __shared__ float4 tile[kThreads][kVectors];
  const int first = blockIdx.x * kThreads;
  for (int k = threadIdx.x; k < kThreads * kVectors; k += kThreads) {
    const int row = k / kVectors, v = k % kVectors;
    if (first + row < rows) {
      tile[row][(v + row) % kVectors] = in[first * kVectors + k];
    }
  }
  __syncthreads();
  const int r = first + threadIdx.x;
  if (r >= rows) return;
  float sum = 0;
  for (int place = 0; place < kVectors; ++place) {
    const int v = (place + kVectors - threadIdx.x % kVectors) % kVectors;
    sum += weighted(tile[threadIdx.x][place], v);
  }
  out[r] = sum;
