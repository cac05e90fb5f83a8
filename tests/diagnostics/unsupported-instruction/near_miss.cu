// SPDX-License-Identifier: MIT
// An instruction that the emulator has.
__global__ void shifted(int* out) {
  int d;
  asm("shl.b32 %0, %1, %2;" : "=r"(d) : "r"(out[0]), "r"(7));
  out[0] = d;
}

int main() {
  int* out;
  cudaMalloc(&out, sizeof(int));
  cudaMemset(out, 0, sizeof(int));
  shifted<<<1, 1>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}
