// SPDX-License-Identifier: MIT
// Texture and surface objects.
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

// Loads and stores through surface objects.
template <class T>
__global__ void use(cudaSurfaceObject_t s, T* out, int x, int y, int z) {
  const auto clamp = cudaBoundaryModeClamp, zero = cudaBoundaryModeZero;
  surf1Dwrite(surf1Dread<T>(s, x), s, x, clamp);
  surf2Dwrite(surf2Dread<T>(s, x, y, clamp), s, x, y, zero);
  surf3Dwrite(surf3Dread<T>(s, x, y, z, zero), s, x, y, z);
  surf1DLayeredwrite(surf1DLayeredread<T>(s, x, z), s, x, z);
  surf2DLayeredwrite(surf2DLayeredread<T>(s, x, y, z), s, x, y, z);
  surfCubemapwrite(surfCubemapread<T>(s, x, y, z), s, x, y, z);
}

template __global__ void use(cudaSurfaceObject_t, unsigned char*, int, int,
                             int);
template __global__ void use(cudaSurfaceObject_t, short2*, int, int, int);
template __global__ void use(cudaSurfaceObject_t, float4*, int, int, int);
template __global__ void use(cudaSurfaceObject_t, long long*, int, int, int);
