// SPDX-License-Identifier: MIT
// One block updates 8 bytes by an atomic, another one the lower 4 of them.
__global__ void count(unsigned long long* sum) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0)
    atomicAdd(sum, 1ull);
  else
    atomicAdd(reinterpret_cast<unsigned*>(sum), 1u);
}

int main() {
  unsigned long long* sum;
  cudaMalloc(&sum, sizeof(*sum));
  cudaMemset(sum, 0, sizeof(*sum));
  count<<<2, 32>>>(sum);
  cudaDeviceSynchronize();
  cudaFree(sum);
}
