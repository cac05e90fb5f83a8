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
