// SPDX-License-Identifier: MIT
// Each side of the branch calls sum() for itself, with a mask of all lanes.
__noinline__ __device__ int sum(int x) {
  for (int step = 16; step > 0; step /= 2)
    x += __shfl_xor_sync(0xffffffffu, x, step);
  return x;
}

__global__ void sums(int* out) {
  const int t = threadIdx.x;
  if (t % 2 == 0)
    out[t] = sum(t);
  else
    out[t] = -sum(2 * t);
}

int main() {
  int* out;
  cudaMalloc(&out, 32 * sizeof(int));
  sums<<<1, 32>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}

/* report:
error[warp-mask]: lanes of warp 0 of block (0,0,0) wait for each other in
  different calls
 --> bug_two_calls.cu:5:5
  |
5 |     x += __shfl_xor_sync(0xffffffffu, x, step);
  |     ^ (1) lanes 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30 of
  |       warp 0 of block (0,0,0) wait here
  |     - (2) the other lanes wait here
  |
  = mask:  0xffffffff names lanes 0..31
  = why:   the emulator lets lanes reconverge in a function only where the same
           calls led; inlined, these would be different instructions
  = seen:  2 times in this launch; the first is shown
  = learn: docs/diagnostics/warp-mask.md

error[deadlock]: 32 threads of block (0,0,0) wait for threads that never come
 --> bug_two_calls.cu:5:5
  |
5 |     x += __shfl_xor_sync(0xffffffffu, x, step);
  |     ^ threads 0..31 wait here for lanes of their warp, mask 0xffffffff
  |
  = why:   each group waits for threads that wait somewhere else
  = seen:  1 block of 1 resident is stuck, 32 threads in all, 0 exited
  = learn: docs/diagnostics/deadlock.md
*/
