// SPDX-License-Identifier: MIT
// The stream is gone, its copy goes on. Nor did it wait for what was issued
// before it was made.
__global__ void twice(int* out, const int* in) {
  out[threadIdx.x] = 2 * in[threadIdx.x];
}

int main() {
  int *in, *out, *first;
  cudaStream_t copying;
  cudaMalloc(&in, 128);
  cudaMalloc(&out, 128);
  cudaMalloc(&first, 128);
  cudaMemset(first, 1, 128);
  cudaStreamCreateWithFlags(&copying, cudaStreamNonBlocking);
  cudaMemcpyAsync(in, first, 128, cudaMemcpyDeviceToDevice, copying);
  cudaStreamDestroy(copying);
  twice<<<1, 32>>>(out, in);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
  cudaFree(first);
}

/* report:
error[stream-race]: `cudaMemcpyAsync` reads `cudaMalloc #3+0`, which
  `cudaMemset` may still write
  = work:  (1) `cudaMemset` writes it in main, in the default stream
  = work:  (2) `cudaMemcpyAsync` reads it in main, in stream #1
  = order: cudaEventRecord in the default stream and cudaStreamWaitEvent in
           stream #1 order them; so does a wait of the host between
  = why:   stream #1 is non-blocking: it and the default stream do not wait for
           each other
  = learn: docs/diagnostics/stream-race.md

error[stream-race]: the kernel `twice` loads `cudaMalloc #1+0`, which
  `cudaMemcpyAsync` may still write
 --> bug_destroyed.cu:5:3
  |
5 |   out[threadIdx.x] = 2 * in[threadIdx.x];
  |   ^ (2) `twice` loads `cudaMalloc #1+0` here
  |
  = work:  (1) `cudaMemcpyAsync` writes it in main, in stream #1
  = work:  (2) `twice` is launched in main, in the default stream
  = order: cudaEventRecord in stream #1 and cudaStreamWaitEvent in the default
           stream order them; so does a wait of the host between
  = why:   stream #1 is non-blocking: it and the default stream do not wait for
           each other
  = learn: docs/diagnostics/stream-race.md
*/
