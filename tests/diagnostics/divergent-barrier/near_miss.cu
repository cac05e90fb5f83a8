// SPDX-License-Identifier: MIT
// The same branch without a barrier inside.
namespace first {

__global__ void stage(int* out) {
  __shared__ int buf[64];
  buf[threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x < 48) {
    out[threadIdx.x] = buf[threadIdx.x];
  }
  __syncthreads();
  if (threadIdx.x >= 48) out[threadIdx.x] = buf[63];
}

void run() {
  int* out;
  cudaMalloc(&out, 64 * sizeof(int));
  stage<<<1, 64>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}

}  // namespace first

// The compiler copies this barrier into every round.
namespace unrolled {

__global__ void copy(const int* in, int* out) {
  __shared__ int buf[64];
  buf[threadIdx.x] = in[threadIdx.x];
#pragma unroll
  for (int i = 0; i < 8; ++i) {
    if (threadIdx.x % 8 == i) buf[threadIdx.x] += i;
    __syncthreads();
  }
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

}  // namespace unrolled

int main() {
  first::run();
  unrolled::run();
}
