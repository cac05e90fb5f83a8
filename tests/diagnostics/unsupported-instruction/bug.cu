// SPDX-License-Identifier: MIT
// The emulator has no comparison of halves for video.
__global__ void compared(int* out) {
  int d;
  asm("vset2.u32.u32.ne %0, %1, %1, %2;" : "=r"(d) : "r"(out[0]), "r"(7));
  out[0] = d;
}

int main() {
  int* out;
  cudaMalloc(&out, sizeof(int));
  cudaMemset(out, 0, sizeof(int));
  compared<<<1, 1>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}

/* report:
error[unsupported-instruction]: the emulator has no `vset2.u32.u32.ne`
 --> bug.cu:5:3
  |
5 |   asm("vset2.u32.u32.ne %0, %1, %1, %2;" : "=r"(d) : "r"(out[0]), "r"(7));
  |   ^ this line needs it
  |
  = forms: the emulator has no form of `vset2`
  = why:   this is a limit of the emulator, not a mistake in the program
  = seen:  the launch ended here
  = learn: docs/diagnostics/unsupported-instruction.md
*/
