// SPDX-License-Identifier: MIT
// Both arrays are written before the kernel reads them.
namespace first {

__global__ void add(const int* in, int* sum) {
  sum[threadIdx.x] += in[threadIdx.x];
}

void run() {
  int *in, *sum;
  cudaMalloc(&in, 32 * sizeof(int));
  cudaMalloc(&sum, 32 * sizeof(int));
  cudaMemset(in, 0, 32 * sizeof(int));
  cudaMemset(sum, 0, 32 * sizeof(int));
  add<<<1, 32>>>(in, sum);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(sum);
}

}  // namespace first

// An exchange whose old value nobody uses is a store.
namespace exchange {

__global__ void clear(int* out) {
  __shared__ int seen[32];
  atomicExch(&seen[threadIdx.x], 1);
  __syncthreads();
  out[threadIdx.x] = seen[31 - threadIdx.x];
  atomicExch(&out[32 + threadIdx.x], 2);
  out[64 + threadIdx.x] = out[32 + threadIdx.x];
}

void run() {
  int* out;
  cudaMalloc(&out, 96 * sizeof(int));
  clear<<<1, 32>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}

}  // namespace exchange

int main() {
  first::run();
  exchange::run();
}
