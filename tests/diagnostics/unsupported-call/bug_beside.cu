// SPDX-License-Identifier: MIT
// The host waits for the second kernel before it answers the first.
__global__ void wait(const volatile int* flag) {
  while (*flag == 0) {
  }
}
__global__ void nothing() {}

int main() {
  int* flag;
  cudaStream_t stream, other;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
  cudaMallocHost(&flag, sizeof(int));
  *flag = 0;
  wait<<<1, 1, 0, stream>>>(flag);
  nothing<<<1, 1, 0, other>>>();
  cudaStreamSynchronize(other);
  *const_cast<volatile int*>(flag) = 1;
  cudaStreamSynchronize(stream);
}

/* report:
error[unsupported-call]: the emulator does not have a kernel beside one that
  waits for a store of the host
  = host:  in main
  = why:   the call did nothing; on a GPU it may work
  = learn: docs/diagnostics/unsupported-call.md
*/
