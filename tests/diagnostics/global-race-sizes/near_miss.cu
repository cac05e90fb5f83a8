// SPDX-License-Identifier: MIT
// The elements of two vectors have one size, and so do two counters in a pair.
__global__ void publish(unsigned* box, unsigned* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    asm volatile("st.relaxed.gpu.global.v4.u32 [%0], {1, 2, 3, 4};" ::"l"(box)
                 : "memory");
    atomicAdd(box + 4, 1u);
  } else {
    unsigned low, high;
    asm volatile("ld.relaxed.gpu.global.v2.u32 {%0, %1}, [%2];"
                 : "=r"(low), "=r"(high)
                 : "l"(box + 2)
                 : "memory");
    *out = low + high;
    atomicAdd(box + 5, 1u);
  }
}

int main() {
  unsigned *box, *out;
  cudaMalloc(&box, 32);
  cudaMalloc(&out, sizeof(*out));
  cudaMemset(box, 0, 32);
  publish<<<2, 32>>>(box, out);
  cudaDeviceSynchronize();
  cudaFree(box);
  cudaFree(out);
}
