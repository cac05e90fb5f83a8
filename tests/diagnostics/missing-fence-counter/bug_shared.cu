// SPDX-License-Identifier: MIT
// The last warp has no fence between the counter and what the others stored.
__global__ void sum(int* total) {
  __shared__ int part[4];
  __shared__ unsigned finished;
  if (threadIdx.x == 0) finished = 0;
  __syncthreads();
  if (threadIdx.x % 32 != 0) return;
  part[threadIdx.x / 32] = threadIdx.x;
  __threadfence_block();
  if (atomicAdd(&finished, 1u) != 3) return;
  int all = 0;
  for (int i = 0; i < 4; ++i) all += part[i];
  *total = all;
}

int main() {
  int* out;
  cudaMalloc(&out, sizeof(int));
  sum<<<1, 128>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}

/* report:
warning[missing-fence]: the flag `finished+0` does not say that `part+0` is
  stored: no fence follows the update of the counter
  --> bug_shared.cu:13:3
   |
 9 |   part[threadIdx.x / 32] = threadIdx.x;
   |   - (1) thread 0 of block (0,0,0) stores `part+0` here
11 |   if (atomicAdd(&finished, 1u) != 3) return;
   |   - (2) and then updates the flag `finished+0` here
   |   - (3) thread 64 of block (0,0,0), or one before it, updates the flag here
13 |   for (int i = 0; i < 4; ++i) all += part[i];
   |   ^ (4) thread 64 of block (0,0,0) loads `part+0` here
   |
   = why:   an atomic function is relaxed in PTX: without a fence after (3) the
            access (4) may take place first
   = note:  older samples of NVIDIA leave this fence out, so this is a warning
   = seen:  3 such pairs in block (0,0,0); lowest address shown
   = learn: docs/diagnostics/missing-fence.md
*/
