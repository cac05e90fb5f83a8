// SPDX-License-Identifier: MIT
// cudaMemcpy waits for the default stream, which does not wait for this one.
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
  cudaMemcpy(on_host, a, sizeof(on_host), cudaMemcpyDeviceToHost);
  cudaDeviceSynchronize();
  cudaStreamDestroy(stream);
  cudaFree(a);
}
