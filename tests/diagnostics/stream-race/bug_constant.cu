// SPDX-License-Identifier: MIT
// The next table is uploaded while the kernel may still read this one.
__constant__ int factors[64];

__global__ void scale(int* data) { data[threadIdx.x] *= factors[threadIdx.x]; }

int main() {
  int *data, *table;
  cudaStream_t copying, computing;
  cudaStreamCreate(&copying);
  cudaStreamCreate(&computing);
  cudaMalloc(&data, 256);
  cudaMallocHost(&table, 256);
  for (int i = 0; i < 64; ++i) table[i] = i;
  cudaMemset(data, 0, 256);
  scale<<<1, 64, 0, computing>>>(data);
  cudaMemcpyToSymbolAsync(factors, table, 256, 0, cudaMemcpyHostToDevice,
                          copying);
  cudaDeviceSynchronize();
  cudaFree(data);
  cudaFreeHost(table);
  cudaStreamDestroy(copying);
  cudaStreamDestroy(computing);
}
