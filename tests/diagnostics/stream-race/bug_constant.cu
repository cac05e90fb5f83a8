// SPDX-License-Identifier: MIT
// The next table is uploaded while the kernel may still read this one, in a
// stream that is made when the kernel has been launched.
__constant__ int factors[64];

__global__ void scale(int* data) { data[threadIdx.x] *= factors[threadIdx.x]; }

int main() {
  int *data, *table;
  cudaStream_t copying, computing;
  cudaStreamCreate(&computing);
  cudaMalloc(&data, 256);
  cudaMallocHost(&table, 256);
  for (int i = 0; i < 64; ++i) table[i] = i;
  cudaMemset(data, 0, 256);
  scale<<<1, 64, 0, computing>>>(data);
  cudaStreamCreate(&copying);
  cudaMemcpyToSymbolAsync(factors, table, 256, 0, cudaMemcpyHostToDevice,
                          copying);
  cudaDeviceSynchronize();
  cudaFree(data);
  cudaFreeHost(table);
  cudaStreamDestroy(copying);
  cudaStreamDestroy(computing);
}

/* report:
error[stream-race]: `cudaMemcpyToSymbolAsync` writes `variable factors+0`, which
  the kernel `scale` may still load
 --> bug_constant.cu:6:30
  |
6 | __global__ void scale(int* data) { data[threadIdx.x] *= factors[threadIdx...
  |                              ^ (1) `scale` loads `variable factors+0` here
  |
  = work:  (1) `scale` is launched in main, in stream #1
  = work:  (2) `cudaMemcpyToSymbolAsync` writes it in main, in stream #2
  = order: cudaEventRecord in stream #1 and cudaStreamWaitEvent in stream #2
           order them; so does a wait of the host between
  = why:   nothing makes stream #2 wait for stream #1, so the two may happen in
           any order
  = learn: docs/diagnostics/stream-race.md
*/
