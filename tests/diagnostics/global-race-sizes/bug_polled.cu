// SPDX-License-Identifier: MIT
// A pair of numbers is swapped as 8 bytes, and polled as 4.
__global__ void take(unsigned long long* pair, unsigned* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    atomicExch(pair, 1ull << 32 | 7);
  } else {
    const auto* low = reinterpret_cast<volatile unsigned*>(pair);
    while (*low == 0) {
    }
    *out = *low;
  }
}

int main() {
  unsigned long long* pair;
  unsigned* out;
  cudaMalloc(&pair, sizeof(*pair));
  cudaMalloc(&out, sizeof(*out));
  cudaMemset(pair, 0, sizeof(*pair));
  take<<<2, 32>>>(pair, out);
  cudaDeviceSynchronize();
  cudaFree(pair);
  cudaFree(out);
}

/* report:
error[global-race]: thread 0 of block (0,0,0) and thread 0 of block (1,0,0)
  touch `cudaMalloc #1+0` in no fixed order
 --> bug_polled.cu:9:5
  |
6 |     atomicExch(pair, 1ull << 32 | 7);
  |     - (1) thread 0 of block (0,0,0) updates `cudaMalloc #1+0` here
9 |     while (*low == 0) {
  |     ^ (2) thread 0 of block (1,0,0) loads `cudaMalloc #1+0` here
  |
  = why:   different blocks, same 4 bytes, one access is of 8 bytes and the
           other of 4: neither is atomic to the other, nothing orders them;
           blocks run in any order; volatile alone orders nothing
  = seen:  1 such pair; lowest address shown
  = learn: docs/diagnostics/global-race.md

error[global-race]: thread 0 of block (0,0,0) and thread 0 of block (1,0,0)
  touch `cudaMalloc #1+0` in no fixed order
  --> bug_polled.cu:11:5
   |
 6 |     atomicExch(pair, 1ull << 32 | 7);
   |     - (1) thread 0 of block (0,0,0) updates `cudaMalloc #1+0` here
11 |     *out = *low;
   |     ^ (2) thread 0 of block (1,0,0) loads `cudaMalloc #1+0` here
   |
   = why:   different blocks, same 4 bytes, one access is of 8 bytes and the
            other of 4: neither is atomic to the other, nothing orders them;
            blocks run in any order; volatile alone orders nothing
   = seen:  1 such pair; lowest address shown
   = learn: docs/diagnostics/global-race.md
*/
