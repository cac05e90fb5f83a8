// SPDX-License-Identifier: MIT
// The emulator has no shift for video.
__global__ void shifted(int* out) {
  int d;
  asm("vshl.u32.u32.u32.wrap %0, %1, %2;" : "=r"(d) : "r"(out[0]), "r"(7));
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

/* report:
error[unsupported-instruction]: the emulator has no `vshl.u32.u32.u32.wrap`
 --> bug.cu:5:3
  |
5 |   asm("vshl.u32.u32.u32.wrap %0, %1, %2;" : "=r"(d) : "r"(out[0]), "r"(7));
  |   ^ this line needs it
  |
  = forms: the emulator has no form of `vshl`
  = why:   this is a limit of the emulator, not a mistake in the program
  = seen:  the launch ended here
  = learn: docs/diagnostics/unsupported-instruction.md
*/
