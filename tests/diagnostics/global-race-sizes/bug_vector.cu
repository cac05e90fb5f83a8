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

/* report:
error[global-race]: thread 0 of block (0,0,0) and thread 0 of block (1,0,0)
  touch `cudaMalloc #1+0` in no fixed order
  --> bug_vector.cu:12:24
   |
 6 |     asm volatile("st.relaxed.gpu.global.v4.u32 [%0], {1, 2, 3, 4};" ::"l...
   |     - (1) thread 0 of block (0,0,0) updates `cudaMalloc #1+0` here
12 |                  : "l"(box)
   |                        ^ (2) thread 0 of block (1,0,0) loads
   |                          `cudaMalloc #1+0` here
   |
   = why:   different blocks, same 4 bytes, one access is of 4 bytes and the
            other of 8: neither is atomic to the other, nothing orders them;
            blocks run in any order
   = seen:  1 such pair; lowest address shown
   = learn: docs/diagnostics/global-race.md
*/
