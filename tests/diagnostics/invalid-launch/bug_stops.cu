// SPDX-License-Identifier: MIT
// The program reads the error of a launch with n / 256 = 0 blocks, says nothing
// and ends with status 1.
__global__ void fill(int* data) { data[threadIdx.x] = 1; }

int main() {
  const int n = 100;
  fill<<<n / 256, 256>>>(nullptr);
  if (cudaGetLastError() != cudaSuccess) return 1;
}

/* report:
error[invalid-launch]: `fill` cannot start: the grid has no blocks: (0,1,1)
  = host:  in main
  = error: cudaErrorInvalidValue, told by cudaGetLastError() only
  = why:   each of the three sizes must be at least 1
  = seen:  launch 1 of this kernel, grid (0,1,1), block (256,1,1)
  = learn: docs/diagnostics/invalid-launch.md
*/
