// SPDX-License-Identifier: MIT
// One buffer of the host for the copies of two streams: the parts overlap.
constexpr int kPart = 1024;

int main() {
  char *a, *b, *on_host;
  cudaMalloc(&a, kPart);
  cudaMalloc(&b, kPart);
  cudaMallocHost(&on_host, 2 * kPart);
  cudaMemset(a, 1, kPart);
  cudaMemset(b, 2, kPart);
  cudaStream_t one, two;
  cudaStreamCreate(&one);
  cudaStreamCreate(&two);
  cudaMemcpyAsync(on_host, a, kPart, cudaMemcpyDeviceToHost, one);
  cudaMemcpyAsync(on_host + kPart - 8, b, kPart, cudaMemcpyDeviceToHost, two);
  cudaDeviceSynchronize();
  cudaStreamDestroy(one);
  cudaStreamDestroy(two);
  cudaFreeHost(on_host);
  cudaFree(a);
  cudaFree(b);
}

/* report:
error[stream-race]: `cudaMemcpyAsync` writes `cudaHostAlloc #1+1016`, which
  another `cudaMemcpyAsync` may still write
  = work:  (1) `cudaMemcpyAsync` writes it in main, in stream #1
  = work:  (2) `cudaMemcpyAsync` writes it in main, in stream #2
  = order: cudaEventRecord in stream #1 and cudaStreamWaitEvent in stream #2
           order them; so does a wait of the host between
  = why:   nothing makes stream #2 wait for stream #1, so the two may happen in
           any order
  = learn: docs/diagnostics/stream-race.md
*/
