// SPDX-License-Identifier: MIT
// The x of a surface counts bytes, and this one is scaled twice.
__global__ void clear(cudaSurfaceObject_t surface) {
  const int x = threadIdx.x * sizeof(int);
  surf2Dwrite(0, surface, x * sizeof(int), threadIdx.y);
}

int main() {
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<int>();
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeArray;
  cudaMallocArray(&resource.res.array.array, &format, 8, 4,
                  cudaArraySurfaceLoadStore);
  cudaSurfaceObject_t surface;
  cudaCreateSurfaceObject(&surface, &resource);
  clear<<<1, dim3(8, 4)>>>(surface);
  cudaDeviceSynchronize();
  cudaDestroySurfaceObject(surface);
  cudaFreeArray(resource.res.array.array);
}

/* report:
error[out-of-bounds]: thread (2,0,0) stores 4 bytes outside the array of its
  surface
 --> bug.cu:5:3
  |
5 |   surf2Dwrite(0, surface, x * sizeof(int), threadIdx.y);
  |   ^ thread (2,0,0) of block (0,0,0) stores outside the array of its surface
  |     here
  |
  = why:   x is byte 32 of a row of 32; it is row 0 of 4 and plane 0 of 1
  = seen:  lane 2 of warp 0 of block (0,0,0); the launch ended here
  = learn: docs/diagnostics/out-of-bounds.md
*/
