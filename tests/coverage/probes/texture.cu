// SPDX-License-Identifier: MIT
// Reads through texture objects.
template <class T>
__global__ void read(cudaTextureObject_t t, T* out, float x, float y, float z,
                     int i) {
  out[0] = tex1Dfetch<T>(t, i);
  out[1] = tex1D<T>(t, x);
  out[2] = tex2D<T>(t, x, y);
  out[3] = tex3D<T>(t, x, y, z);
  out[4] = tex1DLod<T>(t, x, y);
  out[5] = tex2DLod<T>(t, x, y, z);
  out[6] = tex3DLod<T>(t, x, y, z, 0.0f);
  out[7] = tex2DLayered<T>(t, x, y, i);
  out[8] = texCubemap<T>(t, x, y, z);
}

template __global__ void read(cudaTextureObject_t, float*, float, float, float,
                              int);
template __global__ void read(cudaTextureObject_t, int4*, float, float, float,
                              int);
template __global__ void read(cudaTextureObject_t, unsigned char*, float, float,
                              float, int);
