// SPDX-License-Identifier: MIT
// Built with -G: nothing is inlined, so what races stands in two functions of
// their own. No barrier lies between them.
__device__ void put(int* place, int value) {
  const int doubled = 2 * value;
  *place = doubled;
}

__device__ int sum_of(const int* values, int count) {
  int sum = 0;
  for (int i = 0; i < count; ++i) {
    sum += values[i];
  }
  return sum;
}

__global__ void add(int* out) {
  __shared__ int values[64];
  const int t = static_cast<int>(threadIdx.x);
  put(&values[t], t);
  out[t] = sum_of(values, 64);
}

int main() {
  int* out;
  cudaMalloc(&out, 64 * sizeof(int));
  add<<<1, 64>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}

/* report:
error[shared-race]: threads 0 and 32 touch `values+0` with no barrier between
  --> bug.cu:12:5
   |
 6 |   *place = doubled;
   |   - (1) thread 0 (warp 0) stores `values+0` here
12 |     sum += values[i];
   |     ^ (2) thread 32 (warp 1) loads `values+0` here
   |
   = why:   different warps, same 4 bytes, one is a store, nothing orders them
   = seen:  2048 such pairs in block (0,0,0); lowest address shown
   = learn: docs/diagnostics/shared-race.md

error[warp-race]: threads 0 and 1 of one warp touch `values+0` in no fixed order
  --> bug.cu:12:5
   |
 6 |   *place = doubled;
   |   - (1) thread 0 (warp 0) stores `values+0` here
12 |     sum += values[i];
   |     ^ (2) thread 1 (warp 0) loads `values+0` here
   |
   = why:   same warp, same 4 bytes, one is a store; since Volta the lanes of a
            warp run in no fixed order
   = seen:  1984 such pairs in block (0,0,0); lowest address shown
   = learn: docs/diagnostics/warp-race.md
*/
