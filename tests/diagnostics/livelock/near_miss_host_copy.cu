// SPDX-License-Identifier: MIT
// A copy in another stream sets the flag, while the host waits.
__global__ void wait(const volatile int* flag) {
  while (*flag == 0) {
  }
}

int main() {
  int *flag, *one;
  cudaStream_t stream, other;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
  cudaMallocHost(&flag, sizeof(int));
  cudaMallocHost(&one, sizeof(int));
  *flag = 0;
  *one = 1;
  wait<<<1, 1, 0, stream>>>(flag);
  cudaMemcpyAsync(flag, one, sizeof(int), cudaMemcpyDefault, other);
  cudaDeviceSynchronize();
  cudaStreamDestroy(stream);
  cudaStreamDestroy(other);
  cudaFreeHost(one);
  cudaFreeHost(flag);
}
