// SPDX-License-Identifier: MIT
// Who has the lock gives it back inside the loop: right in lockstep, too.
__device__ int lock = 0;
__device__ int sum = 0;

__global__ void add() {
  bool done = false;
  while (!done) {
    if (atomicCAS(&lock, 0, 1) == 0) {
      __threadfence();
      sum = sum + 1;
      __threadfence();
      atomicExch(&lock, 0);
      done = true;
    }
  }
}

int main() {
  add<<<2, 64>>>();
  int total = 0;
  cudaMemcpyFromSymbol(&total, sum, sizeof(int));
  if (total != 128) exit(1);
}

/* no report on k20m */
