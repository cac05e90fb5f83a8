// SPDX-License-Identifier: MIT
// A vector is four accesses of 4 bytes, none of them atomic to one of 8.
__global__ void publish(unsigned* box, unsigned long long* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    asm volatile("st.relaxed.gpu.global.v4.u32 [%0], {1, 2, 3, 4};" ::"l"(box)
                 : "memory");
  } else {
    unsigned long long low;
    asm volatile("ld.relaxed.gpu.global.u64 %0, [%1];"
                 : "=l"(low)
                 : "l"(box)
                 : "memory");
    *out = low;
  }
}

int main() {
  unsigned* box;
  unsigned long long* out;
  cudaMalloc(&box, 16);
  cudaMalloc(&out, sizeof(*out));
  cudaMemset(box, 0, 16);
  publish<<<2, 32>>>(box, out);
  cudaDeviceSynchronize();
  cudaFree(box);
  cudaFree(out);
}
