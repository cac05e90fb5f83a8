// SPDX-License-Identifier: MIT
// caught by: diagnostic global-race
// In global memory, too, a warp must wait for the others of its block.

/// partial[block] = the sum of what the block's threads add up. `scratch` holds
/// one value for each thread of the grid, so it never depends on `count`.
__global__ void reduce(const int* in, int* scratch, int* partial, int count) {
  const int thread = threadIdx.x;               // in its block
  int* mine = scratch + blockIdx.x * kThreads;  // the block's part
  int sum = 0;
  for (int i = blockIdx.x * kThreads + thread; i < count;
       i += kBlocks * kThreads) {
    sum += in[i];
  }
  mine[thread] = sum;
  __syncthreads();
  for (int half = kThreads / 2; half > 0; half /= 2) {
    if (thread < half) mine[thread] += mine[thread + half];
  }
  if (thread == 0) partial[blockIdx.x] = mine[0];
}

int device_sum(const int* in, int count) {
  int *scratch = nullptr, *partial = nullptr;
  CUDA_CHECK(cudaMalloc(&scratch, kBlocks * kThreads * sizeof(int)));
  CUDA_CHECK(cudaMalloc(&partial, kBlocks * sizeof(int)));
  reduce<<<kBlocks, kThreads>>>(in, scratch, partial, count);
  CUDA_CHECK(cudaGetLastError());
  std::vector<int> sums(kBlocks);
  CUDA_CHECK(cudaMemcpy(sums.data(), partial, kBlocks * sizeof(int),
                        cudaMemcpyDeviceToHost));
  int sum = 0;
  for (const int one : sums) sum += one;
  CUDA_CHECK(cudaFree(scratch));
  CUDA_CHECK(cudaFree(partial));
  return sum;
}

int host_sum(const int* values, int count) {
  int* in = nullptr;
  CUDA_CHECK(cudaMalloc(&in, count * sizeof(int)));
  CUDA_CHECK(
      cudaMemcpy(in, values, count * sizeof(int), cudaMemcpyHostToDevice));
  const int sum = device_sum(in, count);
  CUDA_CHECK(cudaFree(in));
  return sum;
}
