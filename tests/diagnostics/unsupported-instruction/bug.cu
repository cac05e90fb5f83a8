// SPDX-License-Identifier: MIT
// The emulator has no video instructions.
__global__ void difference(int* out) {
  int d;
  asm("vabsdiff.s32.s32.s32 %0, %1, %2;" : "=r"(d) : "r"(out[0]), "r"(7));
  out[0] = d;
}

int main() {
  int* out;
  cudaMalloc(&out, sizeof(int));
  cudaMemset(out, 0, sizeof(int));
  difference<<<1, 1>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}
