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
