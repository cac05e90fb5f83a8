// SPDX-License-Identifier: MIT
// caught by: case "each value is read once, and all threads add"
// Two blocks of one thread need no tree, no scratch and no barrier.

__global__ void reduce(const int* in, int* partial, int count) {
  int sum = 0;
  for (int i = blockIdx.x; i < count; i += gridDim.x) sum += in[i];
  partial[blockIdx.x] = sum;
}

Sum device_sum(const int* in, int count) {
  (void)kThreads;  // one thread per block
  const int blocks = 2;
  std::vector<int> sums(blocks);
  int* partial = nullptr;
  cudaError_t error = cudaMalloc(&partial, blocks * sizeof(int));
  if (!error) {
    reduce<<<blocks, 1>>>(in, partial, count);
    error = cudaGetLastError();
  }
  if (!error) {
    error = cudaMemcpy(sums.data(), partial, blocks * sizeof(int),
                       cudaMemcpyDeviceToHost);
  }
  cudaFree(partial);
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
