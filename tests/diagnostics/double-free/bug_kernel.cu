// SPDX-License-Identifier: MIT
// One thread asks for memory; every thread gives it back.
__global__ void scratch(int* out) {
  __shared__ int* memory;
  if (threadIdx.x == 0) memory = new int[32];
  __syncthreads();
  memory[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = memory[31 - threadIdx.x];
  __syncthreads();
  delete[] memory;
}

int main() {
  int* out;
  cudaMalloc(&out, 32 * sizeof(int));
  scratch<<<1, 32>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}

/* report:
error[double-free]: thread 1 frees `malloc #1`, which is freed already
  --> bug_kernel.cu:11:3
   |
11 |   delete[] memory;
   |   ^ thread 1 of block (0,0,0) frees it here
   |
   = why:   memory is given back once; after that another thread may get its
            address
   = seen:  lane 1 of warp 0 of block (0,0,0); the launch ended here
   = learn: docs/diagnostics/double-free.md
*/
