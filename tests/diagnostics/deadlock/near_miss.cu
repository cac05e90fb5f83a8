// SPDX-License-Identifier: MIT
// The barrier waits for the 64 threads that there are.
namespace first {

__global__ void meet(int* out) {
  asm volatile("bar.sync 1, 64;" ::: "memory");
  out[threadIdx.x] = 1;
}

void run() {
  int* out;
  cudaMalloc(&out, 64 * sizeof(int));
  meet<<<1, 64>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}

}  // namespace first

// Warp 0 only arrives, warp 1 waits: both at barrier 1.
namespace producer {

__global__ void hand_over(int* out) {
  __shared__ int box;
  if (threadIdx.x < 32) {
    if (threadIdx.x == 0) box = 7;
    asm volatile("bar.arrive 1, 64;" ::: "memory");
  } else {
    asm volatile("bar.sync 1, 64;" ::: "memory");
    out[threadIdx.x - 32] = box;
  }
}

void run() {
  int* out;
  cudaMalloc(&out, 32 * sizeof(int));
  hand_over<<<1, 64>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}

}  // namespace producer

// The halves of a warp part, and each names only its own lanes.
namespace warp {

__global__ void meet(int* out) {
  int value = threadIdx.x;
  if (threadIdx.x < 16) {
    __syncwarp(0x0000ffff);
  } else {
    value = __shfl_sync(0xffff0000, value, 16);
  }
  __syncwarp();
  out[threadIdx.x] = value;
}

void run() {
  int* out;
  cudaMalloc(&out, 32 * sizeof(int));
  meet<<<1, 32>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}

}  // namespace warp

int main() {
  first::run();
  producer::run();
  warp::run();
}
