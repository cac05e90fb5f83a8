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

/* report:
error[stream-race]: `cudaMemcpy` reads `cudaMalloc #1+0`, which the kernel
  `number` may still store
 --> bug_non_blocking.cu:7:3
  |
7 |   a[i] = i;
  |   ^ (1) `number` stores `cudaMalloc #1+0` here
  |
  = work:  (1) `number` is launched in main, in stream #1
  = work:  (2) `cudaMemcpy` reads it in main, in the default stream
  = order: cudaEventRecord in stream #1 and cudaStreamWaitEvent in the default
           stream order them; so does a wait of the host between
  = why:   stream #1 is non-blocking: it and the default stream do not wait for
           each other
  = learn: docs/diagnostics/stream-race.md
*/
