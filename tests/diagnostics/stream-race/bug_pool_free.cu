// SPDX-License-Identifier: MIT
// cudaFree waits for the device, but not where memory is of a stream.
__global__ void fill(int* out) { out[threadIdx.x] = threadIdx.x; }

int main() {
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  int* data;
  cudaMallocAsync(&data, 64 * sizeof(int), stream);
  fill<<<1, 64, 0, stream>>>(data);
  cudaFree(data);
  cudaDeviceSynchronize();
  cudaStreamDestroy(stream);
}

/* report:
error[stream-race]: `cudaFree` frees `cudaMallocAsync #1+0`, which the kernel
  `fill` may still store
 --> bug_pool_free.cu:3:30
  |
3 | __global__ void fill(int* out) { out[threadIdx.x] = threadIdx.x; }
  |                              ^ (1) `fill` stores `cudaMallocAsync #1+0` here
  |
  = work:  (1) `fill` is launched in main, in stream #1
  = work:  (2) `cudaFree` frees it in main
  = order: cudaStreamSynchronize of stream #1 before it orders them
  = why:   it does not wait for streams where the memory is from cudaMallocAsync
  = learn: docs/diagnostics/stream-race.md
*/
