// SPDX-License-Identifier: MIT
// Lanes 8 to 15 read lanes 16 to 23, which do not run the shuffle.
__global__ void shift(int* out) {
  int value = threadIdx.x;
  if (threadIdx.x < 16) value = __shfl_down_sync(0x0000ffff, value, 8);
  out[threadIdx.x] = value;
}

int main() {
  int* out;
  cudaMalloc(&out, 32 * sizeof(int));
  shift<<<1, 32>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}

/* report:
error[inactive-shuffle-source]: lanes 8..15 read from a lane that takes no part
 --> bug.cu:5:3
  |
5 |   if (threadIdx.x < 16) value = __shfl_down_sync(0x0000ffff, value, 8);
  |   ^ lanes 8..15 of warp 0 of block (0,0,0) read here
  |
  = mask:  0x0000ffff names lanes 0..15
  = why:   a shuffle reads a register of a lane that runs the same
           `shfl.sync.down.b32`; otherwise the value is undefined
  = seen:  once in this launch
  = learn: docs/diagnostics/inactive-shuffle-source.md
*/
