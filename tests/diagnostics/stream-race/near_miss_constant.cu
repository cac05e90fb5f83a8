// SPDX-License-Identifier: MIT
// Two halves of a table take turns: one is uploaded while the other is read,
// and an event tells when a half is read no more.
__constant__ int factors[2][32];

__global__ void scale(int* data, int half) {
  data[threadIdx.x] *= factors[half][threadIdx.x];
}

int main() {
  int *data, *table;
  cudaStream_t copying, computing;
  cudaEvent_t uploaded, used[2];
  cudaStreamCreate(&copying);
  cudaStreamCreate(&computing);
  cudaEventCreate(&uploaded);
  for (cudaEvent_t& event : used) cudaEventCreate(&event);
  cudaMalloc(&data, 128);
  cudaMallocHost(&table, 128);
  for (int i = 0; i < 32; ++i) table[i] = i;
  cudaMemset(data, 0, 128);
  for (int i = 0; i < 6; ++i) {
    const int half = i % 2;
    cudaStreamWaitEvent(copying, used[half], 0);
    cudaMemcpyToSymbolAsync(factors, table, 128, 128 * half,
                            cudaMemcpyHostToDevice, copying);
    cudaEventRecord(uploaded, copying);
    cudaStreamWaitEvent(computing, uploaded, 0);
    scale<<<1, 32, 0, computing>>>(data, half);
    cudaEventRecord(used[half], computing);
  }
  cudaDeviceSynchronize();
  cudaFree(data);
  cudaFreeHost(table);
  for (cudaEvent_t event : used) cudaEventDestroy(event);
  cudaEventDestroy(uploaded);
  cudaStreamDestroy(copying);
  cudaStreamDestroy(computing);
}
