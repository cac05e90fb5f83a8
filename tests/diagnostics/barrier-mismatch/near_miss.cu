// SPDX-License-Identifier: MIT
// One barrier for both branches.
namespace first {

__global__ void stage(int* out) {
  __shared__ int buf[64];
  buf[threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x < 32) {
    out[threadIdx.x] = buf[threadIdx.x + 32];
  } else {
    out[threadIdx.x] = buf[threadIdx.x - 32];
  }
}

void run() {
  int* out;
  cudaMalloc(&out, 64 * sizeof(int));
  stage<<<1, 64>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}

}  // namespace first

// All threads of the block take the same branch.
namespace one_line {

__global__ void copy(const int* in, int* out) {
  __shared__ int buf[64];
  buf[threadIdx.x] = in[threadIdx.x];
  // clang-format off
  if (blockIdx.x == 0) __syncthreads(); else __syncthreads();
  // clang-format on
  out[threadIdx.x] = buf[63 - threadIdx.x];
}

void run() {
  int *in, *out;
  cudaMalloc(&in, 64 * sizeof(int));
  cudaMalloc(&out, 64 * sizeof(int));
  cudaMemset(in, 0, 64 * sizeof(int));
  copy<<<1, 64>>>(in, out);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}

}  // namespace one_line

int main() {
  first::run();
  one_line::run();
}
