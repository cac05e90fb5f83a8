// SPDX-License-Identifier: MIT
// Nothing was stored in the function pointer.
__device__ int (*operation)(int);

__global__ void apply(int* out) { *out = operation(1); }

int main() {
  int* out;
  cudaMalloc(&out, sizeof(int));
  apply<<<1, 1>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}

/* report:
error[bad-call]: thread 0 calls a function that does not exist
 --> bug.cu:5:30
  |
5 | __global__ void apply(int* out) { *out = operation(1); }
  |                              ^ thread 0 of block (0,0,0) stops here
  |
  = why:   the function pointer holds no address of a device function
  = seen:  lane 0 of warp 0 of block (0,0,0); the launch ended here
  = learn: docs/diagnostics/bad-call.md
*/
