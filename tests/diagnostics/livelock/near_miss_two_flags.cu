// SPDX-License-Identifier: MIT
// Two kernels of one stream wait for the host, which gives the stream more work
// between its two answers, and goes on beside it in another stream.
__global__ void wait_for(const volatile int* flag) {
  while (*flag == 0) {
  }
}

__global__ void add(int* data) { data[threadIdx.x] += 1; }

int main() {
  volatile int* flags;
  int *data, *more, *result;
  cudaStream_t waiting, working;
  cudaStreamCreateWithFlags(&waiting, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&working, cudaStreamNonBlocking);
  cudaMallocHost((void**)&flags, 2 * sizeof(int));
  cudaMallocHost(&result, 128);
  cudaMalloc(&data, 128);
  cudaMalloc(&more, 64);
  cudaMemset(data, 0, 128);
  cudaDeviceSynchronize();
  flags[0] = flags[1] = 0;
  wait_for<<<1, 1, 0, waiting>>>(&flags[0]);
  wait_for<<<1, 1, 0, waiting>>>(&flags[1]);
  add<<<1, 32, 0, working>>>(data);
  cudaMemcpyAsync(result, data, 128, cudaMemcpyDeviceToHost, working);
  flags[0] = 1;
  cudaMemsetAsync(more, 0, 64, waiting);
  flags[1] = 1;
  cudaStreamSynchronize(waiting);
  cudaStreamSynchronize(working);
  cudaFree(data);
  cudaFree(more);
  cudaFreeHost(result);
  cudaFreeHost((void*)flags);
  cudaStreamDestroy(waiting);
  cudaStreamDestroy(working);
}
