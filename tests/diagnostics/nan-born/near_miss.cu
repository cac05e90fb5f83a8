// SPDX-License-Identifier: MIT
// An infinity as the first minimum, a NaN that came from the host, a division
// in a branch that no thread with a zero takes, large and tiny numbers. An
// infinity that was there before, in an atomic sum and in one row of a matrix;
// large sums that still fit; the same product with sums of 32 bits.
#include <cuda_fp16.h>
#include <mma.h>

using namespace nvcuda;

__global__ void careful(const float* in, float* out) {
  const int i = threadIdx.x;
  float least = INFINITY;
  for (int k = 0; k < 4; ++k) least = fminf(least, in[k]);
  out[i] = least;
  if (in[i] != 0) out[i] += 1 / in[i];
  out[i + 4] = in[7] * 2;
  out[i + 8] = 3e38f * 1.1f + 1e-40f;
}

__global__ void gather(float* sum) {
  atomicAdd(sum, 1e37f);
  atomicAdd(sum + 1, INFINITY);
}

template <class Sum>
__global__ void multiply(const __half* a, const __half* b, Sum* out) {
  wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> left;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::col_major> right;
  wmma::fragment<wmma::accumulator, 16, 16, 16, Sum> sum;
  wmma::load_matrix_sync(left, a, 16);
  wmma::load_matrix_sync(right, b, 16);
  wmma::fill_fragment(sum, Sum(0.0f));
  wmma::mma_sync(sum, left, right, sum);
  wmma::store_matrix_sync(out, sum, 16, wmma::mem_row_major);
}

void work_together() {
  __half on_host[2][256], *data;
  float* out;
  for (int i = 0; i < 256; ++i) {
    on_host[0][i] = __half(i / 16 == 5 ? INFINITY : 60.0f);
    on_host[1][i] = __half(60.0f);
  }
  cudaMalloc(&data, sizeof on_host);
  cudaMalloc(&out, 1024);
  cudaMemset(out, 0, 1024);
  cudaMemcpy(data, on_host, sizeof on_host, cudaMemcpyHostToDevice);
  gather<<<1, 32>>>(out);
  multiply<<<1, 32>>>(data, data + 256, reinterpret_cast<__half*>(out));
  multiply<<<1, 32>>>(data, data + 256, out);
  cudaFree(data);
  cudaFree(out);
}

int main() {
  const float in[8] = {4, 0, -2, 1e-30f, 0, 0, 0, NAN};
  float *data, *out;
  cudaMalloc(&data, sizeof in);
  cudaMalloc(&out, 48);
  cudaMemcpy(data, in, sizeof in, cudaMemcpyHostToDevice);
  careful<<<1, 4>>>(data, out);
  work_together();
  cudaFree(data);
  cudaFree(out);
}
