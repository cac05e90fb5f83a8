// SPDX-License-Identifier: MIT
// Memory of a stream, in another one: after the first, or after the host.
__global__ void fill(int* out) { out[threadIdx.x] = threadIdx.x; }

int main() {
  cudaStream_t one, two;
  cudaEvent_t there, used;
  cudaStreamCreate(&one);
  cudaStreamCreateWithFlags(&two, cudaStreamNonBlocking);
  cudaEventCreate(&there);
  cudaEventCreate(&used);
  for (int round = 0; round < 3; ++round) {
    int *data, *more;
    cudaMallocAsync(&data, 64 * sizeof(int), one);
    cudaMallocAsync(&more, 64 * sizeof(int), one);
    cudaEventRecord(there, one);
    cudaStreamWaitEvent(two, there, 0);
    fill<<<1, 64, 0, two>>>(data);
    cudaEventRecord(used, two);
    cudaStreamWaitEvent(one, used, 0);
    cudaFreeAsync(data, one);
    fill<<<1, 64>>>(more);
    cudaStreamSynchronize(nullptr);
    cudaFree(more);
  }
  cudaDeviceSynchronize();
  cudaEventDestroy(there);
  cudaEventDestroy(used);
  cudaStreamDestroy(one);
  cudaStreamDestroy(two);
}
