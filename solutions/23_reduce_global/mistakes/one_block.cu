// SPDX-License-Identifier: MIT
// caught by: case "loads each value once in one launch"
// The sum was right for one block only, so one block is launched.

/// partial[block] = the sum of what the block's threads add up. `scratch` holds
/// one value for each thread of the grid, so it never depends on `count`.
__global__ void reduce(const int* in, int* scratch, int* partial, int count) {
  const int thread = threadIdx.x;  // in its block
  int* mine = scratch;
  int sum = 0;
  for (int i = thread; i < count; i += kThreads) sum += in[i];
  mine[thread] = sum;
  __syncthreads();
  for (int half = kThreads / 2; half > 0; half /= 2) {
    if (thread < half) mine[thread] += mine[thread + half];
    __syncthreads();
  }
  if (thread == 0) *partial = mine[0];
}

int device_sum(const int* in, int count) {
  // A pointer of its own for each allocation, and a cudaFree for each.
  int *scratch = nullptr, *partial = nullptr;
  CUDA_CHECK(cudaMalloc(&scratch, kBlocks * kThreads * sizeof(int)));
  CUDA_CHECK(cudaMalloc(&partial, sizeof(int)));
  reduce<<<1, kThreads>>>(in, scratch, partial, count);
  CUDA_CHECK(cudaGetLastError());
  int sum = 0;
  CUDA_CHECK(cudaMemcpy(&sum, partial, sizeof(int), cudaMemcpyDeviceToHost));
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
