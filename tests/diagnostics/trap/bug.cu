// SPDX-License-Identifier: MIT
// A negative length is refused by a trap.
__global__ void check(int length) {
  if (length < 0) __trap();
}

int main() {
  check<<<1, 32>>>(-1);
  cudaDeviceSynchronize();
}

/* report:
error[trap]: thread 0 ran a trap instruction
 --> bug.cu:4:3
  |
4 |   if (length < 0) __trap();
  |   ^ thread 0 of block (0,0,0) stops here
  |
  = why:   a trap ends the launch with an error; __trap() and failed checks
           inside libraries use it
  = seen:  lanes 0..31 of warp 0 of block (0,0,0); the launch ended here
  = learn: docs/diagnostics/trap.md
*/
