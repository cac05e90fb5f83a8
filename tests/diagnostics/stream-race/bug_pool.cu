// SPDX-License-Identifier: MIT
// Memory of a stream is freed in another one, which waits for nothing.
__global__ void fill(int* out) { out[threadIdx.x] = threadIdx.x; }

int main() {
  cudaStream_t working, cleaning;
  cudaStreamCreate(&working);
  cudaStreamCreate(&cleaning);
  int* data;
  cudaMallocAsync(&data, 64 * sizeof(int), working);
  fill<<<1, 64, 0, working>>>(data);
  cudaFreeAsync(data, cleaning);
  cudaDeviceSynchronize();
  cudaStreamDestroy(working);
  cudaStreamDestroy(cleaning);
}

/* report:
error[stream-race]: `cudaFreeAsync` frees `cudaMallocAsync #1+0`, which the
  kernel `fill` may still store
 --> bug_pool.cu:3:30
  |
3 | __global__ void fill(int* out) { out[threadIdx.x] = threadIdx.x; }
  |                              ^ (1) `fill` stores `cudaMallocAsync #1+0` here
  |
  = work:  (1) `fill` is launched in main, in stream #1
  = work:  (2) `cudaFreeAsync` frees it in main, in stream #2
  = order: cudaEventRecord in stream #1 and cudaStreamWaitEvent in stream #2
           order them; so does a wait of the host between
  = why:   nothing makes stream #2 wait for stream #1, so the two may happen in
           any order
  = learn: docs/diagnostics/stream-race.md
*/
