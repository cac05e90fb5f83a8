// SPDX-License-Identifier: MIT
// A copy in one stream, a kernel that uses it in another.
constexpr int kCount = 256;

__global__ void twice(float* out, const float* in) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = 2 * in[i];
}

int main() {
  float *in, *out, *on_host;
  cudaMalloc(&in, kCount * sizeof(float));
  cudaMalloc(&out, kCount * sizeof(float));
  cudaMallocHost(&on_host, kCount * sizeof(float));
  for (int i = 0; i < kCount; ++i) on_host[i] = i;
  cudaStream_t copying, computing;
  cudaStreamCreate(&copying);
  cudaStreamCreate(&computing);
  cudaMemcpyAsync(in, on_host, kCount * sizeof(float), cudaMemcpyHostToDevice,
                  copying);
  twice<<<kCount / 64, 64, 0, computing>>>(out, in);
  cudaDeviceSynchronize();
  cudaStreamDestroy(copying);
  cudaStreamDestroy(computing);
  cudaFreeHost(on_host);
  cudaFree(in);
  cudaFree(out);
}
