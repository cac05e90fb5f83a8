// SPDX-License-Identifier: MIT
// The memory is freed before the kernel that writes it.
__global__ void fill(int* out) { out[threadIdx.x] = 1; }

int main() {
  int* out;
  cudaMalloc(&out, 32 * sizeof(int));
  cudaFree(out);
  fill<<<1, 32>>>(out);
  cudaDeviceSynchronize();
}

/* report:
error[use-after-free]: thread 0 stores `cudaMalloc #1`, which is freed
 --> bug.cu:3:30
  |
3 | __global__ void fill(int* out) { out[threadIdx.x] = 1; }
  |                              ^ thread 0 of block (0,0,0) stores
  |                                `cudaMalloc #1+0` here
  |
  = why:   the memory was given back before this access
  = seen:  lanes 0..31 of warp 0 of block (0,0,0); the launch ended here
  = learn: docs/diagnostics/use-after-free.md
*/
