// SPDX-License-Identifier: MIT
// The mask 0x1f names lanes 0 to 4, but all lanes run the shuffle.
__global__ void sum(int* out) {
  int value = threadIdx.x;
  for (int step = 16; step > 0; step /= 2)
    value += __shfl_down_sync(warpSize - 1, value, step);
  if (threadIdx.x == 0) *out = value;
}

int main() {
  int* out;
  cudaMalloc(&out, sizeof(int));
  sum<<<1, 32>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}

/* report:
error[warp-mask]: lanes 5..31 run a warp instruction whose mask leaves them out
 --> bug.cu:6:5
  |
6 |     value += __shfl_down_sync(warpSize - 1, value, step);
  |     ^ lanes 5..31 of warp 0 of block (0,0,0) run this here
  |
  = mask:  0x0000001f names lanes 0..4
  = why:   a lane that runs `shfl.sync.down.b32` must be named by the mask that
           it gives
  = seen:  5 times in this launch; the first is shown
  = learn: docs/diagnostics/warp-mask.md
*/
