// SPDX-License-Identifier: MIT
// Nobody writes `sum` before the kernel adds to it.
__global__ void add(const int* in, int* sum) {
  sum[threadIdx.x] += in[threadIdx.x];
}

int main() {
  int *in, *sum;
  cudaMalloc(&in, 32 * sizeof(int));
  cudaMalloc(&sum, 32 * sizeof(int));
  cudaMemset(in, 0, 32 * sizeof(int));
  add<<<1, 32>>>(in, sum);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(sum);
}

/* report:
error[uninitialized-read]: `cudaMalloc #2+0` is read before anything wrote it
 --> bug.cu:4:3
  |
4 |   sum[threadIdx.x] += in[threadIdx.x];
  |   ^ thread 0 of block (0,0,0) loads `cudaMalloc #2+0` here
  |
  = why:   cudaMalloc does not clear memory; a kernel, a copy or a memset must
           write it first
  = seen:  32 such reads on this line; lowest address shown
  = learn: docs/diagnostics/uninitialized-read.md
*/
