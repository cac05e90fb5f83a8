// SPDX-License-Identifier: MIT
// caught by: case "repair 3: the values of the host arrive"
// Copies a vector that nobody filled.

/// partial[block] = the sum of what the block's threads add up. `scratch` holds
/// one value for each thread of the grid, so it never depends on `count`.
__global__ void reduce(const int* in, int* scratch, int* partial, int count) {
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
  if (thread == 0) partial[blockIdx.x] = mine[0];
}

Sum device_sum(const int* in, int count) {
  const int blocks = blocks_of_grid();
  std::vector<int> sums(blocks);
  // A pointer of its own for each allocation, and a cudaFree for each.
  int *scratch = nullptr, *partial = nullptr;
  cudaError_t error = cudaMalloc(&scratch, blocks * kThreads * sizeof(int));
  if (!error) error = cudaMalloc(&partial, blocks * sizeof(int));
  if (!error) {
    reduce<<<blocks, kThreads>>>(in, scratch, partial, count);
    error = cudaGetLastError();
  }
  if (!error) {
    error = cudaMemcpy(sums.data(), partial, blocks * sizeof(int),
                       cudaMemcpyDeviceToHost);
  }
  cudaFree(scratch);
  cudaFree(partial);
  int sum = 0;
  for (const int one : sums) sum += one;
  return {error, sum};
}

Sum host_sum(const int* /*values*/, int count) {
  const std::vector<int> nums(count);
  int* in = nullptr;
  Sum sum = {cudaMalloc(&in, count * sizeof(int)), 0};
  if (!sum.error) {
    sum.error = cudaMemcpy(in, nums.data(), count * sizeof(int),
                           cudaMemcpyHostToDevice);
  }
  if (!sum.error) sum = device_sum(in, count);
  cudaFree(in);
  return sum;
}
