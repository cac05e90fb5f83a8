// SPDX-License-Identifier: MIT
// A row that starts inside a sector needs one sector more: no warning.
__global__ void row(const float* in, float* out) {
  out[threadIdx.x] = in[threadIdx.x + 1];
}

int main() {
  float *in, *out;
  cudaMalloc(&in, 256 * 32 * sizeof(float));
  cudaMalloc(&out, 256 * sizeof(float));
  cudaMemset(in, 0, 256 * 32 * sizeof(float));
  row<<<1, 256>>>(in, out);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
