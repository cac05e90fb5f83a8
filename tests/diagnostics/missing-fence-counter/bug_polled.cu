// SPDX-License-Identifier: MIT
// A counter is polled by adding 0, and no fence follows.
__global__ void meet(int* data, unsigned* come, int* out) {
  if (threadIdx.x != 0) return;
  data[blockIdx.x] = blockIdx.x;
  __threadfence();
  atomicAdd(come, 1u);
  while (atomicAdd(come, 0u) < gridDim.x) {
  }
  out[blockIdx.x] = data[(blockIdx.x + 1) % gridDim.x];
}

int main() {
  int* p;
  cudaMalloc(&p, 9 * sizeof(int));
  cudaMemset(p, 0, 9 * sizeof(int));
  meet<<<4, 32>>>(p, reinterpret_cast<unsigned*>(p + 8), p + 4);
  cudaDeviceSynchronize();
  cudaFree(p);
}

/* report:
warning[missing-fence]: the flag `cudaMalloc #1+32` does not say that
  `cudaMalloc #1+0` is stored: no fence follows the update
  of the counter
  --> bug_polled.cu:10:3
   |
 5 |   data[blockIdx.x] = blockIdx.x;
   |   - (1) thread 0 of block (0,0,0) stores `cudaMalloc #1+0` here
 7 |   atomicAdd(come, 1u);
   |   - (2) and then updates the flag `cudaMalloc #1+32` here
 8 |   while (atomicAdd(come, 0u) < gridDim.x) {
   |   - (3) thread 0 of block (3,0,0), or one before it, updates the flag here
10 |   out[blockIdx.x] = data[(blockIdx.x + 1) % gridDim.x];
   |   ^ (4) thread 0 of block (3,0,0) loads `cudaMalloc #1+0` here
   |
   = why:   an atomic function is relaxed in PTX: without a fence after (3) the
            access (4) may take place first
   = note:  older samples of NVIDIA leave this fence out, so this is a warning
   = seen:  4 such pairs; lowest address shown
   = learn: docs/diagnostics/missing-fence.md
*/
