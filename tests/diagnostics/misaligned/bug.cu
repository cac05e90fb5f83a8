// SPDX-License-Identifier: MIT
// A float4 starts at a multiple of 16 bytes; in + 1 does not.
__global__ void copy(const float* in, float4* out) {
  out[threadIdx.x] = reinterpret_cast<const float4*>(in + 1)[threadIdx.x];
}

int main() {
  float *in, *out;
  cudaMalloc(&in, 1024);
  cudaMalloc(&out, 1024);
  cudaMemset(in, 0, 1024);
  copy<<<1, 32>>>(in, reinterpret_cast<float4*>(out));
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}

/* report:
error[misaligned]: a load of 16 bytes at `cudaMalloc #1+4`, not a multiple of 16
 --> bug.cu:4:3
  |
4 |   out[threadIdx.x] = reinterpret_cast<const float4*>(in + 1)[threadIdx.x];
  |   ^ thread 0 of block (0,0,0) loads `cudaMalloc #1+4` here
  |
  = why:   an access of 16 bytes must start at a multiple of 16
  = seen:  lanes 0..31 of warp 0 of block (0,0,0); the launch ended here
  = learn: docs/diagnostics/misaligned.md
*/
