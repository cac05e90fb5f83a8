// SPDX-License-Identifier: MIT
// Right as well: an object owns each piece of memory, so every way out frees
// it.

/// An array on the device; its memory is freed with the object.
struct Array {
  int* data = nullptr;
  cudaError_t error;
  explicit Array(size_t count) : error(cudaMalloc(&data, count * 4)) {}
  Array(const Array&) = delete;
  ~Array() { cudaFree(data); }
};

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
  const Array scratch(size_t(blocks) * kThreads);
  if (scratch.error) return {scratch.error, 0};
  const Array partial(blocks);
  if (partial.error) return {partial.error, 0};
  reduce<<<blocks, kThreads>>>(in, scratch.data, partial.data, count);
  cudaError_t error = cudaGetLastError();
  if (error) return {error, 0};
  error = cudaMemcpy(sums.data(), partial.data, blocks * sizeof(int),
                     cudaMemcpyDeviceToHost);
  int sum = 0;
  for (const int one : sums) sum += one;
  return {error, sum};
}

Sum host_sum(const int* values, int count) {
  const Array in(count);
  if (in.error) return {in.error, 0};
  const cudaError_t error =
      cudaMemcpy(in.data, values, count * sizeof(int), cudaMemcpyHostToDevice);
  if (error) return {error, 0};
  return device_sum(in.data, count);
}
