// SPDX-License-Identifier: MIT
// One row of the matrix has no element, and its mean is 0 / 0.
__global__ void means(const float* sums, const int* counts, float* out) {
  const int row = threadIdx.x;
  const float mean = sums[row] / counts[row];
  out[row] = mean * mean;
}

int main() {
  float sums[4] = {6, 8, 0, 2}, *device_sums, *out;
  int counts[4] = {2, 4, 0, 1}, *device_counts;
  cudaMalloc(&device_sums, sizeof sums);
  cudaMalloc(&device_counts, sizeof counts);
  cudaMalloc(&out, sizeof sums);
  cudaMemcpy(device_sums, sums, sizeof sums, cudaMemcpyHostToDevice);
  cudaMemcpy(device_counts, counts, sizeof counts, cudaMemcpyHostToDevice);
  means<<<1, 4>>>(device_sums, device_counts, out);
  cudaFree(device_sums);
  cudaFree(device_counts);
  cudaFree(out);
}

/* report:
warning[nan-born]: thread 2 makes a NaN from finite numbers
 --> bug.cu:5:3
  |
5 |   const float mean = sums[row] / counts[row];
  |   ^ thread 2 of block (0,0,0) makes a NaN here
  |
  = from:  `div.rn.f32` of 0 and 0 gives nan
  = why:   from here on most results that use it are NaN, too
  = seen:  1 result at this line
  = learn: docs/diagnostics/nan-born.md
*/
