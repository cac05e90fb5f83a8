// SPDX-License-Identifier: MIT
// Neighbouring lanes read elements that are 32 floats apart.
__global__ void column(const float* in, float* out) {
  out[threadIdx.x] = in[threadIdx.x * 32];
}

int main() {
  float *in, *out;
  cudaMalloc(&in, 256 * 32 * sizeof(float));
  cudaMalloc(&out, 256 * sizeof(float));
  cudaMemset(in, 0, 256 * 32 * sizeof(float));
  column<<<1, 256>>>(in, out);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}

/* report:
warning[uncoalesced]: one load of `cudaMalloc #1` takes 32 sectors instead of 4
 --> bug.cu:4:3
  |
4 |   out[threadIdx.x] = in[threadIdx.x * 32];
  |   ^ warp 0 of block (0,0,0) loads `cudaMalloc #1` here
  |
  = lanes: 0 -> cudaMalloc #1+0, 1 -> cudaMalloc #1+128, 2 -> cudaMalloc #1+256,
           ... 31 -> cudaMalloc #1+3968
  = why:   memory moves in sectors of 32 bytes; steps of 128 bytes spread the
           warp over 32 sectors
  = seen:  256 sectors for 8 warp loads on this line; 32 would hold what is used
  = learn: docs/diagnostics/uncoalesced.md
*/
