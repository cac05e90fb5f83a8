// SPDX-License-Identifier: MIT
// Right as well: the partial sums lie in managed memory, where the host reads
// them after a wait.

__global__ void reduce(const int* vec, int* partial, int count) {
  __shared__ int own[kThreads];
  int sum = 0;
  for (int i = blockIdx.x * kThreads + threadIdx.x; i < count;
       i += gridDim.x * kThreads)
    sum += vec[i];
  own[threadIdx.x] = sum;
  __syncthreads();
  for (int half = kThreads / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) own[threadIdx.x] += own[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 0) partial[blockIdx.x] = own[0];
}
Sum device_sum(const int* in, int count) {
  const int blocks = blocks_of_grid();
  int* partial = nullptr;
  cudaError_t e = cudaMallocManaged(&partial, blocks * sizeof(int));
  if (e != cudaSuccess) return {e, 0};
  reduce<<<blocks, kThreads>>>(in, partial, count);
  e = cudaGetLastError();
  if (e == cudaSuccess) e = cudaDeviceSynchronize();
  int sum = 0;
  if (e == cudaSuccess)
    for (int b = 0; b < blocks; ++b) sum += partial[b];
  cudaFree(partial);
  return {e, sum};
}
Sum host_sum(const int* values, int count) {
  if (count == 0) return {cudaSuccess, 0};
  int* in = nullptr;
  cudaError_t e = cudaMallocManaged(&in, count * sizeof(int));
  if (e != cudaSuccess) return {e, 0};
  for (int i = 0; i < count; ++i) in[i] = values[i];
  const Sum sum = device_sum(in, count);
  cudaFree(in);
  return sum;
}
