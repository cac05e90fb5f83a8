// SPDX-License-Identifier: MIT
// Volatile makes each access real, and orders none of them.
__global__ void show(volatile int* out) {
  if (threadIdx.x == 0) *out = int(blockIdx.x);
}
__global__ void count(volatile int* out) {
  if (threadIdx.x == 0) *out = *out + 1;
}
__global__ void add(volatile float* out) {
  if (threadIdx.x % 32 == 0) *out += 0.5f * float(threadIdx.x);
}

int main() {
  int* out;
  cudaMalloc(&out, 1024 * sizeof(int));
  cudaMemset(out, 0, 1024 * sizeof(int));
  show<<<4, 64>>>(out);
  count<<<4, 64>>>(out);
  add<<<1, 64>>>(reinterpret_cast<float*>(out));
  cudaDeviceSynchronize();
  cudaFree(out);
}

/* report:
error[global-race]: thread 0 of block (0,0,0) and thread 0 of block (1,0,0)
  touch `cudaMalloc #1+0` in no fixed order
 --> bug.cu:4:3
  |
4 |   if (threadIdx.x == 0) *out = int(blockIdx.x);
  |   - (1) thread 0 of block (0,0,0) stores `cudaMalloc #1+0` here
  |   ^ (2) thread 0 of block (1,0,0) stores `cudaMalloc #1+0` here
  |
  = why:   different blocks, same 4 bytes, both store, nothing orders them;
           blocks run in any order; volatile alone orders nothing
  = seen:  3 such pairs; lowest address shown
  = learn: docs/diagnostics/global-race.md

error[global-race]: thread 0 of block (0,0,0) and thread 0 of block (1,0,0)
  touch `cudaMalloc #1+0` in no fixed order
 --> bug.cu:7:3
  |
7 |   if (threadIdx.x == 0) *out = *out + 1;
  |   - (1) thread 0 of block (0,0,0) stores `cudaMalloc #1+0` here
  |   ^ (2) thread 0 of block (1,0,0) stores `cudaMalloc #1+0` here
  |
  = why:   different blocks, same 4 bytes, both store, nothing orders them;
           blocks run in any order; volatile alone orders nothing
  = seen:  3 such pairs; lowest address shown
  = learn: docs/diagnostics/global-race.md

error[global-race]: thread 0 of block (0,0,0) and thread 32 of block (0,0,0)
  touch `cudaMalloc #1+0` with no barrier between
  --> bug.cu:10:3
   |
10 |   if (threadIdx.x % 32 == 0) *out += 0.5f * float(threadIdx.x);
   |   - (1) thread 0 of block (0,0,0) stores `cudaMalloc #1+0` here
   |   ^ (2) thread 32 of block (0,0,0) stores `cudaMalloc #1+0` here
   |
   = why:   different warps, same 4 bytes, both store, nothing orders them;
            volatile alone orders nothing
   = seen:  1 such pair; lowest address shown
   = learn: docs/diagnostics/global-race.md
*/
