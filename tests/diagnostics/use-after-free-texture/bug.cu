// SPDX-License-Identifier: MIT
// The array is freed before the kernel reads it through the texture.
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
  cudaFreeArray(resource.res.array.array);
  read<<<1, 32>>>(texture, out);
  cudaDeviceSynchronize();
  cudaDestroyTextureObject(texture);
  cudaFree(out);
}

/* report:
error[use-after-free]: thread 0 loads `cudaMallocArray #1`, which is freed
 --> bug.cu:5:3
  |
5 |   out[i] = tex1D<float>(texture, i + 0.5f);
  |   ^ thread 0 of block (0,0,0) loads `cudaMallocArray #1+0` here
  |
  = why:   the memory was given back before this access
  = seen:  lane 0 of warp 0 of block (0,0,0); the launch ended here
  = learn: docs/diagnostics/use-after-free.md
*/
