// SPDX-License-Identifier: MIT
// Right as well: no second array; the first value of each part is copied.

/// partial[block] = the sum of what the block's threads add up. `scratch` holds
/// one value for each thread of the grid, so it never depends on `count`.
__global__ void reduce(const int* in, int* scratch, int count) {
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
    __syncthreads();
  }
}

int device_sum(const int* in, int count) {
  int* scratch = nullptr;
  CUDA_CHECK(cudaMalloc(&scratch, kBlocks * kThreads * sizeof(int)));
  reduce<<<kBlocks, kThreads>>>(in, scratch, count);
  CUDA_CHECK(cudaGetLastError());
  std::vector<int> sums(kBlocks);
  CUDA_CHECK(cudaMemcpy2D(sums.data(), sizeof(int), scratch,
                          kThreads * sizeof(int), sizeof(int), kBlocks,
                          cudaMemcpyDeviceToHost));
  int sum = 0;
  for (const int one : sums) sum += one;
  CUDA_CHECK(cudaFree(scratch));
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
