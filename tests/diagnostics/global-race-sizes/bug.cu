// SPDX-License-Identifier: MIT
// One block updates 8 bytes by an atomic, another one the lower 4 of them.
__global__ void count(unsigned long long* sum) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0)
    atomicAdd(sum, 1ull);
  else
    atomicAdd(reinterpret_cast<unsigned*>(sum), 1u);
}

int main() {
  unsigned long long* sum;
  cudaMalloc(&sum, sizeof(*sum));
  cudaMemset(sum, 0, sizeof(*sum));
  count<<<2, 32>>>(sum);
  cudaDeviceSynchronize();
  cudaFree(sum);
}

/* report:
error[global-race]: thread 0 of block (0,0,0) and thread 0 of block (1,0,0)
  touch `cudaMalloc #1+0` in no fixed order
 --> bug.cu:8:5
  |
6 |     atomicAdd(sum, 1ull);
  |     - (1) thread 0 of block (0,0,0) updates `cudaMalloc #1+0` here
8 |     atomicAdd(reinterpret_cast<unsigned*>(sum), 1u);
  |     ^ (2) thread 0 of block (1,0,0) updates `cudaMalloc #1+0` here
  |
  = why:   different blocks, same 4 bytes, one access is of 8 bytes and the
           other of 4: neither is atomic to the other, nothing orders them;
           blocks run in any order
  = seen:  1 such pair; lowest address shown
  = learn: docs/diagnostics/global-race.md
*/
