// SPDX-License-Identifier: MIT
// A thread for each of 128 elements, but only 100 were allocated.
__global__ void fill(float* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = 1.0f;
}

int main() {
  float* out;
  cudaMalloc(&out, 100 * sizeof(float));
  fill<<<1, 128>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}

/* report:
error[out-of-bounds]: thread 100 stores 4 bytes past the end of `cudaMalloc #1`
 --> bug.cu:5:3
  |
5 |   out[i] = 1.0f;
  |   ^ thread 100 of block (0,0,0) stores `cudaMalloc #1+400` here
  |
  = why:   `cudaMalloc #1` has 400 bytes, the last one is +399; this access is
           at +400..+403
  = seen:  lanes 4..31 of warp 3 of block (0,0,0); the launch ended here
  = learn: docs/diagnostics/out-of-bounds.md
*/
