// SPDX-License-Identifier: MIT
// The end of a sum as code from before Volta has it: volatile, no barrier.
__global__ void sum(int* out) {
  __shared__ volatile int part[64];
  const unsigned t = threadIdx.x;
  part[t] = t;
  __syncthreads();
  if (t < 32) {
    part[t] += part[t + 32];
    part[t] += part[t + 16];
    part[t] += part[t + 8];
    part[t] += part[t + 4];
    part[t] += part[t + 2];
    part[t] += part[t + 1];
  }
  if (t == 0) *out = part[0];
}

int main() {
  int* out;
  cudaMalloc(&out, sizeof(int));
  sum<<<1, 64>>>(out);
  int total = 0;
  cudaMemcpy(&total, out, sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(out);
  return total == 2016 ? 0 : 1;
}

/* report:
error[warp-race]: threads 16 and 0 of one warp touch `part+64` in no fixed order
  --> bug.cu:10:5
   |
 9 |     part[t] += part[t + 32];
   |     - (1) thread 16 (warp 0) stores `part+64` here
10 |     part[t] += part[t + 16];
   |     ^ (2) thread 0 (warp 0) loads `part+64` here
   |
   = why:   same warp, same 4 bytes, one is a store; since Volta the lanes of a
            warp run in no fixed order
   = seen:  16 such pairs in block (0,0,0); lowest address shown
   = learn: docs/diagnostics/warp-race.md

error[warp-race]: threads 16 and 0 of one warp touch `part+64` in no fixed order
  --> bug.cu:10:5
   |
10 |     part[t] += part[t + 16];
   |     - (1) thread 16 (warp 0) stores `part+64` here
   |     ^ (2) thread 0 (warp 0) loads `part+64` here
   |
   = why:   same warp, same 4 bytes, one is a store; since Volta the lanes of a
            warp run in no fixed order
   = seen:  16 such pairs in block (0,0,0); lowest address shown
   = learn: docs/diagnostics/warp-race.md

error[warp-race]: threads 8 and 0 of one warp touch `part+32` in no fixed order
  --> bug.cu:11:5
   |
10 |     part[t] += part[t + 16];
   |     - (1) thread 8 (warp 0) stores `part+32` here
11 |     part[t] += part[t + 8];
   |     ^ (2) thread 0 (warp 0) loads `part+32` here
   |
   = why:   same warp, same 4 bytes, one is a store; since Volta the lanes of a
            warp run in no fixed order
   = seen:  24 such pairs in block (0,0,0); lowest address shown
   = learn: docs/diagnostics/warp-race.md

error[warp-race]: threads 8 and 0 of one warp touch `part+32` in no fixed order
  --> bug.cu:11:5
   |
11 |     part[t] += part[t + 8];
   |     - (1) thread 8 (warp 0) stores `part+32` here
   |     ^ (2) thread 0 (warp 0) loads `part+32` here
   |
   = why:   same warp, same 4 bytes, one is a store; since Volta the lanes of a
            warp run in no fixed order
   = seen:  24 such pairs in block (0,0,0); lowest address shown
   = learn: docs/diagnostics/warp-race.md

error[warp-race]: threads 4 and 0 of one warp touch `part+16` in no fixed order
  --> bug.cu:12:5
   |
11 |     part[t] += part[t + 8];
   |     - (1) thread 4 (warp 0) stores `part+16` here
12 |     part[t] += part[t + 4];
   |     ^ (2) thread 0 (warp 0) loads `part+16` here
   |
   = why:   same warp, same 4 bytes, one is a store; since Volta the lanes of a
            warp run in no fixed order
   = seen:  28 such pairs in block (0,0,0); lowest address shown
   = learn: docs/diagnostics/warp-race.md

error[warp-race]: threads 4 and 0 of one warp touch `part+16` in no fixed order
  --> bug.cu:12:5
   |
12 |     part[t] += part[t + 4];
   |     - (1) thread 4 (warp 0) stores `part+16` here
   |     ^ (2) thread 0 (warp 0) loads `part+16` here
   |
   = why:   same warp, same 4 bytes, one is a store; since Volta the lanes of a
            warp run in no fixed order
   = seen:  28 such pairs in block (0,0,0); lowest address shown
   = learn: docs/diagnostics/warp-race.md

error[warp-race]: threads 2 and 0 of one warp touch `part+8` in no fixed order
  --> bug.cu:13:5
   |
12 |     part[t] += part[t + 4];
   |     - (1) thread 2 (warp 0) stores `part+8` here
13 |     part[t] += part[t + 2];
   |     ^ (2) thread 0 (warp 0) loads `part+8` here
   |
   = why:   same warp, same 4 bytes, one is a store; since Volta the lanes of a
            warp run in no fixed order
   = seen:  30 such pairs in block (0,0,0); lowest address shown
   = learn: docs/diagnostics/warp-race.md

error[warp-race]: threads 2 and 0 of one warp touch `part+8` in no fixed order
  --> bug.cu:13:5
   |
13 |     part[t] += part[t + 2];
   |     - (1) thread 2 (warp 0) stores `part+8` here
   |     ^ (2) thread 0 (warp 0) loads `part+8` here
   |
   = why:   same warp, same 4 bytes, one is a store; since Volta the lanes of a
            warp run in no fixed order
   = seen:  30 such pairs in block (0,0,0); lowest address shown
   = learn: docs/diagnostics/warp-race.md

error[warp-race]: threads 1 and 0 of one warp touch `part+4` in no fixed order
  --> bug.cu:14:5
   |
13 |     part[t] += part[t + 2];
   |     - (1) thread 1 (warp 0) stores `part+4` here
14 |     part[t] += part[t + 1];
   |     ^ (2) thread 0 (warp 0) loads `part+4` here
   |
   = why:   same warp, same 4 bytes, one is a store; since Volta the lanes of a
            warp run in no fixed order
   = seen:  31 such pairs in block (0,0,0); lowest address shown
   = learn: docs/diagnostics/warp-race.md

error[warp-race]: threads 1 and 0 of one warp touch `part+4` in no fixed order
  --> bug.cu:14:5
   |
14 |     part[t] += part[t + 1];
   |     - (1) thread 1 (warp 0) stores `part+4` here
   |     ^ (2) thread 0 (warp 0) loads `part+4` here
   |
   = why:   same warp, same 4 bytes, one is a store; since Volta the lanes of a
            warp run in no fixed order
   = seen:  31 such pairs in block (0,0,0); lowest address shown
   = learn: docs/diagnostics/warp-race.md
*/
/* no report on c1060 */
/* no report on k20m */
