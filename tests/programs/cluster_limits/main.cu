// SPDX-License-Identifier: MIT
// Which clusters can be launched, which error says no, what a kernel says of
// its clusters, and how many fit.
#include <cooperative_groups.h>

#include <cstdio>

#include "common/cuda_check.h"

namespace cg = cooperative_groups;

__device__ void note(int* out) {
  if (threadIdx.x == 0)
    atomicAdd(out, static_cast<int>(cg::this_cluster().num_blocks()));
}
__global__ void plain(int* out) { note(out); }
__global__ void __cluster_dims__(2, 1, 1) two(int* out) { note(out); }
__global__ void __cluster_dims__(1, 2, 3) six(int* out) { note(out); }
__global__ void __cluster_dims__(16, 1, 1) sixteen(int* out) { note(out); }
__global__ void __launch_bounds__(128, 1, 4) at_most_four(int* out) {
  note(out);
}
__global__ void with_static(int* out) {
  __shared__ int tile[5000];
  tile[threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = tile[(threadIdx.x + 1) % blockDim.x];
}
__global__ void __launch_bounds__(1024) together(int* out) {
  cg::this_grid().sync();
  note(out);
}
__global__ void settable(int* out) { note(out); }

using Kernel = void (*)(int*);

struct Config : cudaLaunchConfig_t {
  cudaLaunchAttribute all[3] = {};

  Config(dim3 grid, int threads, size_t shared = 0) : cudaLaunchConfig_t() {
    gridDim = grid;
    blockDim = dim3(threads);
    dynamicSmemBytes = shared;
    attrs = all;
  }
  Config(const Config&) = delete;
  Config& clusters(unsigned x, unsigned y, unsigned z) {
    cudaLaunchAttribute& a = all[numAttrs++];
    a.id = cudaLaunchAttributeClusterDimension;
    a.val.clusterDim.x = x;
    a.val.clusterDim.y = y;
    a.val.clusterDim.z = z;
    return *this;
  }
  Config& policy(int value) {
    cudaLaunchAttribute& a = all[numAttrs++];
    a.id = cudaLaunchAttributeClusterSchedulingPolicyPreference;
    a.val.clusterSchedulingPolicyPreference =
        static_cast<cudaClusterSchedulingPolicy>(value);
    return *this;
  }
  Config& cooperative() {
    all[numAttrs].id = cudaLaunchAttributeCooperative;
    all[numAttrs++].val.cooperative = 1;
    return *this;
  }
};

int* sum;

// Whether it starts, and the sum of all blocks' cluster sizes.
void attempt(const char* title, Kernel kernel, const Config& config) {
  *sum = 0;
  cudaError_t error = cudaLaunchKernelEx(
      static_cast<const cudaLaunchConfig_t*>(&config), kernel, sum);
  const cudaError_t last = cudaGetLastError();
  const cudaError_t end = cudaDeviceSynchronize();
  std::printf("%s: %s, %s, %s, %d\n", title, cudaGetErrorName(error),
              cudaGetErrorName(last), cudaGetErrorName(end), *sum);
}

void launches() {
  attempt("plain, none", plain, Config(6, 32));
  attempt("plain, 1", plain, Config(6, 32).clusters(1, 1, 1));
  attempt("plain, 3", plain, Config(6, 32).clusters(3, 1, 1));
  attempt("plain, 4 of 6", plain, Config(6, 32).clusters(4, 1, 1));
  attempt("plain, 1 by 2 of 6", plain, Config(6, 32).clusters(1, 2, 1));
  attempt("plain, 8", plain, Config(8, 32).clusters(8, 1, 1));
  attempt("plain, 9", plain, Config(9, 32).clusters(9, 1, 1));
  attempt("plain, 16", plain, Config(16, 32).clusters(16, 1, 1));
  attempt("plain, 32", plain, Config(32, 32).clusters(32, 1, 1));
  attempt("plain, 0", plain, Config(6, 32).clusters(0, 0, 0));
  attempt("plain, 2 by 0", plain, Config(6, 32).clusters(2, 0, 1));
  attempt("plain, 2 by 2 by 2", plain,
          Config(dim3(2, 4, 2), 32).clusters(2, 2, 2));
  attempt("plain, spread", plain, Config(8, 32).clusters(4, 1, 1).policy(1));
  attempt("plain, policy 9", plain, Config(8, 32).clusters(4, 1, 1).policy(9));
  attempt("two, none", two, Config(6, 32));
  attempt("two, none of 5", two, Config(5, 32));
  attempt("two, 2", two, Config(6, 32).clusters(2, 1, 1));
  attempt("two, 1", two, Config(6, 32).clusters(1, 1, 1));
  attempt("two, 3", two, Config(6, 32).clusters(3, 1, 1));
  attempt("six, none", six, Config(dim3(2, 2, 3), 32));
  attempt("six, none of 2 by 3 by 2", six, Config(dim3(2, 3, 2), 32));
  attempt("sixteen, none", sixteen, Config(16, 32));
  attempt("at most four, 4", at_most_four, Config(8, 32).clusters(4, 1, 1));
  attempt("at most four, 8", at_most_four, Config(8, 32).clusters(8, 1, 1));
  attempt("at most four, none", at_most_four, Config(8, 32));
  attempt("together, 4", together,
          Config(8, 32).clusters(4, 1, 1).cooperative());
  attempt("together, 4 of 6", together,
          Config(6, 32).clusters(4, 1, 1).cooperative());
  attempt("together, too many", together,
          Config(400, 1024).clusters(4, 1, 1).cooperative());
  attempt("plain, empty block", plain, Config(8, 0).clusters(4, 1, 1));
  attempt("plain, too much shared", plain,
          Config(8, 32, 100000).clusters(4, 1, 1));
  two<<<5, 32>>>(sum);
  std::printf("two<<<5>>>: %s\n", cudaGetErrorName(cudaGetLastError()));
  CUDA_CHECK(cudaDeviceSynchronize());
}

void describe(const char* title, Kernel kernel) {
  cudaFuncAttributes a;
  CUDA_CHECK(cudaFuncGetAttributes(&a, reinterpret_cast<const void*>(kernel)));
  std::printf(
      "%s: must be set %d, %d by %d by %d, policy %d, non-portable %d\n", title,
      a.clusterDimMustBeSet, a.requiredClusterWidth, a.requiredClusterHeight,
      a.requiredClusterDepth, a.clusterSchedulingPolicyPreference,
      a.nonPortableClusterSizeAllowed);
}

void set(const char* title, Kernel kernel, cudaFuncAttribute attribute,
         int value) {
  const cudaError_t error = cudaFuncSetAttribute(
      reinterpret_cast<const void*>(kernel), attribute, value);
  cudaGetLastError();
  std::printf("set %s %d: %s\n", title, value, cudaGetErrorName(error));
}

void attributes() {
  describe("plain", plain);
  describe("two", two);
  describe("six", six);
  describe("sixteen", sixteen);
  describe("at most four", at_most_four);
  for (int value : {2, -1, 1, 0, 1})
    set("non-portable", settable,
        cudaFuncAttributeNonPortableClusterSizeAllowed, value);
  attempt("settable, 16", settable, Config(16, 32).clusters(16, 1, 1));
  attempt("settable, 17", settable, Config(17, 32).clusters(17, 1, 1));
  set("non-portable of sixteen", sixteen,
      cudaFuncAttributeNonPortableClusterSizeAllowed, 1);
  attempt("sixteen, allowed", sixteen, Config(16, 32));
  for (int value : {3, -1, 1, 2})
    set("policy", settable, cudaFuncAttributeClusterSchedulingPolicyPreference,
        value);
  set("must be set", settable, cudaFuncAttributeClusterDimMustBeSet, 1);
  attempt("settable, must be set", settable, Config(6, 32));
  set("width", settable, cudaFuncAttributeRequiredClusterWidth, -1);
  set("width", settable, cudaFuncAttributeRequiredClusterWidth, 2);
  describe("settable", settable);
  attempt("settable, width alone", settable, Config(6, 32));
  set("height", settable, cudaFuncAttributeRequiredClusterHeight, 1);
  set("depth", settable, cudaFuncAttributeRequiredClusterDepth, 1);
  describe("settable", settable);
  attempt("settable, width 2", settable, Config(6, 32));
  attempt("settable, width 2, asks 3", settable,
          Config(6, 32).clusters(3, 1, 1));
  set("width of two", two, cudaFuncAttributeRequiredClusterWidth, 4);
  describe("two", two);
}

void fit(const char* title, Kernel kernel, int size, int threads,
         size_t shared) {
  const void* f = reinterpret_cast<const void*>(kernel);
  Config config(size * 10, threads, shared);
  config.clusters(size, 1, 1);
  int most = -1, active = -1;
  const cudaError_t potential =
      cudaOccupancyMaxPotentialClusterSize(&most, f, &config);
  const cudaError_t error = cudaOccupancyMaxActiveClusters(&active, f, &config);
  cudaGetLastError();
  std::printf("%s, %d blocks of %d threads, %zu bytes: %d %s, most %d %s\n",
              title, size, threads, shared, active, cudaGetErrorName(error),
              most, cudaGetErrorName(potential));
}

void occupancy() {
  CUDA_CHECK(cudaFuncSetAttribute(reinterpret_cast<const void*>(plain),
                                  cudaFuncAttributeMaxDynamicSharedMemorySize,
                                  232448));
  for (size_t shared : {0, 50000, 100000, 116000, 232448, 232449})
    for (int size : {1, 2, 3, 4, 6, 7, 8, 16})
      fit("plain", plain, size, 128, shared);
  for (int threads : {32, 512, 1024, 2048})
    for (int size : {1, 2, 4, 5, 8}) fit("plain", plain, size, threads, 0);
  for (int size : {2, 4, 8, 9}) fit("with_static", with_static, size, 256, 0);
  for (int size : {1, 2, 3, 4}) fit("two", two, size, 256, 0);
  for (int size : {2, 4, 8}) fit("at most four", at_most_four, size, 128, 0);
  for (int size : {2, 8, 10, 12, 16}) fit("sixteen", sixteen, size, 128, 0);
  CUDA_CHECK(
      cudaFuncSetAttribute(reinterpret_cast<const void*>(plain),
                           cudaFuncAttributeNonPortableClusterSizeAllowed, 1));
  for (size_t shared : {0, 100000, 232448})
    for (int size : {8, 9, 10, 12, 14, 16, 17})
      fit("plain, non-portable", plain, size, 128, shared);
}

int main() {
  CUDA_CHECK(cudaMallocManaged(&sum, 4096));
  launches();
  attributes();
  occupancy();
  CUDA_CHECK(cudaFree(sum));
}
