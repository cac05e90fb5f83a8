// SPDX-License-Identifier: MIT
// cudaMemcpyPeerAsync is ordered by its stream alone.
__global__ void set(int* data, int value) { data[threadIdx.x] += value; }

int main() {
  int *from, *to;
  cudaStream_t own;
  cudaMalloc(&from, 32 * sizeof(int));
  cudaMemset(from, 0, 32 * sizeof(int));
  cudaStreamCreateWithFlags(&own, cudaStreamNonBlocking);
  cudaDeviceSynchronize();
  set<<<1, 32, 0, own>>>(from, 1);
  cudaSetDevice(1);
  cudaMalloc(&to, 32 * sizeof(int));
  cudaMemcpyPeerAsync(to, 1, from, 0, 32 * sizeof(int), 0);
  set<<<1, 32>>>(to, 1);
  cudaSetDevice(0);
  set<<<1, 32, 0, own>>>(from, 2);
  cudaDeviceSynchronize();
  cudaSetDevice(1);
  cudaDeviceSynchronize();
  cudaFree(to);
  cudaSetDevice(0);
  cudaFree(from);
  cudaStreamDestroy(own);
}

/* report:
error[stream-race]: `cudaMemcpyPeerAsync` reads `cudaMalloc #1+0`, which the
  kernel `set` may still store
 --> bug_copy.cu:3:30
  |
3 | __global__ void set(int* data, int value) { data[threadIdx.x] += value; }
  |                              ^ (1) `set` stores `cudaMalloc #1+0` here
  |
  = work:  (1) `set` is launched in main, in stream #1
  = work:  (2) `cudaMemcpyPeerAsync` reads it in main, in the default stream
  = order: cudaEventRecord in stream #1 and cudaStreamWaitEvent in the default
           stream order them; so does a wait of the host between
  = why:   stream #1 is non-blocking: it and the default stream do not wait for
           each other
  = learn: docs/diagnostics/stream-race.md

error[stream-race]: the kernel `set` stores `cudaMalloc #1+0`, which
  `cudaMemcpyPeerAsync` may still read
 --> bug_copy.cu:3:30
  |
3 | __global__ void set(int* data, int value) { data[threadIdx.x] += value; }
  |                              ^ (2) `set` stores `cudaMalloc #1+0` here
  |
  = work:  (1) `cudaMemcpyPeerAsync` reads it in main, in the default stream
  = work:  (2) `set` is launched in main, in stream #1
  = order: cudaEventRecord in the default stream and cudaStreamWaitEvent in
           stream #1 order them; so does a wait of the host between
  = why:   stream #1 is non-blocking: it and the default stream do not wait for
           each other
  = learn: docs/diagnostics/stream-race.md
*/
