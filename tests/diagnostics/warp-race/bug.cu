// SPDX-License-Identifier: MIT
// One warp, no barrier: its lanes are threads of their own since Volta.
__global__ void shift(int* out) {
  __shared__ volatile int buf[32];
  buf[threadIdx.x] = threadIdx.x;
  out[threadIdx.x] = buf[(threadIdx.x + 1) % 32];
}

int main() {
  int* out;
  cudaMalloc(&out, 32 * sizeof(int));
  shift<<<1, 32>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}

/* report:
error[warp-race]: threads 0 and 31 of one warp touch `buf+0` in no fixed order
 --> bug.cu:6:3
  |
5 |   buf[threadIdx.x] = threadIdx.x;
  |   - (1) thread 0 (warp 0) stores `buf+0` here
6 |   out[threadIdx.x] = buf[(threadIdx.x + 1) % 32];
  |   ^ (2) thread 31 (warp 0) loads `buf+0` here
  |
  = why:   same warp, same 4 bytes, one is a store; since Volta the lanes of a
           warp run in no fixed order
  = seen:  32 such pairs in block (0,0,0); lowest address shown
  = learn: docs/diagnostics/warp-race.md
*/
