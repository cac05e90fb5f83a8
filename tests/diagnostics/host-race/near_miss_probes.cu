// SPDX-License-Identifier: MIT
// The program's own handler gets each of its own faults, not only the first.
#include <csetjmp>
#include <csignal>

sigjmp_buf back;

void on_fault(int) { siglongjmp(back, 1); }

bool readable(const volatile char* address) {
  if (sigsetjmp(back, 1) != 0) return false;
  (void)*address;
  return true;
}

__global__ void add_one(int* data) { data[threadIdx.x]++; }

int main() {
  int* data;
  signal(SIGSEGV, on_fault);
  cudaMallocManaged(&data, 32 * sizeof(int));
  bool any = readable(reinterpret_cast<char*>(16));
  for (int i = 0; i < 3; ++i) {
    add_one<<<1, 32>>>(data);  // its page is closed now
    any = readable(reinterpret_cast<char*>(16)) || any;
    cudaDeviceSynchronize();
  }
  cudaFree(data);
  return any;
}
