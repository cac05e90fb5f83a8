// SPDX-License-Identifier: MIT
// Right as well: no second array; the first value of each part is copied.

/// scratch[block * blockDim.x] = the sum of what the block's threads add up.
__global__ void reduce(const int* in, int* scratch, int count) {
  const int thread = threadIdx.x, grid = gridDim.x * blockDim.x;
  int* mine = scratch + blockIdx.x * blockDim.x;  // the block's part
  int sum = 0;
  for (int i = blockIdx.x * blockDim.x + thread; i < count; i += grid) {
    sum += in[i];
  }
  mine[thread] = sum;
  __syncthreads();
  for (int half = blockDim.x / 2; half > 0; half /= 2) {
    if (thread < half) mine[thread] += mine[thread + half];
    __syncthreads();
  }
}

Sum device_sum(const int* in, int count) {
  const int blocks = blocks_of_grid();
  std::vector<int> sums(blocks);
  // A pointer of its own for each allocation, and a cudaFree for each.
  int* scratch = nullptr;
  cudaError_t error = cudaMalloc(&scratch, blocks * kThreads * sizeof(int));
  if (!error) {
    reduce<<<blocks, kThreads>>>(in, scratch, count);
    error = cudaGetLastError();
  }
  if (!error) {
    error =
        cudaMemcpy2D(sums.data(), sizeof(int), scratch, kThreads * sizeof(int),
                     sizeof(int), blocks, cudaMemcpyDeviceToHost);
  }
  cudaFree(scratch);
  int sum = 0;
  for (const int one : sums) sum += one;
  return {error, sum};
}

Sum host_sum(const int* values, int count) {
  int* in = nullptr;
  Sum sum = {cudaMalloc(&in, count * sizeof(int)), 0};
  if (!sum.error) {
    sum.error =
        cudaMemcpy(in, values, count * sizeof(int), cudaMemcpyHostToDevice);
  }
  if (!sum.error) sum = device_sum(in, count);
  cudaFree(in);
  return sum;
}
