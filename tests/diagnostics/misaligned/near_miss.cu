// SPDX-License-Identifier: MIT
// in + 4 is 16 bytes further: a float4 may start there.
__global__ void copy(const float* in, float4* out) {
  out[threadIdx.x] = reinterpret_cast<const float4*>(in + 4)[threadIdx.x];
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
