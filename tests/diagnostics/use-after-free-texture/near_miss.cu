// SPDX-License-Identifier: MIT
// The array is freed after the kernel has read it through the texture.
__global__ void read(cudaTextureObject_t texture, float* out) {
  const int i = threadIdx.x;
  out[i] = tex1D<float>(texture, i + 0.5f);
}

int main() {
  cudaResourceDesc resource{};
  cudaTextureDesc point{};
  cudaTextureObject_t texture;
  const auto format = cudaCreateChannelDesc<float>();
  const float values[32] = {};
  float* out;
  cudaMalloc(&out, sizeof values);
  cudaMallocArray(&resource.res.array.array, &format, 32);
  cudaMemcpy2DToArray(resource.res.array.array, 0, 0, values, sizeof values,
                      sizeof values, 1, cudaMemcpyHostToDevice);
  cudaCreateTextureObject(&texture, &resource, &point, nullptr);
  read<<<1, 32>>>(texture, out);
  cudaDeviceSynchronize();
  cudaDestroyTextureObject(texture);
  cudaFreeArray(resource.res.array.array);
  cudaFree(out);
}
