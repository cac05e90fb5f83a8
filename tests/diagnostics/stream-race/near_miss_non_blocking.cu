// SPDX-License-Identifier: MIT
// The host waits for the non-blocking stream before the default stream reads.
constexpr int kCount = 256;

__global__ void number(int* a) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] = i;
}

int main() {
  int *a, on_host[kCount];
  cudaMalloc(&a, sizeof(on_host));
  cudaStream_t stream;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  number<<<kCount / 64, 64, 0, stream>>>(a);
  cudaStreamSynchronize(stream);
  cudaMemcpy(on_host, a, sizeof(on_host), cudaMemcpyDeviceToHost);
  cudaMemsetAsync(a, 0, sizeof(on_host), stream);
  cudaMemcpyAsync(on_host, a, sizeof(on_host), cudaMemcpyDeviceToHost, stream);
  cudaStreamSynchronize(stream);
  cudaStreamDestroy(stream);
  cudaFree(a);
}
