// SPDX-License-Identifier: MIT
// Both arrays are written before the kernel reads them.
__global__ void add(const int* in, int* sum) {
  sum[threadIdx.x] += in[threadIdx.x];
}

int main() {
  int *in, *sum;
  cudaMalloc(&in, 32 * sizeof(int));
  cudaMalloc(&sum, 32 * sizeof(int));
  cudaMemset(in, 0, 32 * sizeof(int));
  cudaMemset(sum, 0, 32 * sizeof(int));
  add<<<1, 32>>>(in, sum);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(sum);
}
