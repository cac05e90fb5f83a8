// SPDX-License-Identifier: MIT
// A pair of numbers is swapped as 8 bytes, and polled as 4.
__global__ void take(unsigned long long* pair, unsigned* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    atomicExch(pair, 1ull << 32 | 7);
  } else {
    const auto* low = reinterpret_cast<volatile unsigned*>(pair);
    while (*low == 0) {
    }
    *out = *low;
  }
}

int main() {
  unsigned long long* pair;
  unsigned* out;
  cudaMalloc(&pair, sizeof(*pair));
  cudaMalloc(&out, sizeof(*out));
  cudaMemset(pair, 0, sizeof(*pair));
  take<<<2, 32>>>(pair, out);
  cudaDeviceSynchronize();
  cudaFree(pair);
  cudaFree(out);
}
