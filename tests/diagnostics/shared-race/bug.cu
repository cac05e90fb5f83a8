// SPDX-License-Identifier: MIT
// Nothing lies between the stores and the loads of the other warp.
__global__ void reverse(const float* in, float* out) {
  __shared__ float buf[64];
  buf[threadIdx.x] = in[threadIdx.x];
  out[threadIdx.x] = buf[63 - threadIdx.x];
}

int main() {
  float *in, *out;
  cudaMalloc(&in, 64 * sizeof(float));
  cudaMalloc(&out, 64 * sizeof(float));
  cudaMemset(in, 0, 64 * sizeof(float));
  reverse<<<1, 64>>>(in, out);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}

/* report:
error[shared-race]: threads 0 and 63 touch `buf+0` with no barrier between
 --> bug.cu:6:3
  |
5 |   buf[threadIdx.x] = in[threadIdx.x];
  |   - (1) thread 0 (warp 0) stores `buf+0` here
6 |   out[threadIdx.x] = buf[63 - threadIdx.x];
  |   ^ (2) thread 63 (warp 1) loads `buf+0` here
  |
  = why:   different warps, same 4 bytes, one is a store, nothing orders them
  = seen:  64 such pairs in block (0,0,0); lowest address shown
  = learn: docs/diagnostics/shared-race.md
*/
