// SPDX-License-Identifier: MIT
// `in` is an array of the host; the device cannot see it.
__global__ void twice(const int* in, int* out) {
  out[threadIdx.x] = 2 * in[threadIdx.x];
}

int main() {
  int* in = new int[32]();
  int* out;
  cudaMalloc(&out, 32 * sizeof(int));
  twice<<<1, 32>>>(in, out);
  cudaDeviceSynchronize();
  cudaFree(out);
  delete[] in;
}

/* report:
error[host-pointer]: thread 0 loads host memory, which the device cannot see
 --> bug.cu:4:3
  |
4 |   out[threadIdx.x] = 2 * in[threadIdx.x];
  |   ^ thread 0 of block (0,0,0) loads through a host pointer here
  |
  = why:   the pointer comes from host code (new, malloc, std::vector, a local
           variable), or it was never set; cudaMalloc or cudaMallocManaged did
           not return it
  = seen:  lanes 0..31 of warp 0 of block (0,0,0); the launch ended here
  = learn: docs/diagnostics/host-pointer.md
*/
