// SPDX-License-Identifier: MIT
// The last columns lie outside, and the stores say that they may.
__global__ void clear(cudaSurfaceObject_t surface) {
  const int x = threadIdx.x * sizeof(int);
  surf2Dwrite(0, surface, x, threadIdx.y, cudaBoundaryModeZero);
}

int main() {
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<int>();
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeArray;
  cudaMallocArray(&resource.res.array.array, &format, 8, 4,
                  cudaArraySurfaceLoadStore);
  cudaSurfaceObject_t surface;
  cudaCreateSurfaceObject(&surface, &resource);
  clear<<<1, dim3(16, 4)>>>(surface);
  cudaDeviceSynchronize();
  cudaDestroySurfaceObject(surface);
  cudaFreeArray(resource.res.array.array);
}
