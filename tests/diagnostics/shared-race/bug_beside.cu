// SPDX-License-Identifier: MIT
// The kernel with the race waits for the host when another one fails. What it
// did until then is told.
__global__ void reverse_and_wait(int* data, const volatile int* flag) {
  __shared__ int part[64];
  const int i = threadIdx.x;
  part[i] = data[i];
  data[i] = part[63 - i];
  while (*flag == 0) {
  }
}

__global__ void fail(int* data) { *data = 1; }

int main() {
  int *data, *flag;
  cudaStream_t one, two;
  cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&two, cudaStreamNonBlocking);
  cudaMalloc(&data, 64 * sizeof(int));
  cudaMallocHost(&flag, sizeof(int));
  cudaMemset(data, 0, 64 * sizeof(int));
  cudaDeviceSynchronize();
  *flag = 0;
  reverse_and_wait<<<1, 64, 0, one>>>(data, flag);
  fail<<<1, 1, 0, two>>>(nullptr);
  cudaDeviceSynchronize();
}

/* report:
error[out-of-bounds]: thread 0 stores 4 bytes through a null pointer
  --> bug_beside.cu:13:30
   |
13 | __global__ void fail(int* data) { *data = 1; }
   |                              ^ thread 0 of block (0,0,0) stores a null
   |                                pointer here
   |
   = why:   the address is 0; nothing lies there
   = seen:  lane 0 of warp 0 of block (0,0,0); the launch ended here
   = learn: docs/diagnostics/out-of-bounds.md

error[shared-race]: threads 0 and 63 touch `part+0` with no barrier between
 --> bug_beside.cu:8:3
  |
7 |   part[i] = data[i];
  |   - (1) thread 0 (warp 0) stores `part+0` here
8 |   data[i] = part[63 - i];
  |   ^ (2) thread 63 (warp 1) loads `part+0` here
  |
  = why:   different warps, same 4 bytes, one is a store, nothing orders them
  = seen:  64 such pairs in block (0,0,0); lowest address shown
  = learn: docs/diagnostics/shared-race.md
*/
